// Package tokens finds given values among the words of a page, and the items that hold them.
package tokens

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Token is a word of the visible text as it is compared, with its interval.
type Token struct {
	word     string
	from, to int32
}

// Tokenized is a page with its words: what learning looks for values in.
type Tokenized struct {
	*stretches.CutPage
	tokens []Token
	where  map[string][]int32 // word to tokens
}

// New finds the words of a page.
func New(p *stretches.CutPage) *Tokenized { return NewAt(p, p.Parted) }

// NewAt ends words also where texts are in two elements that are parted.
func NewAt(p *stretches.CutPage, parted func(a, b int32) bool) *Tokenized {
	t := &Tokenized{CutPage: p, where: map[string][]int32{}}
	if len(p.Items) == 0 {
		return t
	}
	var word strings.Builder
	var from, to int32
	flush := func() {
		if word.Len() > 0 {
			w := words.Letters(word.String())
			if w != "" {
				t.where[w] = append(t.where[w], int32(len(t.tokens)))
				t.tokens = append(t.tokens, Token{w, from, to})
			}
			word.Reset()
		}
	}
	var last layout.Piece
	for _, x := range p.Pieces(0) {
		if x.Line || x.Note != last.Note || last.Text != "" && parted(p.Nodes[last.Node].Parent, p.Nodes[x.Node].Parent) {
			flush()
		}
		last = x
		for i, r := range x.Text {
			if !words.Outside(r) {
				if word.Len() == 0 {
					from = x.At + int32(i)
				}
				word.WriteRune(r)
				to = x.At + int32(i+utf8.RuneLen(r))
			} else if !words.ZeroWidth(r) {
				flush()
			}
		}
	}
	flush()
	return t
}

// Within returns the tokens of an interval.
func (t *Tokenized) Within(v layout.Interval) []Token {
	i := sort.Search(len(t.tokens), func(i int) bool { return t.tokens[i].from >= v.From })
	j := i + sort.Search(len(t.tokens)-i, func(j int) bool { return t.tokens[i+j].to > v.To })
	return t.tokens[i:j]
}

// WordsOf returns the words of tokens.
func WordsOf(ts []Token) []string {
	return each.Of(ts, func(t Token) string { return t.word })
}

// MaxFound bounds how often one value is looked at.
const MaxFound = 50

// Find returns the intervals of words that follow each other.
func (t *Tokenized) Find(sought []string) []layout.Interval {
	if len(sought) == 0 {
		return nil
	}
	rarest := 0
	for k, w := range sought {
		if len(t.where[w]) < len(t.where[sought[rarest]]) {
			rarest = k
		}
	}
	var out []layout.Interval
	for _, at := range t.where[sought[rarest]] {
		if i := int(at) - rarest; t.standsAt(i, sought) {
			out = append(out, layout.Interval{From: t.tokens[i].from, To: t.tokens[i+len(sought)-1].to})
			if len(out) == MaxFound {
				break
			}
		}
	}
	return out
}

func (t *Tokenized) standsAt(i int, sought []string) bool {
	if i < 0 || i+len(sought) > len(t.tokens) {
		return false
	}
	return slices.EqualFunc(t.tokens[i:i+len(sought)], sought, func(at Token, w string) bool { return at.word == w })
}

// FindName returns the intervals of a name: as written, surname first, or with
// initials for the given names.
func (t *Tokenized) FindName(name string) []layout.Interval {
	ws := words.Of(people.SurnameLast(name))
	if len(ws) == 0 {
		return nil
	}
	out := t.Find(ws)
	if written := words.Of(name); !slices.Equal(written, ws) {
		out = append(t.Find(written), out...)
	}
	if len(ws) == 1 || len(out) > 0 {
		return out
	}
	surname := ws[len(ws)-1]
	const reach = 3 // words between a given name and its surname
	for _, i := range t.where[surname] {
		for _, j := range []int{-1, 1, -2, 2, -reach} {
			k := int(i) + j
			if k < 0 || k >= len(t.tokens) {
				continue
			}
			if people.SameGiven(t.tokens[k].word, ws[0]) {
				a, b := t.tokens[min(k, int(i))], t.tokens[max(k, int(i))]
				out = append(out, layout.Interval{From: a.from, To: b.to})
				break
			}
		}
		if len(out) == MaxFound {
			break
		}
	}
	return out
}

// maxIgnored bounds the words around a value that are asked about.
const maxIgnored = 1000

// widen climbs from an item as long as its parent has no words but those that
// ignore allows.
func (t *Tokenized) widen(i int32, ignore func(words []string) bool) []int32 {
	chain := []int32{i}
	for {
		it := &t.Items[i]
		if it.Parent < 0 {
			return chain
		}
		up := &t.Items[it.Parent]
		if up.Parent < 0 {
			return chain
		}
		if up.From != it.From || up.To != it.To {
			before, behind := t.Within(layout.Interval{From: up.From, To: it.From}), t.Within(layout.Interval{From: it.To, To: up.To})
			if len(before)+len(behind) > maxIgnored || !ignore(append(WordsOf(before), WordsOf(behind)...)) {
				return chain
			}
		}
		i = it.Parent
		chain = append(chain, i)
	}
}

func noWords(ws []string) bool { return len(ws) == 0 }

// OnlyMarks reports whether words are only such as separate names: numbers,
// single letters, joining words.
func OnlyMarks(ws []string) bool {
	return !slices.ContainsFunc(ws, func(w string) bool { return utf8.RuneCountInString(w) > 2 && !slices.Contains(words.Joiners, w) })
}
