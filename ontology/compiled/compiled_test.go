package compiled_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/compiled"
)

func concept(id, name string, parents ...string) ontology.Concept {
	return ontology.Concept{ID: id, Name: name, Parents: parents}
}

func sample() *ontology.Graph {
	g := new(ontology.Graph)
	g.Add(concept("D1", "disease", "ROOT"))
	g.Add(ontology.Concept{ID: "D2", AltIDs: []string{"C04.1"}, Name: "heart disease", Language: "en", Source: "MSH",
		Names:   []ontology.Name{{Text: "cardiac disorders", Relation: ontology.Synonym, Language: "en"}, {Text: "disease", Relation: ontology.Partial}},
		Parents: []string{"D1"}, Types: []string{"T047"}})
	g.Add(concept("D3", "lung disease", "D1"))
	g.Add(ontology.Concept{ID: "D4", Name: "old disease", Obsolete: true})
	return g
}

func open(t testing.TB, g *ontology.Graph) *compiled.File {
	t.Helper()
	b := write(t, g)
	f, err := compiled.NewFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func write(t testing.TB, g *ontology.Graph) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := compiled.Write(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A file answers as the graph does that it was written from.
func TestAnswersAsTheGraph(t *testing.T) {
	words := rapid.SampledFrom([]string{"heart", "hearts", "disease", "lung", "of", "the", "Ärzte", "", "old", "上海", "海上"})
	relation := rapid.SampledFrom([]ontology.Relation{ontology.Synonym, ontology.Partial})
	name := rapid.Custom(func(t *rapid.T) string { return words.Draw(t, "a") + " " + words.Draw(t, "b") })
	id := rapid.Custom(func(t *rapid.T) string { return fmt.Sprintf("D%d", rapid.IntRange(0, 12).Draw(t, "id")) })
	rapid.Check(t, func(t *rapid.T) {
		g := new(ontology.Graph)
		for range rapid.IntRange(0, 12).Draw(t, "concepts") {
			c := ontology.Concept{ID: id.Draw(t, "id"), Name: name.Draw(t, "name"), Obsolete: rapid.IntRange(0, 4).Draw(t, "obsolete") == 0,
				Parents: rapid.SliceOfN(id, 0, 2).Draw(t, "parents"), Children: rapid.SliceOfN(id, 0, 1).Draw(t, "children"),
				AltIDs: rapid.SliceOfN(id, 0, 1).Draw(t, "alt"), Types: rapid.SliceOfN(words, 0, 2).Draw(t, "types"), Sense: rapid.IntRange(0, 3).Draw(t, "sense")}
			for _, n := range rapid.SliceOfN(name, 0, 3).Draw(t, "names") {
				c.Names = append(c.Names, ontology.Name{Text: n, Relation: relation.Draw(t, "relation"), Sense: rapid.IntRange(0, 3).Draw(t, "sense"), Language: "en", Source: "S"})
			}
			g.Add(c)
		}
		var b bytes.Buffer
		if err := compiled.Write(&b, g); err != nil {
			t.Fatal(err)
		}
		f, err := compiled.NewFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if f.Len() != g.Len() || f.Terms() != g.Terms() || f.Relations() != g.Relations() {
			t.Fatalf("%d concepts, %d terms, %d relations; want %d, %d, %d", f.Len(), f.Terms(), f.Relations(), g.Len(), g.Terms(), g.Relations())
		}
		ctx := context.Background()
		for _, question := range []string{id.Draw(t, "id"), "X:" + id.Draw(t, "id"), name.Draw(t, "name"), name.Draw(t, "name")} {
			x := ontology.Expansion{Parents: 2, Children: 1}
			got, gotErr := ontology.Expand(ctx, f, question, x)
			want, wantErr := ontology.Expand(ctx, g, question, x)
			if diff := cmp.Diff(want, got); diff != "" || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Fatalf("%q: %v, want %v\n%s", question, gotErr, wantErr, diff)
			}
		}
		for c := range g.All() {
			got, err := f.Concepts(ctx, []string{c.ID})
			if diff := cmp.Diff([]ontology.Concept{c}, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
				t.Fatal(err, diff)
			}
		}
		if err := f.Verify(ctx); err != nil {
			t.Fatal(err)
		}
	})
}

// Whatever byte is changed, no data are invented. Verify always reports it, and
// opening reports missing bytes.
func TestDamage(t *testing.T) {
	whole := write(t, sample())
	ctx := context.Background()
	want, err := open(t, sample()).Topic(ctx, "heart disease")
	if err != nil {
		t.Fatal(err)
	}
	var damage *compiled.DamageError
	for i := range whole {
		broken := bytes.Clone(whole)
		broken[i] ^= 0x41
		f, err := compiled.NewFile(bytes.NewReader(broken), int64(len(broken)))
		if err != nil {
			if !errors.As(err, &damage) {
				t.Errorf("byte %d: %v is no DamageError", i, err)
			}
			continue
		}
		if err := f.Verify(ctx); !errors.As(err, &damage) {
			t.Errorf("byte %d: Verify says %v", i, err)
		}
		got, err := f.Topic(ctx, "heart disease")
		var unknown *ontology.UnknownTopicError // an index has lost the name
		if err != nil && !errors.As(err, &damage) && !errors.As(err, &unknown) {
			t.Errorf("byte %d: %v", i, err)
		}
		for _, term := range got.Terms { // an index may have lost some
			if !slices.Contains(want.Terms, term) {
				t.Errorf("byte %d: term %v", i, term)
			}
		}
	}
	for n := range whole {
		if _, err := compiled.NewFile(bytes.NewReader(whole[:n]), int64(n)); !errors.As(err, &damage) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

// A footer that says what cannot be is damage too, though its sum is right: of whatever
// there is, no more is read than the file has.
func TestForgedFooter(t *testing.T) {
	whole := write(t, sample())
	footer := len(whole) - 128
	var damage *compiled.DamageError
	for at := footer; at < len(whole)-4; at++ {
		for _, b := range []byte{0, 1, 0x7f, 0xff} {
			forged := bytes.Clone(whole)
			for i := at; i < min(at+8, len(whole)-4); i++ {
				forged[i] = b
			}
			sum := crc32.Checksum(forged[footer:len(forged)-4], crc32.MakeTable(crc32.Castagnoli))
			binary.LittleEndian.PutUint32(forged[len(forged)-4:], sum)
			f, err := compiled.NewFile(bytes.NewReader(forged), int64(len(forged)))
			if err != nil {
				if !errors.As(err, &damage) {
					t.Errorf("byte %d: %v is no DamageError", at, err)
				}
				continue
			}
			for _, name := range []string{"heart disease", "D2", "unknown"} {
				if _, err := f.Topic(t.Context(), name); err != nil && !errors.As(err, &damage) && !errors.As(err, new(*ontology.UnknownTopicError)) {
					t.Errorf("byte %d: %q: %v is no DamageError", at, name, err)
				}
			}
		}
	}
}

// The file of another version, whose names are folded otherwise, is refused by its number.
func TestOtherVersion(t *testing.T) {
	b := write(t, sample())
	footer := len(b) - 128
	b[footer+10]--
	sum := crc32.Checksum(b[footer:len(b)-4], crc32.MakeTable(crc32.Castagnoli))
	binary.LittleEndian.PutUint32(b[len(b)-4:], sum)
	_, err := compiled.NewFile(bytes.NewReader(b), int64(len(b)))
	var damage *compiled.DamageError
	if !errors.As(err, &damage) || !strings.Contains(damage.Reason, "it has version 1, and this program reads version 2") {
		t.Errorf("%v, want a DamageError with the versions", err)
	}
}

// Names are found however they are folded.
func TestFoldedNames(t *testing.T) {
	g := new(ontology.Graph)
	for i, name := range []string{"Straße", "καρκίνος", "C++", "C", "السُّكَّري", "CO₂"} {
		g.Add(concept(fmt.Sprint("D", i), name))
	}
	f := open(t, g)
	for i, name := range []string{"STRASSE", "ΚΑΡΚΙΝΟΣ", "c++", "c", "السكري", "CO2"} {
		for _, store := range []ontology.Store{g, f} {
			if got, err := store.Find(t.Context(), name); err != nil || !slices.Equal(got, []string{fmt.Sprint("D", i)}) {
				t.Errorf("%q: %v, %v", name, got, err)
			}
		}
	}
}

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sample.lokman")
	for range 2 { // the second takes the place of the first
		if err := compiled.WriteFile(path, sample()); err != nil {
			t.Fatal(err)
		}
	}
	f, err := compiled.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, want := range map[string]string{"Cardiac disorder": "D2", "disorders, cardiac": "D2", "MESH:C04.1": "D2", "disease": "D1"} {
		topic, err := f.Topic(t.Context(), name)
		if err != nil || topic.ID != want {
			t.Errorf("%q: %s, %v; want %s", name, topic.ID, err, want)
		}
	}
	var unknown *ontology.UnknownTopicError
	if _, err := f.Topic(t.Context(), "hart disease"); !errors.As(err, &unknown) || unknown.Nearest[0] != "heart disease" {
		t.Errorf("hart disease: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v: want the file alone", entries, err)
	}
}

func FuzzNewFile(f *testing.F) {
	f.Add(write(f, sample()))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := compiled.NewFile(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		file.Topic(t.Context(), "heart disease")
		file.Topic(t.Context(), "D2")
		file.Verify(t.Context())
	})
}
