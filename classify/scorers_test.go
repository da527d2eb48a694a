package classify_test

import (
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/ontology"
)

const marked = `<title>Flu</title><h1>The <b>flu</b></h1><p>A cold is <b>no flu</b>, it is a <a href=x>heart</a> attack.`

func TestEmphasisText(t *testing.T) {
	d := classify.Reader{}.Scan([]byte(marked), page)
	for _, c := range []struct {
		emphasis classify.Emphasis
		want     string
	}{
		{classify.Emphasis{}, "Flu\n\nThe flu\n\nA cold is no flu, it is a heart attack."},
		{classify.Emphasis{Title: 3}, "Flu\n\nThe flu\n\nA cold is no flu, it is a heart attack.\n\nFlu\n\nFlu"},
		// A bold word in a heading counts as the heading does.
		{classify.Emphasis{Heading: 2, Bold: -1}, "Flu\n\nThe flu\n\nA cold is \n\n, it is a heart attack.\n\nThe \n\nflu"},
		{classify.Emphasis{Bold: 2}, "Flu\n\nThe flu\n\nA cold is no flu, it is a heart attack.\n\nno flu"},
		{classify.Emphasis{Anchor: -1}, "Flu\n\nThe flu\n\nA cold is no flu, it is a \n\n attack."},
		{classify.Emphasis{Anchor: -7, Title: 1}, "Flu\n\nThe flu\n\nA cold is no flu, it is a \n\n attack."},
	} {
		if diff := cmp.Diff(c.want, c.emphasis.Text(d)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.emphasis, diff)
		}
	}
	if got := (classify.Emphasis{Body: -1}).Text(d); strings.Contains(got, "cold") || !strings.Contains(got, "no flu") {
		t.Errorf("without the body: %q", got)
	}
	if most, more := (classify.Emphasis{Heading: 16}).Text(d), (classify.Emphasis{Heading: 99}).Text(d); most != more {
		t.Errorf("99 times is %q, 16 times %q", more, most)
	}
	huge := classify.Reader{}.Scan([]byte("<b>"+strings.Repeat("x ", 1000)+"</b> <b>y</b>"), page)
	if got := len((classify.Emphasis{Bold: 1 << 40}).Text(huge)); got > 5*len(huge.Text)+100 {
		t.Errorf("%d bytes of %d", got, len(huge.Text))
	}
}

type plain struct{}

func (plain) Score(text string) float64 { return float64(len(text)) }

type occurrences struct{ plain }

func (occurrences) Occurrences(string) iter.Seq2[string, float64] { return nil }
func (occurrences) Unit() float64                                 { return 3 }

type parts struct{ plain }

func (parts) Parts(string) iter.Seq2[string, float64] { return nil }

// A scorer with emphasis can do what the scorer under it can.
func TestEmphasisKeepsAbilities(t *testing.T) {
	topic := ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}})
	for _, c := range []struct {
		scorer       classify.Scorer
		terms, parts bool
	}{{plain{}, false, false}, {occurrences{}, true, false}, {parts{}, false, true}, {topic, true, true}} {
		s := classify.Emphasis{Title: 2}.NewScorer(c.scorer)
		terms, isTerms := s.(classify.TermScorer)
		if _, explains := s.(interface {
			Parts(string) iter.Seq2[string, float64]
		}); isTerms != c.terms || explains != c.parts {
			t.Errorf("%T: TermScorer %v, Parts %v", c.scorer, isTerms, explains)
		}
		if isTerms && terms.Unit() != c.scorer.(classify.TermScorer).Unit() {
			t.Errorf("%T: unit %v", c.scorer, terms.Unit())
		}
		if s.Score("flu") != c.scorer.Score("flu") {
			t.Errorf("%T: a text scores %v", c.scorer, s.Score("flu"))
		}
	}
	d := classify.Reader{}.Scan([]byte(marked), page)
	if got := classify.ScoreDocument(classify.Emphasis{Title: 5, Heading: 2}.NewScorer(topic), d); got != 15*(5+2+1) {
		t.Errorf("with emphasis %v", got)
	}
	if got := classify.ScoreDocument(topic, d); got != 45 {
		t.Errorf("without %v", got)
	}
}

func TestCosineOfWords(t *testing.T) {
	stem := func(word string) string { return strings.TrimSuffix(word, "s") }
	for _, c := range []struct {
		words       classify.Words
		query, text string
		want        float64
	}{
		{classify.Words{}, "cancer of the breast", "of the", 2 / (2 * math.Sqrt2)},
		{classify.Words{Stop: classify.EnglishStop}, "cancer of the breast", "of the", 0},
		{classify.Words{Stop: classify.EnglishStop}, "Cancer of the breast", "The breast has a CANCER", 1},
		{classify.Words{Stop: classify.EnglishStop}, "of the", "of the", 0},
		{classify.Words{Stem: stem}, "breasts", "breast", 1},
		{classify.Words{}, "breasts", "breast", 0},
	} {
		if got := c.words.NewCosine(c.query).Score(c.text); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%q and %q: %v, want %v", c.query, c.text, got, c.want)
		}
	}
}
