package umls_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// sample is a rendered release beside a checkout; it is not part of the project.
func sample(t testing.TB) umls.Dir {
	path := filepath.Join("..", "..", "..", "shared", "data", "ontology", "umls-rrf", "rendered-doid-mesh")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no development data: %v", err)
	}
	return umls.Dir{Path: path}
}

// unpacked is the sample without gzip, which is quicker to scan often.
func unpacked(t testing.TB) umls.Dir {
	t.Helper()
	packed := sample(t).Path
	paths, err := filepath.Glob(filepath.Join(packed, "MR*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	d := umls.Dir{Path: t.TempDir()}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		name := strings.TrimSuffix(filepath.Base(path), ".gz")
		if err := os.WriteFile(filepath.Join(d.Path, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func load(t testing.TB, d umls.Dir) *ontology.Graph {
	t.Helper()
	g, err := d.Load()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The counts of a plain line reader over the same files are 16,367 CUIs, 57,786
// atoms, 22,204 PAR rows and as many CHD rows (data/ontology/README.md). Six rows
// repeat the string of another of the same concept and source: 57,780 names. Of
// the PAR rows 969 repeat a pair that the other source has too, and 28 make a
// concept its own parent: 21,207 relations. Of MeSH alone there are 30,019 atoms
// of 6,664 concepts; of its 9,916 PAR rows 9 join a concept with itself.
func TestLoadSample(t *testing.T) {
	d := sample(t)
	for _, c := range []struct {
		name                       string
		dir                        umls.Dir
		concepts, terms, relations int
	}{
		{"all", d, 16367, 57780, 21207},
		{"thesis", umls.Thesis(d.Path), 6664, 30019, 9907},
	} {
		g := load(t, c.dir)
		if g.Len() != c.concepts || g.Terms() != c.terms || g.Relations() != c.relations {
			t.Errorf("%s: %d concepts, %d names, %d relations; want %d, %d, %d", c.name,
				g.Len(), g.Terms(), g.Relations(), c.concepts, c.terms, c.relations)
		}
	}
}

// Without MRREL the positions in the trees give the parents that MeSH's
// relations give, and 52 more, as the sample has the positions of its concepts in
// all branches (I01.880, Sociology) but relations in three.
func TestHierarchyAsRelations(t *testing.T) {
	if testing.Short() {
		t.Skip("the other tests read the same files")
	}
	d := sample(t)
	d.Sources = []string{"MSH"}
	dir := t.TempDir()
	for _, name := range []string{"MRCONSO.RRF.gz", "MRHIER.RRF.gz"} {
		data, err := os.ReadFile(filepath.Join(d.Path, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := load(t, d)
	got := load(t, umls.Dir{Path: dir, Sources: d.Sources})
	if got.Relations() != want.Relations()+52 {
		t.Errorf("%d relations, want %d", got.Relations(), want.Relations()+52)
	}
	for w := range want.All() {
		g, _ := got.Concept(w.ID)
		for _, parent := range w.Parents {
			if !slices.Contains(g.Parents, parent) {
				t.Fatalf("parents of %s: %v, want %s too", w.ID, g.Parents, parent)
			}
		}
	}
}

func TestStreamingEqualsLoaded(t *testing.T) {
	all := unpacked(t)
	ctx := context.Background()
	dirs := []umls.Dir{umls.Thesis(all.Path), all}
	if testing.Short() {
		dirs = dirs[:1]
	}
	for _, d := range dirs {
		g := load(t, d)
		var ids, names []string
		for c := range g.All() {
			ids = append(ids, c.ID)
			names = append(names, c.Name)
			if len(c.Names) > 0 {
				names = append(names, c.Names[0].Text)
			}
		}
		got, err := d.Concepts(ctx, ids)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := g.Concepts(ctx, ids)
		if len(got) != len(want) {
			t.Fatalf("%d concepts, want %d", len(got), len(want))
		}
		for i := range want {
			for _, c := range []*ontology.Concept{&want[i], &got[i]} { // neither has an order
				slices.Sort(c.Parents)
				slices.Sort(c.Children)
			}
			if !reflect.DeepEqual(want[i], got[i]) {
				t.Fatalf("(-loaded +streaming):\n%s", cmp.Diff(want[i], got[i]))
			}
		}
		steps := 8
		if testing.Short() {
			steps = 1
		}
		for i := 0; i < len(names); i += len(names)/steps + 1 {
			for _, name := range []string{names[i], strings.ToUpper(names[i]) + "s", ids[i%len(ids)]} {
				want, _ := g.Find(ctx, name)
				got, err := d.Find(ctx, name)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%q: %v %v, want %v", name, got, err, want)
				}
			}
		}
		for _, name := range []string{"chikenpox", "hearing los", "Insomnya", "xyzzyq"} {
			want, _ := g.Nearest(ctx, name)
			got, err := d.Nearest(ctx, name)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("nearest to %q: %q %v, want %q", name, got, err, want)
			}
		}
	}
}

// The ten topics of the thesis, by name, case, plural or order of words, CUI,
// MeSH identifier and tree number. The Metathesaurus's preferred name is another
// for some.
func TestThesisTopics(t *testing.T) {
	if testing.Short() {
		t.Skip("scans the sample a hundred times")
	}
	d := umls.Thesis(unpacked(t).Path)
	g := load(t, d)
	ctx := context.Background()
	for _, c := range []struct{ cui, preferred, names string }{
		{"C0008049", "Varicella Zoster Virus Infection", "chickenpox|CHICKENPOX|pox, chicken|D002644|C01.925.256.466.930.250"},
		{"C0270327", "Nocturnal Enuresis", "bedwetting|Bedwettings|enuresis nocturnal|D053206|C12.050.351.968.934.252.500"},
		{"C0006142", "Breast Neoplasms", "breast carcinoma|Carcinomas, Breast|breast neoplasm|D001943|C04.588.180"},
		{"C0011053", "Deafness", "deafness|DEAFNESS|hearing loss, complete|D003638|C09.218.458.341.186"},
		{"C0021400", "Influenza, Human", "influenza|Influenzas|human flu|D007251|C08.730.310"},
		{"C0042387", "Vasectomy", "vasectomy|Vasectomies|occlusions, vas|D014659|E04.950.599.900"},
		{"C0040264", "Tinnitus", "tinnitus|Tinnitus, Pulsatile|ringing-buzzing-tinnitus|D014012|C09.218.458.670"},
		{"C0038814", "Sunburn", "sunburn|Sunburns|SUN\u00adBURN|D013471|C26.200.855"},
		{"C0026603", "Motion Sickness", "motion sickness|sickness motion|seasickness|D009041|C23.888.571"},
		{"C0917801", "Sleep Initiation and Maintenance Disorders", "insomnia|Insomnias|sleeplessness|D007319|F03.870.400.800.800"},
	} {
		names := strings.Split(c.names+"|MESH:"+strings.Split(c.names, "|")[3]+"|"+c.cui, "|")
		for _, name := range names {
			for what, s := range map[string]ontology.Store{"streaming": d, "loaded": g} {
				ids, err := s.Find(ctx, name)
				if err != nil || len(ids) == 0 || ids[0] != c.cui {
					t.Errorf("%s %q: %v %v, want %s", what, name, ids, err, c.cui)
				}
			}
		}
		want, err := g.Topic(ctx, names[0])
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Topic(ctx, names[0])
		if err != nil {
			t.Fatal(err)
		}
		order := func(a, b ontology.Term) int { return strings.Compare(a.Text, b.Text) }
		slices.SortFunc(want.Terms, order)
		slices.SortFunc(got.Terms, order)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-loaded +streaming):\n%s", names[0], diff)
		}
		if concept, _ := g.Concept(c.cui); concept.Name != c.preferred {
			t.Errorf("%s is %q, want %q", c.cui, concept.Name, c.preferred)
		}
	}
}
