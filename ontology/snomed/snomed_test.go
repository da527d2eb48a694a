package snomed_test

import (
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/snomed"
)

// table writes rows of RF2 with spaces for tabs and underscores for spaces, the
// module left out.
func table(header string, rows ...string) string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(header, " ", "\t") + "\r\n")
	for _, row := range rows {
		f := strings.Fields(row)
		f = slices.Insert(f, 3, "900000000000207008")
		b.WriteString(strings.ReplaceAll(strings.Join(f, "\t"), "_", " ") + "\r\n")
	}
	return b.String()
}

const (
	conceptColumns      = "id effectiveTime active moduleId definitionStatusId"
	descriptionColumns  = "id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId"
	relationshipColumns = "id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId characteristicTypeId modifierId"
	languageColumns     = "id effectiveTime active moduleId refsetId referencedComponentId acceptabilityId"

	full, synonym        = "900000000000003001", "900000000000013009"
	isA, partOf          = "116680003", "123005000"
	inferred             = "900000000000011006"
	us, gb, spanish      = "900000000000509007", "900000000000508004", "448879004"
	preferred, permitted = "900000000000548007", "900000000000549004"
)

func member(n int, rest string) string {
	return fmt.Sprintf("00000000-0000-4000-8000-%012d %s", n, rest)
}

// snapshot is a release of five concepts; 5 is inactive.
func snapshot() map[string]string {
	return map[string]string{
		"Snapshot/Terminology/sct2_Concept_Snapshot_INT_20240101.txt": table(conceptColumns,
			"1 20200101 1 0", "2 20200101 1 0", "3 20200101 1 0", "4 20200101 1 0", "5 20230101 0 0"),
		"Snapshot/Terminology/sct2_Description_Snapshot-en_INT_20240101.txt": table(descriptionColumns,
			"11 20200101 1 1 en "+full+" Disease_(disorder) 0",
			"21 20200101 1 2 en "+full+" Varicella_(disorder) 0",
			"22 20200101 1 2 en "+synonym+" Chickenpox 0",
			"23 20200101 1 2 en "+synonym+" Varicella 0",
			"24 20200101 0 2 en "+synonym+" Waterpokken 0",
			"25 20200101 1 2 es "+synonym+" varicela 0",
			"26 20200101 1 2 en 900000000000550004 A_disease_with_spots. 0",
			"31 20200101 1 3 en "+full+" Hemorrhage_(finding) 0",
			"32 20200101 1 3 en "+synonym+" Haemorrhage 0",
			"33 20200101 1 3 en "+synonym+" Bleeding_(any) 0",
			"51 20200101 1 5 en "+full+" Gone_(disorder) 0"),
		"Snapshot/Terminology/sct2_Relationship_Snapshot_INT_20240101.txt": table(relationshipColumns,
			"91 20200101 1 2 1 0 "+isA+" "+inferred+" 0",
			"92 20200101 1 3 2 0 "+partOf+" "+inferred+" 0",
			"93 20200101 1 3 1 0 363698007 "+inferred+" 0",
			"94 20200101 0 3 1 0 "+isA+" "+inferred+" 0",
			"95 20200101 1 3 5 0 "+isA+" "+inferred+" 0",
			"96 20200101 1 5 1 0 "+isA+" "+inferred+" 0",
			"97 20200101 1 4 1 0 "+isA+" 900000000000010007 0",
			"98 20200101 1 4 99 0 "+isA+" "+inferred+" 0"),
		"Snapshot/Refset/Language/der2_cRefset_LanguageSnapshot-en_INT_20240101.txt": table(languageColumns,
			member(1, "20200101 1 "+us+" 21 "+preferred),
			member(2, "20200101 1 "+us+" 22 "+preferred),
			member(3, "20200101 1 "+us+" 23 "+permitted),
			member(4, "20200101 1 "+gb+" 23 "+preferred),
			member(5, "20200101 1 "+gb+" 32 "+preferred),
			member(6, "20200101 0 "+us+" 33 "+preferred),
			member(7, "20200101 1 "+spanish+" 25 "+preferred)),
		"Snapshot/Terminology/sct2_StatedRelationship_Snapshot_INT_20240101.txt": "not read\n",
		"Readme.txt": "nor this\n",
	}
}

func name(text, language string) ontology.Name {
	return ontology.Name{Text: text, Relation: ontology.Synonym, Language: language}
}

func TestOpen(t *testing.T) {
	disease := ontology.Concept{ID: "1", Name: "Disease", Language: "en", Types: []string{"disorder"}, Children: []string{"2"}}
	chickenpox := ontology.Concept{ID: "2", Name: "Chickenpox", Language: "en", Types: []string{"disorder"},
		Parents: []string{"1"}, Children: []string{"3"}, Names: []ontology.Name{name("Varicella", "en"), name("varicela", "es")}}
	bleeding := ontology.Concept{ID: "3", Name: "Haemorrhage", Language: "en", Types: []string{"finding"},
		Parents: []string{"2"}, Names: []ontology.Name{name("Hemorrhage", "en"), name("Bleeding (any)", "en")}}
	nameless := ontology.Concept{ID: "4", Parents: []string{"99"}}
	want := []ontology.Concept{disease, chickenpox, bleeding, nameless}

	dir := write(t, snapshot())
	t.Run("directory", func(t *testing.T) { check(t, want, dir) })
	t.Run("zip", func(t *testing.T) { check(t, want, zipped(t, snapshot())) })
	t.Run("gzip", func(t *testing.T) {
		files := snapshot()
		for _, name := range slices.Collect(maps.Keys(files)) {
			files[name+".gz"] = compressed(files[name])
			delete(files, name)
		}
		check(t, want, write(t, files))
	})
	t.Run("full files beside a snapshot aren't read", func(t *testing.T) {
		files := snapshot()
		files["Full/sct2_Concept_Full_INT_20240101.txt"] = "not read\n"
		check(t, want, write(t, files))
	})
	t.Run("full", func(t *testing.T) {
		files := map[string]string{}
		for name, text := range snapshot() {
			files["x"+filepath.Base(strings.ReplaceAll(name, "Snapshot", "Full"))] = text
		}
		old := table(conceptColumns, "4 20100101 0 0", "5 20100101 1 0")
		files["xsct2_Concept_Full_INT_20240101.txt"] += old[strings.Index(old, "\n")+1:]
		check(t, want, write(t, files))
	})

	delta := write(t, map[string]string{
		"Delta/sct2_Concept_Delta_INT_20240601.txt": table(conceptColumns,
			"1 20190101 0 0", // older than the snapshot
			"4 20240601 0 0", "5 20240601 1 0", "6 20240601 1 0"),
		"Delta/sct2_Description_Delta-en_INT_20240601.txt": table(descriptionColumns,
			"23 20240601 0 2 en "+synonym+" Varicella 0",
			"33 20240601 1 3 en "+synonym+" Bleeding 0"),
		"Delta/sct2_Relationship_Delta_INT_20240601.txt": table(relationshipColumns,
			"92 20240601 0 3 2 0 "+partOf+" "+inferred+" 0",
			"94 20240601 1 3 1 0 "+isA+" "+inferred+" 0",
			"99 20240601 1 6 4 0 "+isA+" "+inferred+" 0"),
		"Delta/der2_cRefset_LanguageDelta-en_INT_20240601.txt": table(languageColumns,
			member(6, "20240601 1 "+us+" 33 "+preferred)),
	})
	disease.Children = []string{"2", "3", "5"}
	chickenpox.Children = nil
	chickenpox.Names = []ontology.Name{name("varicela", "es"), name("Varicella", "en")} // as the FSN still says
	bleeding.Name, bleeding.Parents = "Bleeding", []string{"1", "5"}
	bleeding.Names = []ontology.Name{name("Haemorrhage", "en"), name("Hemorrhage", "en")}
	back := ontology.Concept{ID: "5", Name: "Gone", Language: "en", Types: []string{"disorder"}, Parents: []string{"1"}, Children: []string{"3"}}
	want = []ontology.Concept{disease, chickenpox, bleeding, back, {ID: "6"}}
	t.Run("delta", func(t *testing.T) { check(t, want, dir, delta) })
	t.Run("delta first", func(t *testing.T) { check(t, want, delta, dir) })
}

// check compares concepts with those of releases, without regard to order.
func check(t *testing.T, want []ontology.Concept, release string, more ...string) {
	t.Helper()
	g, err := snomed.Reader{}.Open(release, more...)
	if err != nil {
		t.Fatal(err)
	}
	sorted := func(all []ontology.Concept) []ontology.Concept {
		all = slices.SortedFunc(slices.Values(all), func(a, b ontology.Concept) int { return strings.Compare(a.ID, b.ID) })
		for i := range all {
			all[i].Parents = slices.Sorted(slices.Values(all[i].Parents))
			all[i].Children = slices.Sorted(slices.Values(all[i].Children))
			all[i].Names = slices.SortedFunc(slices.Values(all[i].Names), func(a, b ontology.Name) int { return strings.Compare(a.Text, b.Text) })
		}
		return all
	}
	if diff := cmp.Diff(sorted(want), sorted(slices.Collect(g.All()))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReaderRefsets(t *testing.T) {
	dir := write(t, snapshot())
	for _, c := range []struct {
		refsets []string
		want    string
	}{
		{[]string{us}, "Chickenpox"},
		{[]string{gb, us}, "Varicella"},
		{[]string{spanish, us}, "varicela"},
		{[]string{"1"}, "Varicella"}, // the fully specified name
	} {
		g, err := snomed.Reader{Refsets: c.refsets}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := g.Concept("2"); got.Name != c.want {
			t.Errorf("%v: %q, want %q", c.refsets, got.Name, c.want)
		}
	}
}

// Who edits a file by hand may leave out the end of the last line. Its last column is an
// identifier of 18 digits, by which it is seen to be whole.
func TestOpenLastLineWithoutEnd(t *testing.T) {
	files := snapshot()
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "\t0\r\n", "\t900000000000074008\r\n")
	}
	want, err := snomed.Reader{}.Open(write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"\r\n", "\n"} {
		cut := maps.Clone(files)
		for name, text := range cut {
			cut[name] = strings.TrimSuffix(text, end)
		}
		g, err := snomed.Reader{}.Open(write(t, cut))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(slices.Collect(want.All()), slices.Collect(g.All())); diff != "" {
			t.Errorf("without %q (-want +got):\n%s", end, diff)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	const (
		concepts      = "sct2_Concept_Snapshot_INT_20240101.txt"
		descriptions  = "sct2_Description_Snapshot-en_INT_20240101.txt"
		relationships = "sct2_Relationship_Snapshot_INT_20240101.txt"
		languages     = "der2_cRefset_LanguageSnapshot-en_INT_20240101.txt"
	)
	good := map[string]string{concepts: table(conceptColumns, "1 20200101 1 0"),
		descriptions: table(descriptionColumns), relationships: table(relationshipColumns)}
	for _, c := range []struct{ name, file, text, want string }{
		{"empty file", concepts, "", concepts + ":1: expected the header id effectiveTime"},
		{"other header", concepts, table(descriptionColumns), concepts + ":1: expected the header id effectiveTime"},
		{"too few columns", concepts, table(conceptColumns, "1 20200101 1"), ":2: expected 5 columns with tabs between"},
		{"too many columns", concepts, table(conceptColumns, "1 20200101 1 0 0"), ":2: expected 5 columns"},
		{"letters for an id", concepts, table(conceptColumns, "1 20200101 1 0", "C0 20200101 1 0"), `:3: expected identifiers of at most 18 digits, found "C0\t`},
		{"a long id", concepts, table(conceptColumns, "1234567890123456789 20200101 1 0"), ":2: expected identifiers"},
		{"no time", concepts, table(conceptColumns, "1 yesterday 1 0"), ":2: expected an effectiveTime such as 20240101"},
		{"time of letters", concepts, table(conceptColumns, "1 202X0101 1 0"), ":2: expected an effectiveTime such as 20240101"},
		{"active", concepts, table(conceptColumns, "1 20200101 yes 0"), ":2: expected 0 or 1 for active"},
		{"cut in the last line", concepts, strings.TrimSuffix(good[concepts], "\n"), ":2: expected the end of this line: the file is cut short"},
		{"cut in the last column", concepts, strings.TrimSuffix(table(conceptColumns, "1 20200101 1 90000000000007400"), "\r\n"), ":2: expected the end of this line: the file is cut short"},
		{"Latin-1", descriptions, table(descriptionColumns, "1 20200101 1 1 en "+synonym+" M\xe9ni\xe8re 0"), ":2: expected UTF-8 text"},
		{"no term", descriptions, strings.ReplaceAll(table(descriptionColumns, "1 20200101 1 1 en "+synonym+" X 0"), "X", ""), ":2: expected a languageCode and a term"},
		{"gigantic line", descriptions, table(descriptionColumns) + strings.Repeat("x", (1<<20)+1), ":2: expected a line of at most 1048576 bytes"},
		{"letters for a parent", relationships, table(relationshipColumns, "9 20200101 1 1 x 0 "+isA+" "+inferred+" 0"), ":2: expected identifiers"},
		{"no UUID", languages, table(languageColumns, "1 20200101 1 "+us+" 1 "+preferred), ":2: expected an id such as"},
		{"cut acceptability", languages, table(languageColumns, member(1, "20200101 1 "+us+" 1 9000000000")), ":2: expected an acceptabilityId"},
		{"cut gzip", concepts, compressed(good[concepts])[:40], ":1: expected more: the compressed file is cut short"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := maps.Clone(good)
			files[c.file] = c.text
			g, err := snomed.Reader{}.Open(write(t, files))
			readertest.RefusedAt(t, g, err, c.want)
		})
	}
	for _, missing := range []string{concepts, descriptions, relationships} {
		files := maps.Clone(good)
		delete(files, missing)
		g, err := snomed.Reader{}.Open(write(t, files))
		if kind, _, _ := strings.Cut(missing, "Snapshot"); g != nil || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), kind) {
			t.Errorf("without %s: error %v", missing, err)
		}
	}
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := (snomed.Reader{}).Open(path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", path, err)
		}
	}
	whole, err := os.ReadFile(zipped(t, snapshot()))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.zip")
	if err := os.WriteFile(cut, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (snomed.Reader{}).Open(cut); !errors.Is(err, zip.ErrFormat) || !strings.Contains(err.Error(), cut) {
		t.Errorf("cut archive: error %v", err)
	}
}

// A cycle is no error: nothing that follows parents may hang on it.
func TestOpenCycle(t *testing.T) {
	g, err := snomed.Reader{}.Open(write(t, map[string]string{
		"sct2_Concept_Snapshot_INT_20240101.txt": table(conceptColumns, "1 20200101 1 0", "2 20200101 1 0"),
		"sct2_Description_Snapshot-en_INT_20240101.txt": table(descriptionColumns,
			"11 20200101 1 1 en "+full+" One_(x) 0", "21 20200101 1 2 en "+full+" Two_(x) 0"),
		"sct2_Relationship_Snapshot_INT_20240101.txt": table(relationshipColumns,
			"91 20200101 1 1 2 0 "+isA+" "+inferred+" 0", "92 20200101 1 2 1 0 "+isA+" "+inferred+" 0",
			"93 20200101 1 1 1 0 "+isA+" "+inferred+" 0"),
	}))
	if err != nil {
		t.Fatal(err)
	}
	topic, err := g.Expand("SCTID:1", ontology.Expansion{Parents: ontology.All, Children: ontology.All})
	if err != nil || len(topic.Terms) != 2 {
		t.Errorf("topic %v, error %v", topic, err)
	}
}

// The published mini sets; the counts are those of their active rows by grep.
func TestOpenReal(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data", "ontology", "snomed-rf2")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no development data: %v", err)
	}
	base := filepath.Join(root, "SnomedCT_MiniRF2_Base_CompleteOwl_snapshot")
	laterality := filepath.Join(root, "SnomedCT_MiniRF2_Add_Laterality_delta")
	descriptions := filepath.Join(root, "SnomedCT_MiniRF2_Base_extra_descriptions")
	for _, c := range []struct {
		name                       string
		releases                   []string
		concepts, terms, relations int
	}{
		// 762705008 and 762706009 have no description.
		{"snapshot", []string{base}, 12, 10, 11},
		// Two concepts with a description and an is-a each; the third
		// relationship, a laterality, is neither is-a nor part of.
		{"delta", []string{base, laterality}, 14, 12, 13},
		// The FSN is there already and its synonym is the same without the tag:
		// one more name, "Endocrine system"; a definition is not kept.
		{"descriptions", []string{base, descriptions}, 12, 11, 11},
		{"all under one directory", []string{root}, 14, 13, 13},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := snomed.Reader{}.Open(c.releases[0], c.releases[1:]...)
			if err != nil {
				t.Fatal(err)
			}
			if g.Len() != c.concepts || g.Terms() != c.terms || g.Relations() != c.relations {
				t.Errorf("%d concepts, %d terms, %d relations; want %d, %d, %d",
					g.Len(), g.Terms(), g.Relations(), c.concepts, c.terms, c.relations)
			}
			for _, query := range []string{"362969004", "SCTID:362969004", "disorder of ENDOCRINE system", "Endocrine systems, disorders of"} {
				if ids, err := g.Find(context.Background(), query); err != nil || !slices.Equal(ids, []string{"362969004"}) {
					t.Errorf("%s finds %v, error %v", query, ids, err)
				}
			}
		})
	}
}

func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func zipped(t testing.TB, files map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "release.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	z := zip.NewWriter(out)
	for name, text := range files {
		w, err := z.Create("SnomedCT_Test/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func compressed(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}
