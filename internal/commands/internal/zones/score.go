package zones

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/lokman-crawler/lokman/label"
)

// Verdict says for each zone with a truth whether it is right.
type Verdict map[label.Label]bool

// Judge compares a prediction with the truth. It is written apart from the
// package that it measures.
func Judge(p Prediction, truth label.Values) Verdict {
	v := Verdict{}
	if truth.Title != "" {
		v[label.Title] = bagF1(tokens(p.Title), tokens(truth.Title)) >= 0.9
	}
	if len(truth.Authors) > 0 {
		v[label.Authors] = setF1(nameKeys(p.Authors), nameKeys(truth.Authors)) >= 0.9
	}
	if len(truth.Affiliations) > 0 {
		v[label.Affiliations] = bagF1(tokens(strings.Join(p.Affiliations, " ")), tokens(strings.Join(truth.Affiliations, " "))) >= 0.8
	}
	if truth.Abstract != "" {
		v[label.Abstract] = bagF1(tokens(p.Abstract), tokens(truth.Abstract)) >= 0.9
	}
	return v
}

func (v Verdict) all() bool {
	for _, right := range v {
		if !right {
			return false
		}
	}
	return true
}

// sameText reports whether two texts differ by white space and forms of characters (NFKC) alone.
func sameText(a, b string) bool {
	return slices.Equal(strings.Fields(norm.NFKC.String(a)), strings.Fields(norm.NFKC.String(b)))
}

// tokens are words after NFKC and case folding, without punctuation.
func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(s)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
}

func bagF1(a, b []string) float64 {
	count := map[string]int{}
	for _, w := range a {
		count[w]++
	}
	n := 0
	for _, w := range b {
		if count[w] > 0 {
			count[w]--
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return 2 * float64(n) / float64(len(a)+len(b))
}

// nameKeys are surname and first initial.
func nameKeys(names []string) map[string]bool {
	out := map[string]bool{}
	for _, name := range names {
		if last, first, ok := strings.Cut(name, ", "); ok {
			name = first + " " + last
		}
		if ws := tokens(name); len(ws) > 0 {
			r, _ := utf8.DecodeRuneInString(ws[0])
			out[ws[len(ws)-1]+" "+string(r)] = true
		}
	}
	return out
}

func setF1(a, b map[string]bool) float64 {
	n := 0
	for k := range a {
		if b[k] {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return 2 * float64(n) / float64(len(a)+len(b))
}
