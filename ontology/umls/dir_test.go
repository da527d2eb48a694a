package umls_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// A small release in the true layout.
var release = map[string]string{
	"MRCONSO.RRF": `C0000001|ENG|P|L1|PF|S1|Y|A1||M1|D000001|MSH|MH|D000001|Pox Diseases|0|N|256|
C0000002|ENG|S|L2|VO|S2|N|A2|||D000002|MSH|ET|D000002|Varicella|0|N|256|
C0000002|ENG|P|L3|PF|S3|N|A3||38907003||SNOMEDCT_US|PT|38907003|Chickenpox|9|N||
C0000002|ENG|P|L3|PF|S3|Y|A4|||D000002|MSH|MH|D000002|Chickenpox|0|N|256|
C0000002|SPA|P|L4|PF|S4|Y|A5||38907003||SCTSPA|PT|38907003|Ménière varicela|9|N||
C0000002|ENG|S|L5|PF|S5|Y|A6||NOCODE||MTH|SY|NOCODE|Waterpocken, obsolete|9|O||
C0000003|ENG|P|L6|PF|S6|Y|A7|||D000003|MSH|MH|D000003|Cowpox|0|N||
C0000004|ENG|P|L7|PF|S7|Y|A8|||D000004|MSH|MH|D000004|Gone|0|O||
C0000005|FRE|P|L8|PF|S8|Y|A9|||D000005|MSHFRE|MH|D000005|Varicelle|3|N||
`,
	"MRREL.RRF": `C0000002|A4|AUI|PAR|C0000001|A1|AUI||R1||MSH|MSH|||N||
C0000001|A1|AUI|CHD|C0000002|A4|AUI||R2||MSH|MSH|||N||
C0000001|A1|AUI|CHD|C0000003|A7|AUI|isa|R3||SNOMEDCT_US|SNOMEDCT_US|||||
C0000002|A4|AUI|SIB|C0000003|A7|AUI||R4||MSH|MSH|||N||
C0000002|A4|AUI|RN|C0000006|A0|AUI||R5||MTH|MTH|||N||
C0000002|A4|AUI|RB|C0000007|A0|AUI||R6||MTH|MTH|||N||
C0000002|A4|AUI|RO|C0000008|A0|AUI||R7||MTH|MTH|||N||
C0000002|A4|AUI|PAR|C0000009|A0|AUI||R8||MTH|MTH|||O||
C0000002|A4|AUI|PAR|C0000002|A2|AUI||R9||MSH|MSH|||N||
`,
	"MRSTY.RRF": `C0000002|T047|B2.2.1.2.1|Disease or Syndrome|AT1|256|
`,
	"MRHIER.RRF": `C0000002|A4|1|A1|MSH||A1|C01.925.250||
C0000003|A7|1|A1|MSH||A1|C01.925.300||
C0000002|A3|1|A1|SNOMEDCT_US|isa|A1|||
C0000005|A9|1|A4|MSHFRE||A1.A4|C01.1||
`,
}

// write makes a directory of a release; keep says what becomes of its files.
func write(t testing.TB, files map[string]string, keep func(name string, text []byte) map[string][]byte) umls.Dir {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		kept := map[string][]byte{name: []byte(text)}
		if keep != nil {
			kept = keep(name, []byte(text))
		}
		for name, data := range kept {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return umls.Dir{Path: dir}
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func synonym(text, lang, source string) ontology.Name {
	return ontology.Name{Text: text, Relation: ontology.Synonym, Language: lang, Source: source}
}

// Chickenpox as the small release has it.
var chickenpox = ontology.Concept{ID: "C0000002", Name: "Chickenpox", Language: "en", Source: "MSH",
	AltIDs:  []string{"D000002", "38907003", "C01.925.250"},
	Names:   []ontology.Name{synonym("Varicella", "en", "MSH"), synonym("Chickenpox", "en", "SNOMEDCT_US")},
	Parents: []string{"C0000001", "C0000007"}, Children: []string{"C0000006"},
	Types: []string{"T047", "Disease or Syndrome"}}

func TestConcepts(t *testing.T) {
	d := write(t, release, nil)
	with := func(change func(*ontology.Concept)) ontology.Concept {
		c := chickenpox
		change(&c)
		return c
	}
	for _, c := range []struct {
		name string
		set  func(*umls.Dir)
		want ontology.Concept
	}{
		{"default", func(*umls.Dir) {}, chickenpox},
		{"thesis", func(d *umls.Dir) { *d = umls.Thesis(d.Path) },
			with(func(c *ontology.Concept) { c.Parents, c.Children = []string{"C0000001"}, nil })},
		{"one source", func(d *umls.Dir) { d.Sources = []string{"SNOMEDCT_US"} },
			with(func(c *ontology.Concept) {
				c.Source, c.AltIDs, c.Names, c.Parents, c.Children = "SNOMEDCT_US", []string{"38907003"}, nil, nil, nil
			})},
		{"Spanish and English", func(d *umls.Dir) { d.Languages = []string{"es", "en-GB"} },
			with(func(c *ontology.Concept) {
				c.Name, c.Language, c.Source = "Ménière varicela", "es", "SCTSPA"
				c.Names = []ontology.Name{synonym("Varicella", "en", "MSH"), synonym("Chickenpox", "en", "SNOMEDCT_US"), synonym("Chickenpox", "en", "MSH")}
			})},
		{"any language", func(d *umls.Dir) { d.Languages = []string{"*"} },
			with(func(c *ontology.Concept) {
				c.Names = append(slices.Clone(c.Names), synonym("Ménière varicela", "es", "SCTSPA"))
			})},
		{"suppressed too", func(d *umls.Dir) { d.Suppressed = true },
			with(func(c *ontology.Concept) {
				c.Names = append(slices.Clone(c.Names), synonym("Waterpocken, obsolete", "en", "MTH"))
				c.Parents = []string{"C0000001", "C0000007", "C0000009"}
			})},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := d
			c.set(&d)
			got, err := d.Concepts(context.Background(), []string{"C0000002", "C9999999"})
			if err != nil || len(got) != 1 {
				t.Fatalf("%v %v", got, err)
			}
			// RB of C0000002 is broader: C0000007 is its parent.
			if diff := cmp.Diff(c.want, got[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if got, err := d.Concepts(context.Background(), nil); got != nil || err != nil {
		t.Errorf("no identifiers: %v %v", got, err)
	}
}

// A concept whose atoms are all obsolete is read if that is wanted, but not
// found.
func TestObsolete(t *testing.T) {
	d := write(t, release, nil)
	d.Suppressed = true
	for what, s := range map[string]ontology.Store{"streaming": d, "loaded": load(t, d)} {
		if got, _ := s.Concepts(context.Background(), []string{"C0000004"}); len(got) != 1 || !got[0].Obsolete {
			t.Errorf("%s: %v is not obsolete", what, got)
		}
		for name, want := range map[string]string{"Gone": "", "C0000004": "", "D000004": "", "waterpocken obsolete": "C0000002"} {
			if got, err := s.Find(context.Background(), name); err != nil || strings.Join(got, " ") != want {
				t.Errorf("%s %q: %v %v, want %q", what, name, got, err, want)
			}
		}
	}
}

// The trap of MRREL: REL says what the second concept is to the first. Rows in
// one direction are enough for both concepts.
func TestDirection(t *testing.T) {
	for rel, up := range map[string]bool{"PAR": true, "RB": true, "CHD": false, "RN": false} {
		files := map[string]string{
			"MRCONSO.RRF": "C0000001|ENG|P|L1|PF|S1|Y|A1||||X|PT|1|one|0|N||\nC0000002|ENG|P|L1|PF|S1|Y|A2||||X|PT|2|two|0|N||\n",
			"MRREL.RRF":   "C0000001|A1|AUI|" + rel + "|C0000002|A2|AUI||R1||X|X|||N||\n",
		}
		d := write(t, files, nil)
		for what, s := range map[string]ontology.Store{"streaming": d, "loaded": load(t, d)} {
			got, err := s.Concepts(context.Background(), []string{"C0000001", "C0000002"})
			if err != nil || len(got) != 2 {
				t.Fatal(got, err)
			}
			child, parent := got[0], got[1]
			if !up {
				child, parent = parent, child
			}
			if !slices.Equal(child.Parents, []string{parent.ID}) || child.Children != nil ||
				!slices.Equal(parent.Children, []string{child.ID}) || parent.Parents != nil {
				t.Errorf("%s, %s: %v", rel, what, got)
			}
		}
	}
}

func TestWithoutRelations(t *testing.T) {
	files := map[string]string{"MRCONSO.RRF": release["MRCONSO.RRF"], "MRHIER.RRF": release["MRHIER.RRF"]}
	d := write(t, files, nil)
	for what, s := range map[string]ontology.Store{"streaming": d, "loaded": load(t, d)} {
		got, err := s.Concepts(context.Background(), []string{"C0000001", "C0000002"})
		if err != nil || len(got) != 2 {
			t.Fatal(got, err)
		}
		if !slices.Equal(got[1].Parents, []string{"C0000001"}) || len(got[0].Children) != 2 {
			t.Errorf("%s: parents %v, children %v", what, got[1].Parents, got[0].Children)
		}
	}
	topic, err := d.Topic(context.Background(), "chickenpox")
	if err != nil || len(topic.Terms) != 4 {
		t.Errorf("%v %v", topic, err)
	}
}

// MRRANK decides among atoms that are equally preferred.
func TestRank(t *testing.T) {
	files := map[string]string{
		"MRCONSO.RRF": "C0000001|ENG|S|L1|VO|S1|N|A1||||X|SY|1|one|0|N||\nC0000001|ENG|S|L1|VO|S1|N|A2||||MSH|MH|2|two|0|N||\n",
		"MRRANK.RRF":  "0100|X|SY|N|\n0586|MSH|MH|N|\n",
	}
	for want, files := range map[string]map[string]string{"two": files, "one": {"MRCONSO.RRF": files["MRCONSO.RRF"]}} {
		got, err := write(t, files, nil).Concepts(context.Background(), []string{"C0000001"})
		if err != nil || len(got) != 1 || got[0].Name != want {
			t.Errorf("%v %v, want the name %q", got, err, want)
		}
	}
}

func TestLayouts(t *testing.T) {
	for name, keep := range map[string]func(string, []byte) map[string][]byte{
		"as it is": nil,
		"gzipped": func(name string, text []byte) map[string][]byte {
			return map[string][]byte{name + ".gz": gzipped(t, text)}
		},
		"META": func(name string, text []byte) map[string][]byte { return map[string][]byte{"META/" + name: text} },
		"CR LF": func(name string, text []byte) map[string][]byte {
			return map[string][]byte{name: bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))}
		},
		"no last line end": func(name string, text []byte) map[string][]byte {
			return map[string][]byte{name: bytes.TrimSuffix(text, []byte("\n"))}
		},
		"parts": func(name string, text []byte) map[string][]byte { // cut inside a row
			cut := len(text) / 2
			return map[string][]byte{name + ".aa": text[:cut], name + ".ab.gz": gzipped(t, text[cut:]), name + ".zip": []byte("no part")}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := write(t, release, keep)
			got, err := d.Concepts(context.Background(), []string{"C0000002"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]ontology.Concept{chickenpox}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if g := load(t, d); g.Len() != 3 || g.Relations() != 2 {
				t.Errorf("%d concepts, %d relations", g.Len(), g.Relations())
			}
		})
	}
}

func TestFind(t *testing.T) {
	d := write(t, release, nil)
	d.Languages = []string{"*"}
	g := load(t, d)
	for name, want := range map[string]string{
		"chickenpox": "C0000002", "CHICKENPOX": "C0000002", "disease, pox": "C0000001", "meniere varicela": "",
		"MÉNIÈRE VARICELA": "C0000002", "varicela Me\u0301nie\u0300re": "C0000002", "varicelle": "C0000005",
		"C0000002": "C0000002", "UMLS:C0000002": "C0000002", "D000002": "C0000002", "MESH:D000002": "C0000002", "38907003": "C0000002",
		"C01.925.250": "C0000002", "MSH:C01.925.250": "C0000002", "NOCODE": "", "Gone": "", "": "", " - ": "", "C99": "", "nothing": "",
	} {
		for what, s := range map[string]ontology.Store{"streaming": d, "loaded": g} {
			got, err := s.Find(context.Background(), name)
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("%s %q: %v %v, want %q", what, name, got, err, want)
			}
		}
	}
}

// A code that two sources have for two things is found by its source, and a
// name that two concepts have means first the one that prefers it.
func TestFindAmbiguous(t *testing.T) {
	d := write(t, map[string]string{"MRCONSO.RRF": `C0000001|ENG|P|L1|PF|S1|Y|A1||||AAA|PT|77|cold temperature|0|N||
C0000001|ENG|S|L1|VO|S1|N|A2||||AAA|SY|77|cold|0|N||
C0000002|ENG|P|L1|PF|S1|Y|A3||||BBB|PT|77|Cold|0|N||
`}, nil)
	for name, want := range map[string]string{"77": "C0000001", "AAA:77": "C0000001", "bbb:77": "C0000002", "CCC:77": "C0000001",
		"cold": "C0000002 C0000001", "colds": "C0000002 C0000001"} {
		got, err := d.Find(context.Background(), name)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %v %v, want %q", name, got, err, want)
		}
	}
}

func TestRefuses(t *testing.T) {
	long := "C0000001|" + strings.Repeat("x", (1<<20)) + "\n"
	for _, c := range []struct{ name, file, text, want string }{
		{"columns", "MRCONSO.RRF", "C0000001|ENG|P|\n", "MRCONSO.RRF:1: expected 18 fields, each with a | behind, found \"C0000001|ENG|P|\""},
		{"cut row", "MRCONSO.RRF", release["MRCONSO.RRF"][:120], "MRCONSO.RRF:2: expected 18 fields"},
		{"no end", "MRSTY.RRF", "C0000002|T047|B|n|AT1||x\n", "MRSTY.RRF:1: expected 6 fields"},
		{"empty line", "MRREL.RRF", "\n", "MRREL.RRF:1: expected 16 fields"},
		{"no concept", "MRSTY.RRF", "|T047|B|n|AT1|256|\n", "MRSTY.RRF:1: expected an identifier in the first field"},
		{"no second concept", "MRREL.RRF", "C0000002|A4|AUI|PAR||A1|AUI||R1||MSH|MSH|||N||\n", "MRREL.RRF:1: expected a second concept"},
		{"rank", "MRRANK.RRF", "first|X|SY|N|\n", "MRRANK.RRF:1: expected a rank, which is a number"},
		{"Latin-1", "MRCONSO.RRF", release["MRCONSO.RRF"] + "C0000002|ENG|S|L2|VO|S2|N|A2|||D2|MSH|ET|D2|M\xe9ni\xe8re|0|N||\n", "MRCONSO.RRF:10: expected text in UTF-8"},
		{"long row", "MRREL.RRF", long, "MRREL.RRF:1: expected a row of at most 1048576 bytes"},
		{"binary", "MRCONSO.RRF", "\x00\x01\x02", "MRCONSO.RRF:1: expected 18 fields"},
		{"cut gzip", "MRREL.RRF", string(gzipped(t, []byte(release["MRREL.RRF"]))[:100]), "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"MRCONSO.RRF": release["MRCONSO.RRF"]}
			files[c.file] = c.text
			d := write(t, files, nil)
			if g, err := d.Load(); err == nil || !strings.Contains(err.Error(), c.want) || g != nil {
				t.Errorf("%v with error %v, want %q", g, err, c.want)
			}
			got, err := d.Concepts(context.Background(), []string{"C0000002"})
			if err == nil || !strings.Contains(err.Error(), c.want) || got != nil {
				t.Errorf("%v with error %v, want %q", got, err, c.want)
			}
			var syntax *ontology.SyntaxError
			if strings.Contains(c.want, ": expected") && (!errors.As(err, &syntax) || filepath.Base(syntax.Name) != c.file) {
				t.Errorf("error %#v", err)
			}
			if c.file != "MRCONSO.RRF" {
				return
			}
			if got, err := d.Find(context.Background(), "Ménière"); err == nil || got != nil {
				t.Errorf("%v with error %v", got, err)
			}
		})
	}
	for _, d := range []umls.Dir{{}, {Path: filepath.Join(t.TempDir(), "none")}, {Path: t.TempDir()}} {
		if _, err := d.Find(context.Background(), "x"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%q: error %v", d.Path, err)
		}
	}
}

func TestDirStops(t *testing.T) {
	text := strings.Repeat(strings.SplitAfter(release["MRCONSO.RRF"], "\n")[0], 5000)
	d := write(t, map[string]string{"MRCONSO.RRF": text}, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := d.Find(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func FuzzRelease(f *testing.F) {
	f.Add([]byte(release["MRCONSO.RRF"]), []byte(release["MRREL.RRF"]), []byte(release["MRHIER.RRF"]), "chickenpox")
	f.Add([]byte(release["MRCONSO.RRF"]), []byte("\x1f\x8b"), []byte(""), "MSH:D000002")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, conso, rel, hier []byte, name string) {
		for file, data := range map[string][]byte{"MRCONSO.RRF": conso, "MRREL.RRF": rel, "MRHIER.RRF": hier} {
			if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d := umls.Dir{Path: dir, Languages: []string{"*"}, Suppressed: true}
		g, err := d.Load()
		if (g == nil) == (err == nil) {
			t.Fatalf("graph %v with error %v", g, err)
		}
		if err != nil {
			return
		}
		for c := range g.All() {
			got, err := d.Concepts(context.Background(), []string{c.ID})
			if err != nil || len(got) != 1 || got[0].Name != c.Name {
				t.Fatalf("%v %v, want %v", got, err, c)
			}
			break
		}
		if _, err := d.Topic(context.Background(), name); err != nil && !errors.As(err, new(*ontology.UnknownTopicError)) {
			t.Fatalf("%q: %v", name, err)
		}
	})
}

func ExampleDir() {
	dir, err := os.MkdirTemp("", "umls")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, rows := range release {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(rows), 0o600); err != nil {
			fmt.Println(err)
			return
		}
	}
	topic, err := umls.Thesis(dir).Topic(context.Background(), "chickenpox")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range topic.Terms {
		fmt.Println(term.Text, "is", term.Relation)
	}
	// Output:
	// chickenpox is exact
	// Varicella is synonym
	// Pox Diseases is partial
	// Cowpox is contextual
}
