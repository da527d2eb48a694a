package phrase

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/net/html"
)

// shared is where the real terms and texts are; benchmarks that need them are
// skipped elsewhere.
const shared = "../../../shared/data"

// benchText is the length of a text to search, which is cut into documents of
// benchDocument bytes as a crawler would meet them.
const (
	benchText     = 16 << 20
	benchDocument = 32 << 10
)

// A corpus is terms and a text, made once for all benchmarks of a run.
type corpus struct {
	name string
	text func() (string, error)
	base func() ([]string, error) // terms, without the n-grams that fill up
}

var corpora = []corpus{
	{"real", sync.OnceValues(manualText), sync.OnceValues(lemmas)},
	{"generated", sync.OnceValues(generatedText), sync.OnceValues(generatedTerms)},
}

// lemmas returns the lemmas of WordNet in a fixed random order.
func lemmas() ([]string, error) {
	var all []string
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		f, err := os.Open(filepath.Join(shared, "ontology/wordnet/index."+part+".gz"))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(z)
		for lines.Scan() {
			if lemma, _, ok := strings.Cut(lines.Text(), " "); ok && lemma != "" {
				all = append(all, lemma)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	shuffle(all)
	return all, nil
}

func shuffle(s []string) {
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
}

// manualText returns the visible text of the manuals in the recorded web.
func manualText() (string, error) {
	f, err := os.Open(filepath.Join(shared, "web/debdocs/debdocs.tar.zst"))
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return "", err
	}
	defer z.Close()
	var b strings.Builder
	for files := tar.NewReader(z); b.Len() < benchText; {
		h, err := files.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		if !strings.HasSuffix(h.Name, ".html") {
			continue
		}
		visible(&b, files)
	}
	return b.String(), nil
}

// visible appends the text of a page.
func visible(b *strings.Builder, page io.Reader) {
	z := html.NewTokenizer(page)
	hidden := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			name, _ := z.TagName()
			hidden = string(name) == "script" || string(name) == "style"
		case html.EndTagToken:
			hidden = false
		case html.TextToken:
			if !hidden {
				b.Write(z.Text())
			}
		}
	}
}

// generatedText returns prose-like text: words by Zipf's law, sentences.
func generatedText() (string, error) {
	terms, _ := generatedTerms()
	r := rand.New(rand.NewPCG(3, 4))
	zipf := rand.NewZipf(r, 1.1, 5, uint64(len(terms)-1))
	var b strings.Builder
	for b.Len() < benchText {
		b.WriteString(strings.ReplaceAll(terms[zipf.Uint64()], "_", " "))
		switch r.IntN(15) {
		case 0:
			b.WriteString(".\nThe ")
		case 1:
			b.WriteString(", ")
		default:
			b.WriteByte(' ')
		}
	}
	return b.String(), nil
}

// generatedTerms returns as many terms as WordNet has, of one to three
// pronounceable words.
func generatedTerms() ([]string, error) {
	r := rand.New(rand.NewPCG(5, 6))
	words := make([]string, 60_000)
	for i := range words {
		var b strings.Builder
		for range 1 + r.IntN(2) + r.IntN(2) + r.IntN(2) {
			b.WriteByte("bcdfghklmnprstvz"[r.IntN(16)])
			b.WriteByte("aeiou"[r.IntN(5)])
		}
		b.WriteByte("lmnrst"[r.IntN(6)])
		words[i] = b.String()
	}
	terms := make([]string, 0, 150_000)
	for range cap(terms) {
		t := words[r.IntN(len(words))]
		for range max(0, r.IntN(4)-1) {
			t += "_" + words[r.IntN(len(words))]
		}
		terms = append(terms, t)
	}
	return terms, nil
}

// load returns the documents and n terms: those of the corpus, then runs of
// two to four words out of the text.
func (c corpus) load(b *testing.B, n int) (documents, terms []string) {
	b.Helper()
	base, err := c.base()
	if err != nil {
		b.Skipf("no real terms: %v", err)
	}
	text, err := c.text()
	if err != nil {
		b.Skipf("no real text: %v", err)
	}
	terms = append(terms, base[:min(n, len(base))]...)
	words := strings.Fields(text)
	r := rand.New(rand.NewPCG(7, 8))
	for len(terms) < n {
		i := r.IntN(len(words) - 4)
		terms = append(terms, strings.Join(words[i:i+2+r.IntN(3)], " "))
	}
	for ; len(text) > benchDocument; text = text[benchDocument:] {
		documents = append(documents, text[:benchDocument])
	}
	return append(documents, text), terms
}

func build(terms []string) *Set {
	var b Builder
	for i, t := range terms {
		b.Add(t, uint32(i))
	}
	return b.Build()
}

func size(documents []string) (n int64) {
	for _, d := range documents {
		n += int64(len(d))
	}
	return n
}

// scanAll is the floor under Match: the tokeniser alone.
func scanAll(documents []string) (words int) {
	for _, d := range documents {
		s := scanner{text: d}
		for s.next() {
			words++
		}
	}
	return words
}

// BenchmarkMatch also reports the speed of the quickest pass over each document, which other
// programs on the machine hardly change, and how many times as long as the tokeniser alone,
// measured at once after it, Match takes.
func BenchmarkMatch(b *testing.B) {
	for _, c := range corpora {
		for _, n := range []int{10_000, 100_000, 500_000} {
			b.Run(fmt.Sprintf("%s/%dk", c.name, n/1000), func(b *testing.B) {
				documents, terms := c.load(b, n)
				s := build(terms)
				var dst []Hit
				hits := 0
				b.SetBytes(size(documents))
				b.ReportAllocs()
				for _, d := range documents {
					dst = s.Match(dst[:0], d)
				}
				quickest := make([]time.Duration, len(documents))
				for b.Loop() {
					hits = 0
					for i, d := range documents {
						begun := time.Now()
						dst = s.Match(dst[:0], d)
						if took := time.Since(begun); quickest[i] == 0 || took < quickest[i] {
							quickest[i] = took
						}
						hits += len(dst)
					}
				}
				var best time.Duration
				for _, took := range quickest {
					best += took
				}
				b.ReportMetric(float64(size(documents))/1e6/best.Seconds(), "best-MB/s")
				took := b.Elapsed() / time.Duration(b.N)
				begun := time.Now()
				words := scanAll(documents)
				b.ReportMetric(float64(took)/float64(time.Since(begun)), "x-scan")
				b.ReportMetric(float64(took.Nanoseconds())/float64(words), "ns/word")
				b.ReportMetric(float64(hits), "hits")
			})
		}
	}
}

// BenchmarkFloor is what cutting text costs alone: by this package's
// tokeniser, by Words, and by the standard library with its looser rules.
func BenchmarkFloor(b *testing.B) {
	for _, c := range corpora {
		documents, _ := c.load(b, 0)
		run := func(name string, f func(document string) int) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.SetBytes(size(documents))
				b.ReportAllocs()
				for b.Loop() {
					for _, d := range documents {
						f(d)
					}
				}
			})
		}
		run("scan", func(d string) int { return scanAll([]string{d}) })
		run("words", func(d string) (n int) {
			for range Words(d) {
				n++
			}
			return n
		})
		run("fields", func(d string) int { return len(strings.Fields(strings.ToLower(d))) })
		run("bytes", func(d string) (n int) {
			for i := range len(d) {
				if asciiTraits[d[i]]&classBits == classWord {
					n++
				}
			}
			return n
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, c := range corpora {
		for _, n := range []int{100_000, 500_000} {
			b.Run(fmt.Sprintf("%s/%dk", c.name, n/1000), func(b *testing.B) {
				_, terms := c.load(b, n)
				b.ReportAllocs()
				var s *Set
				for b.Loop() {
					s = build(terms)
				}
				bytes := 16*len(s.words.Slots) + 4*cap(s.words.Ends) + cap(s.words.Text) + 17*len(s.edges.Slots) +
					4*cap(s.wordIDs) + 4*cap(s.nodeIDs)
				b.ReportMetric(float64(bytes)/1e6, "live-MB")
			})
		}
	}
}

// BenchmarkForeign is text of which most words are not ASCII.
func BenchmarkForeign(b *testing.B) {
	texts := map[string]string{
		"cyrillic":   "Сахарный диабет второго типа, лечение и профилактика осложнений. ",
		"french":     "La leucémie aiguë myéloïde chez l’enfant âgé de moins d’un an. ",
		"decomposed": "La leuce\u0301mie aigue\u0308 mye\u0301loi\u0308de chez l’enfant a\u0302ge\u0301 de moins. ",
		"chinese":    "急性骨髓性白血病的诊断和治疗。",
		"greek":      "Ο καρκίνος του μαστού είναι η συχνότερη μορφή. ",
		"arabic":     "مرض السُّكَّري هو متلازمة تتصف باضطراب الأيض. ",
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(text, benchDocument/len(text))
			s := build([]string{"сахарный диабет", "leucémie aiguë", "白血病"})
			var dst []Hit
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				dst = s.Match(dst[:0], text)
			}
		})
	}
}
