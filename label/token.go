package label

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// token is a word of the visible text as it is compared, with its interval.
type token struct {
	word     string
	from, to int32
}

// tokenizedPage is a page with its words: what learning looks for values in.
type tokenizedPage struct {
	*cutPage
	tokens []token
	where  map[string][]int32 // word to tokens
}

func (p *cutPage) tokenize() *tokenizedPage { return p.tokenizeAt(parted) }

// tokenizeAt ends words also where texts are in two elements that are parted.
func (p *cutPage) tokenizeAt(parted func(a, b *html.Node) bool) *tokenizedPage {
	t := &tokenizedPage{cutPage: p, where: map[string][]int32{}}
	if len(p.items) == 0 {
		return t
	}
	var word strings.Builder
	var from, to int32
	flush := func() {
		if word.Len() > 0 {
			w := strings.Join(words.Of(word.String()), "")
			if w != "" {
				t.where[w] = append(t.where[w], int32(len(t.tokens)))
				t.tokens = append(t.tokens, token{w, from, to})
			}
			word.Reset()
		}
	}
	var last piece
	for _, x := range p.pieces(0) {
		if x.line || x.note != last.note || last.node != nil && parted(last.node.Parent, x.node.Parent) {
			flush()
		}
		last = x
		for i, r := range x.text {
			if !words.Outside(r) {
				if word.Len() == 0 {
					from = x.at + int32(i)
				}
				word.WriteRune(r)
				to = x.at + int32(i+utf8.RuneLen(r))
			} else if !words.ZeroWidth(r) {
				flush()
			}
		}
	}
	flush()
	return t
}

// parted reports whether texts in two elements are separate words though no space
// is between them: styles separate spans of different classes.
func parted(a, b *html.Node) bool {
	if a == b || a == nil || b == nil {
		return false
	}
	return a.DataAtom == atom.Span && marked(a) || b.DataAtom == atom.Span && marked(b)
}

// interval is a stretch of visible text.
type interval struct{ from, to int32 }

// inside returns the tokens of an interval.
func (t *tokenizedPage) inside(v interval) []token {
	i := sort.Search(len(t.tokens), func(i int) bool { return t.tokens[i].from >= v.from })
	j := i + sort.Search(len(t.tokens)-i, func(j int) bool { return t.tokens[i+j].to > v.to })
	return t.tokens[i:j]
}

func wordsOf(ts []token) []string {
	out := make([]string, len(ts))
	for i := range ts {
		out[i] = ts[i].word
	}
	return out
}

// maxFound bounds how often one value is looked at.
const maxFound = 50

// find returns the intervals of a run of words.
func (t *tokenizedPage) find(run []string) []interval {
	if len(run) == 0 {
		return nil
	}
	rarest := 0
	for k, w := range run {
		if len(t.where[w]) < len(t.where[run[rarest]]) {
			rarest = k
		}
	}
	var out []interval
	for _, at := range t.where[run[rarest]] {
		if i := int(at) - rarest; t.runAt(i, run) {
			out = append(out, interval{t.tokens[i].from, t.tokens[i+len(run)-1].to})
			if len(out) == maxFound {
				break
			}
		}
	}
	return out
}

func (t *tokenizedPage) runAt(i int, run []string) bool {
	if i < 0 || i+len(run) > len(t.tokens) {
		return false
	}
	for k, w := range run {
		if t.tokens[i+k].word != w {
			return false
		}
	}
	return true
}

// findName returns the intervals of a name: as written, surname first, or with
// initials for the given names.
func (t *tokenizedPage) findName(name string) []interval {
	ws := words.Of(surnameLast(name))
	if len(ws) == 0 {
		return nil
	}
	out := t.find(ws)
	if written := words.Of(name); !slices.Equal(written, ws) {
		out = append(t.find(written), out...)
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
			if sameGiven(t.tokens[k].word, ws[0]) {
				a, b := t.tokens[min(k, int(i))], t.tokens[max(k, int(i))]
				out = append(out, interval{a.from, b.to})
				break
			}
		}
		if len(out) == maxFound {
			break
		}
	}
	return out
}

// sameGiven reports whether two given names are equal, or one is the initial of
// the other.
func sameGiven(a, b string) bool {
	if a == b {
		return true
	}
	if utf8.RuneCountInString(a) > 1 {
		a, b = b, a
	}
	return utf8.RuneCountInString(a) == 1 && strings.HasPrefix(b, a)
}

// surnameLast turns "Last, First" round.
func surnameLast(name string) string {
	last, first, ok := strings.Cut(name, ",")
	if ok && !strings.Contains(first, ",") && strings.TrimSpace(first) != "" && !suffix(strings.TrimSpace(first)) {
		return strings.TrimSpace(first) + " " + strings.TrimSpace(last)
	}
	return name
}

// region is a run of items with one parent.
type region struct{ first, last int32 }

func (p *page) interval(r region) interval {
	return interval{p.items[r.first].from, p.items[r.last].to}
}

// enclosing returns the deepest item that holds an interval.
func (p *page) enclosing(v interval) int32 {
	deepest := int32(0)
	for i := range p.items {
		it := &p.items[i]
		if it.from > v.from {
			break
		}
		if it.to >= v.to {
			deepest = int32(i)
		}
	}
	return deepest
}

// maxIgnored bounds the words around a value that are asked about.
const maxIgnored = 1000

// widen climbs from an item as long as its parent has no words but those that
// ignore allows.
func (t *tokenizedPage) widen(i int32, ignore func(words []string) bool) []int32 {
	chain := []int32{i}
	for {
		it := &t.items[i]
		if it.parent < 0 {
			return chain
		}
		up := &t.items[it.parent]
		if up.parent < 0 {
			return chain
		}
		if up.from != it.from || up.to != it.to {
			before, behind := t.inside(interval{up.from, it.from}), t.inside(interval{it.to, up.to})
			if len(before)+len(behind) > maxIgnored || !ignore(append(wordsOf(before), wordsOf(behind)...)) {
				return chain
			}
		}
		i = it.parent
		chain = append(chain, i)
	}
}

// between returns the run of an item's children that hold an interval, and
// whether other children with text are left out.
func (p *page) between(parent int32, v interval) (region, bool) {
	r := region{-1, -1}
	left := false
	for c := parent + 1; c < p.items[parent].end; c = p.items[c].end {
		it := &p.items[c]
		switch {
		case it.empty():
		case it.to <= v.from || it.from >= v.to:
			left = true
		default:
			if r.first < 0 {
				r.first = c
			}
			r.last = c
		}
	}
	return r, left && r.first >= 0
}

// next returns the item after i in the same parent, -1 if it is the last.
func (p *page) next(i int32) int32 {
	n := p.items[i].end
	if int(n) < len(p.items) && p.items[n].parent == p.items[i].parent {
		return n
	}
	return -1
}

func noWords(ws []string) bool { return len(ws) == 0 }

// onlyMarks reports whether words are only such as separate names: numbers,
// single letters, joining words.
func onlyMarks(ws []string) bool {
	for _, w := range ws {
		if utf8.RuneCountInString(w) > 2 && !slices.Contains(words.Joiners, w) {
			return false
		}
	}
	return true
}
