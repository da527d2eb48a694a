package wordnet_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/wordnet"
)

// database is a WordNet of a few synsets.
func database() fstest.MapFS {
	return files(map[string]string{
		"data.noun": `  1 This is a licence.
00000100 26 n 01 illness 0 000 | not being well
00000200 26 n 02 cold 0 common_cold 0 003 @ 00000100 n 0000 #m 00000500 n 0000 + 00000100 v 0101 | a mild illness
00000300 09 n 02 cold 0 coldness a 001 ~ 00000100 n 0000 | what is felt
00000400 26 n 02 rhinitis 0 cold 2 001 @i 00000200 n 0000 | of the nose
00000500 14 n 01 winter_things 0 003 %m 00000200 n 0000 #p 00000100 n 0000 #s 00000300 n 0000 | all that
`,
		"index.noun": `  1 This is a licence.
cold n 3 2 @ ~ 3 1 00000300 00000400 00000200
coldness n 1 0 1 0 00000300
rhinitis n 1 1 @i 1 0 00000400
`,
		"data.verb": "00000100 29 v 01 ail 0 001 + 00000200 n 0101 01 + 02 00 | be ill\n",
		"data.adj": `00000100 00 a 01 ill(p) 0 001 & 00000200 a 0000 | not well
00000200 00 s 02 galore(ip) 0 poorly(a) 0 000 | so so
`,
	})
}

func files(texts map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func name(text string, sense int) ontology.Name {
	return ontology.Name{Text: text, Relation: ontology.Synonym, Sense: sense, Language: "en"}
}

func TestRead(t *testing.T) {
	want := []ontology.Concept{
		{ID: "00000100-n", Name: "illness", Types: []string{"noun.state"}, Children: []string{"00000500-n", "00000200-n"}},
		{ID: "00000300-n", Name: "cold", Sense: 1, Names: []ontology.Name{name("coldness", 1)}, Types: []string{"noun.cognition"}, Children: []string{"00000500-n"}},
		{ID: "00000400-n", Name: "rhinitis", Sense: 1, Names: []ontology.Name{name("cold", 2)}, Types: []string{"noun.state"}, Parents: []string{"00000200-n"}},
		{ID: "00000500-n", Name: "winter things", Types: []string{"noun.group"}, Parents: []string{"00000100-n", "00000300-n"}, Children: []string{"00000200-n"}},
		{ID: "00000200-n", Name: "cold", Sense: 3, Names: []ontology.Name{name("common cold", 0)}, Types: []string{"noun.state"},
			Parents: []string{"00000100-n", "00000500-n"}, Children: []string{"00000400-n"}},
		{ID: "00000100-v", Name: "ail", Types: []string{"verb.body"}},
		{ID: "00000100-a", Name: "ill", Types: []string{"adj.all"}},
		{ID: "00000200-a", AltIDs: []string{"00000200-s"}, Name: "galore", Names: []ontology.Name{name("poorly", 0)}, Types: []string{"adj.all"}},
	}
	byID := func(a, b ontology.Concept) int { return strings.Compare(a.ID, b.ID) }
	for i := range want {
		want[i].Language = "en"
		slices.Sort(want[i].Children)
	}
	slices.SortFunc(want, byID)

	dict, zipped := fstest.MapFS{}, fstest.MapFS{}
	for name, file := range database() {
		dict["dict/"+name] = file
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(file.Data)
		z.Close()
		zipped[name+".gz"] = &fstest.MapFile{Data: b.Bytes()}
	}
	for name, fsys := range map[string]fs.FS{"plain": database(), "dict": dict, "gzip": zipped} {
		t.Run(name, func(t *testing.T) {
			g, err := wordnet.Read(fsys)
			if err != nil {
				t.Fatal(err)
			}
			got := slices.SortedFunc(g.All(), byID)
			for i := range got {
				slices.Sort(got[i].Children)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The synsets of a name come in the order of the index, wherever they are in the
// data file and whichever name they prefer.
func TestReadSenses(t *testing.T) {
	g, err := wordnet.Read(database())
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][]string{
		"Cold":            {"00000300-n", "00000400-n", "00000200-n"},
		"common colds":    {"00000200-n"},
		"cold, common":    {"00000200-n"},
		"wn30:00000200-s": {"00000200-a"},
		"00000100-v":      {"00000100-v"},
		"nothing":         nil,
	} {
		if got, err := g.Find(context.Background(), query); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s finds %v, error %v; want %v", query, got, err, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	const good = "00000100 26 n 01 illness 0 000 | not being well\n"
	var cut bytes.Buffer
	z := gzip.NewWriter(&cut)
	z.Write([]byte(good))
	z.Close()
	for _, c := range []struct{ name, file, text, want string }{
		{"empty", "data.noun", "", "data.noun:1: expected a synset"},
		{"licence alone", "data.noun", "  1 a licence\n", "data.noun:2: expected a synset"},
		{"prose", "data.noun", "Hello there\n", `data.noun:1: expected a gloss after a bar, found "Hello there"`},
		{"short offset", "data.noun", good + "100 26 n 01 illness 0 000 | g\n", "data.noun:2: expected a synset's offset of eight digits"},
		{"offset twice", "data.noun", good + good, "data.noun:2: expected another offset"},
		{"lexicographer file", "data.noun", "00000100 45 n 01 illness 0 000 | g\n", "expected the number of a lexicographer file, 00 to 44"},
		{"type", "data.noun", "00000100 26 v 01 illness 0 000 | g\n", "expected the synset type n"},
		{"satellite noun", "data.noun", "00000100 26 s 01 illness 0 000 | g\n", "expected the synset type n"},
		{"no word", "data.noun", "00000100 26 n 00 000 | g\n", "expected the number of words"},
		{"too few words", "data.noun", "00000100 26 n 02 illness 0 000 | g\n", "expected the number of words"},
		{"only a marker", "data.noun", "00000100 26 n 01 (a) 0 000 | g\n", "expected the number of words"},
		{"too few pointers", "data.noun", "00000100 26 n 01 illness 0 002 @ 00000200 n 0000 | g\n", "expected the number of pointers"},
		{"pointer's offset", "data.noun", "00000100 26 n 01 illness 0 001 @ 0000020x n 0000 | g\n", "expected the number of pointers"},
		{"too many pointers", "data.noun", "00000100 26 n 01 illness 0 000 @ 00000200 n 0000 | g\n", "expected the gloss after the last pointer"},
		{"cut line", "data.noun", good[:len(good)-5], "data.noun:1: expected the end of this line: the file is cut short"},
		{"Latin-1", "data.noun", "00000100 26 n 01 M\xe9ni\xe8re 0 000 | g\n", "data.noun:1: expected UTF-8 text"},
		{"gigantic line", "data.noun", good + strings.Repeat("x", (1<<20)+1), "data.noun:2: expected a line of at most 1048576 bytes"},
		{"cut gzip", "data.noun", cut.String()[:cut.Len()-12], "data.noun:2: expected more: the gzip stream is cut short"},
		{"index of another part", "index.noun", "ail v 1 0 1 0 00000100\n", "index.noun:1: expected a lemma and the part of speech n"},
		{"no numbers", "index.noun", "illness n\n", "index.noun:1: expected the numbers of synsets"},
		{"too few symbols", "index.noun", "illness n 1 9 @ 1 0 00000100\n", "expected 9 pointer symbols"},
		{"no senses", "index.noun", "illness n 1 1 @ 1\n", "expected the numbers of senses"},
		{"too few offsets", "index.noun", "illness n 2 0 1 0 00000100\n", "expected 2 offsets of eight digits"},
		{"too many offsets", "index.noun", "illness n 1 0 1 0 00000100 00000100\n", "expected no more than 1 offsets"},
		{"cut data", "index.noun", "illness n 1 0 1 0 00000100\nails n 1 0 1 0 00000700\n", "index.noun:2: expected synsets of the data file; it has no 00000700"},
		{"huge count", "index.noun", "illness n 99999999 99999999 @\n", "expected 99999999 pointer symbols"},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts := map[string]string{"data.noun": good}
			texts[c.file] = c.text
			g, err := wordnet.Read(files(texts))
			readertest.RefusedAt(t, g, err, c.want)
		})
	}
}

// A cycle is no error: nothing that follows parents may hang on it.
func TestReadCycle(t *testing.T) {
	g, err := wordnet.Read(files(map[string]string{"data.noun": `00000100 26 n 01 one 0 001 @ 00000200 n 0000 | g
00000200 26 n 01 two 0 002 @ 00000100 n 0000 @ 00000200 n 0000 | g
`}))
	if err != nil {
		t.Fatal(err)
	}
	topic, err := g.Expand("one", ontology.Expansion{Parents: ontology.All, Children: ontology.All})
	if err != nil || len(topic.Terms) != 2 {
		t.Errorf("topic %v, error %v", topic, err)
	}
}

func TestOpenNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := wordnet.Open(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v", err)
	}
	path := filepath.Join(dir, "data.adv")
	if err := os.WriteFile(path, []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := wordnet.Open(dir); err == nil || !strings.Contains(err.Error(), path+":1: expected") {
		t.Errorf("error %v", err)
	}
}

func real(t testing.TB) string {
	dir := filepath.Join("..", "..", "..", "shared", "data", "ontology", "wordnet")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no development data: %v", err)
	}
	return dir
}

// The counts are those of a plain line reader over the same files
// (data/ontology/README.md); the relations are 84,427 noun and 13,239 verb
// hypernyms, 9,097 parts, 12,293 members and 797 substances, no two the same.
func TestOpenReal(t *testing.T) {
	g, err := wordnet.Open(real(t))
	if err != nil {
		t.Fatal(err)
	}
	if g.Len() != 117659 || g.Terms() != 206978 || g.Relations() != 84427+13239+9097+12293+797 {
		t.Errorf("%d concepts, %d terms, %d relations", g.Len(), g.Terms(), g.Relations())
	}
	for c := range g.All() {
		for _, parent := range c.Parents {
			if _, ok := g.Concept(parent); !ok {
				t.Fatalf("%s has no parent %s", c.ID, parent)
			}
		}
	}
	parents := map[string][]string{ // of the thesis's topics
		"chickenpox":      {"14132975-n", "pox"},
		"Varicella":       {"14132975-n", "pox"},
		"enuresis":        {"13474858-n", "incontinence"},
		"breast cancers":  {"14246899-n", "carcinoma"},
		"hearing loss":    {"14550987-n", "hearing impairment"},
		"influenza":       {"14122497-n", "contagious disease", "respiratory disease"},
		"GRIPPE":          {"14122497-n", "contagious disease", "respiratory disease"},
		"vasectomies":     {"00716179-n", "ablation", "surgical contraception"},
		"tinnitus":        {"14568359-n", "symptom"},
		"sunburn":         {"14290534-n", "hyperpigmentation"},
		"suntan":          {"14290534-n", "hyperpigmentation"},
		"motion sickness": {"14203346-n", "ailment", "nausea"},
		"insomnia":        {"14023374-n", "sleep disorder"},
	}
	for query, want := range parents {
		for _, query := range []string{query, want[0], "wn30:" + want[0]} {
			topic, err := g.Topic(context.Background(), query)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{topic.ID}
			for _, term := range topic.Terms {
				if term.Relation == ontology.Partial {
					got = append(got, term.Text)
				}
			}
			if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
				t.Errorf("%s is %v, want %v", query, got, want)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	all := database()
	f.Add(all["data.noun"].Data, all["index.noun"].Data)
	f.Add(all["data.adj"].Data, []byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, data, index []byte) {
		for _, part := range []string{"noun", "verb", "adj"} {
			g, err := wordnet.Read(fstest.MapFS{"data." + part: {Data: data}, "index." + part: {Data: index}})
			if (g == nil) == (err == nil) {
				t.Errorf("graph %v with error %v", g, err)
			}
		}
	})
}

func ExampleRead() {
	g, err := wordnet.Read(fstest.MapFS{"data.noun": {Data: []byte(
		"00000100 26 n 02 influenza 0 flu 0 001 @ 00000200 n 0000 | an acute disease\n" +
			"00000200 26 n 01 contagious_disease 0 000 | one that spreads\n")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	topic, err := g.Topic(context.Background(), "Influenza")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range topic.Terms {
		fmt.Println(term.Text, "is", term.Relation)
	}
	// Output:
	// Influenza is exact
	// flu is synonym
	// contagious disease is partial
}
