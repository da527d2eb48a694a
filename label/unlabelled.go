package label

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// LearnUnlabelled makes a model of a journal from pages that nobody has labelled:
// five or more, better ten. What is the same on the pages is the journal's, what
// differs is the article's; of that, headings are titles, lines of names are
// authors, lines that name institutions are affiliations, and long texts under a
// heading such as "Abstract", or before all other long ones, are abstracts. The
// values so guessed are learnt from as if a person had given them, so that a guess
// that other pages do not bear out loses its votes. Confidences are lower than those
// of labelled pages. With nothing found the error wraps [ErrNothingLearnt].
func LearnUnlabelled(pages []*html.Node) (*Model, error) {
	var laid []*page
	for i, root := range pages {
		p, err := newPage(root)
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", i, err)
		}
		p.layLines()
		laid = append(laid, p)
	}
	g := newGuesser(laid)
	var examples []Example
	for i, v := range g.values() {
		if v.Title != "" || v.Authors != nil {
			examples = append(examples, Example{pages[i], v})
		}
	}
	if len(examples) == 0 {
		return nil, fmt.Errorf("label: %w", ErrNothingLearnt)
	}
	const most = 6 // pages, as learning compares each with each
	m, err := Learn(examples[:min(len(examples), most)])
	if err != nil {
		return nil, err
	}
	m.Reach = 0 // where zones end was only guessed
	for l := range m.Voters {
		m.doubt(l)
	}
	return m, nil
}

// unlabelledShare is the confidence of a zone that is learnt from guesses, as a share of that
// learnt from what is known.
const unlabelledShare = 0.85

// guesser finds what may be the zones of pages of one journal.
type guesser struct {
	pages  []*page
	common map[string]int // texts of lines, by the number of pages that have them
	opens  map[string]int // the same of labels that lines open with
}

func newGuesser(pages []*page) *guesser {
	g := &guesser{pages, map[string]int{}, map[string]int{}}
	for _, p := range pages {
		seen, opened := map[string]bool{}, map[string]bool{}
		for _, l := range p.lined {
			text := p.text(l.top)
			if seen[text] {
				continue
			}
			seen[text] = true
			g.common[text]++
			if o := openingLabel(text); o != "" && !opened[o] {
				opened[o] = true
				g.opens[o]++
			}
		}
	}
	return g
}

// openingLabel returns the few words that a line begins with before a colon.
func openingLabel(text string) string {
	const longest = 40 // bytes
	before, _, ok := strings.Cut(text[:min(len(text), longest)], ":")
	if ws := words(before); ok && len(ws) > 0 && len(ws) <= maxLandmark {
		return masked(ws)
	}
	return ""
}

// labelOf tells lines apart that open with a label that several pages have.
func (g *guesser) labelOf(text string) uint64 {
	if o := openingLabel(text); o != "" && 2*g.opens[o] >= len(g.pages) {
		return markHash("." + o)
	}
	return 0
}

// unlabelledText is a text without the label that it opens with.
func (g *guesser) unlabelledText(text string) string {
	if g.labelOf(text) == 0 {
		return text
	}
	_, rest, _ := strings.Cut(text, ":")
	return strings.TrimSpace(rest)
}

// slot is lines in the same elements, of each page.
type slot [][]int

// slots returns the kinds of lines that differ between the pages, by their elements, that half of
// the pages have.
func (g *guesser) slots() []slot {
	const most = 60 // lines of one kind on a page
	index := map[uint64]int{}
	var out []slot
	for i, p := range g.pages {
		for k, l := range p.lined {
			if 2*g.common[p.text(l.top)] > max(2, len(g.pages)) {
				continue
			}
			kind := p.path(l.core) + g.labelOf(p.text(l.top))
			at, ok := index[kind]
			if !ok {
				at = len(out)
				index[kind] = at
				out = append(out, make(slot, len(g.pages)))
			}
			if s := out[at]; len(s[i]) < most {
				s[i] = append(s[i], k)
			}
		}
	}
	return slices.DeleteFunc(out, func(s slot) bool {
		n := 0 // pages that have any
		for _, lines := range s {
			n += min(len(lines), 1)
		}
		return 2*n < len(g.pages)
	})
}

// best returns the lines of the slot with the greatest score on each page, those of the zone, which score
// returns too; no lines if none scores enough.
func (g *guesser) best(slots []slot, score func(page int, lines []int) (float64, []int)) [][]int {
	none := make([][]int, len(g.pages))
	out, top := none, 0.0
	for _, s := range slots {
		sum := 0.0
		chosen := make([][]int, len(g.pages))
		for i, lines := range s {
			if len(lines) > 0 {
				var v float64
				v, chosen[i] = score(i, lines)
				sum += v
			}
		}
		if sum /= float64(len(g.pages)); sum > top {
			out, top = chosen, sum
		}
	}
	const least = 0.3 // of a page on average
	if top < least {
		return none
	}
	return out
}

// values guesses the values of each page.
func (g *guesser) values() []Values {
	slots := g.slots()
	out := make([]Values, len(g.pages))
	titles := g.best(slots, func(i int, lines []int) (float64, []int) { return titleScore(g.pages[i], lines) })
	at := make([]int, len(g.pages)) // the lines of the titles, -1 where there is none
	for i, p := range g.pages {
		at[i] = -1
		if len(titles[i]) > 0 {
			at[i] = titles[i][0]
			out[i].Title = g.unlabelledText(p.text(p.lined[at[i]].top))
		}
	}
	authors := g.best(slots, func(i int, lines []int) (float64, []int) { return namesScore(g.pages[i], lines, at[i]) })
	places := g.best(slots, func(i int, lines []int) (float64, []int) { return placesScore(g.pages[i], lines, at[i]) })
	reader := (&Grammar{}).reader()
	for i, p := range g.pages {
		out[i].Authors = reader.read(p, Authors, authors[i]).items
		out[i].Affiliations = distinct(p.readLines(Affiliations, places[i]).items)
		if r, ok := p.headedAbstract(); ok {
			out[i].Abstract = p.readRegion(Abstract, r).text
		} else {
			out[i].Abstract = p.firstProse(at[i])
		}
	}
	return out
}

// titleScore: a heading or large type, one line, of three words or more, early; what
// is labelled so before all.
func titleScore(p *page, lines []int) (float64, []int) {
	k := lines[0]
	n := strings.Count(p.text(p.lined[k].top), " ") + 1
	if n < 3 || n > 40 {
		return 0, nil
	}
	score := 0.3
	for i := p.lined[k].core; i >= 0; i = p.items[i].parent {
		it := &p.items[i]
		if it.segment() {
			continue
		}
		switch h := heading(it.node); {
		case h == 1:
			score = max(score, 1)
		case h == 2:
			score = max(score, 0.8)
		case h > 0:
			score = max(score, 0.6)
		case it.node.Data == "b" || it.node.Data == "strong" || it.node.Data == "font" || it.node.Data == "big" || it.node.Data == "center":
			score = max(score, 0.5)
		}
		if slices.ContainsFunc(marks(it.node), func(m string) bool { return strings.Contains(strings.ToLower(m), "title") }) {
			score += 0.2
			break
		}
	}
	if label := p.labelWords(k - 1); label == "title" || p.opening(p.lined[k].top, 1) == "title" {
		score = 1.5
	}
	return score / float64(len(lines)) * (1 - 0.3*float64(k)/float64(len(p.lined))), []int{k}
}

// namesScore: the share of the stretches of a few lines near the title that are
// names.
func namesScore(p *page, lines []int, title int) (float64, []int) {
	const near = 12 // lines
	lines = slices.DeleteFunc(slices.Clone(lines), func(k int) bool { return k == title })
	if len(lines) == 0 {
		return 0, nil
	}
	names, all := 0, 0
	for _, k := range lines {
		for _, s := range p.cut(k).stretches {
			switch s.class {
			case className, classInitial:
				names++
				all++
			case classAddress, classDegree, classNumber, classLower:
			default:
				all++
			}
		}
	}
	if names == 0 {
		return 0, nil
	}
	score := float64(names) / float64(all)
	if score < 0.5 {
		return 0, nil
	}
	if title >= 0 {
		if d := lines[0] - title; d < 0 || d > near {
			score *= 0.5
		}
	}
	return score, lines
}

// placesScore: the share of a few lines behind the title that name an institution.
func placesScore(p *page, lines []int, title int) (float64, []int) {
	const longest, near = 400, 40 // bytes; lines
	n := 0
	for _, k := range lines {
		text := p.text(p.lined[k].top)
		if k > title && k < title+near && len(text) <= longest && namesInstitution(text) {
			n++
		}
	}
	score := float64(n) / float64(len(lines))
	if score < 0.7 {
		return 0, nil
	}
	return score, lines
}

// firstProse returns the first long text behind the title, "" if that is not known.
func (p *page) firstProse(title int) string {
	const least = 40 // words
	if title < 0 {
		return ""
	}
	for _, l := range p.lined[title+1:] {
		if text := p.text(l.top); strings.Count(text, " ")+1 >= least {
			return abstractOf(text, nil)
		}
	}
	return ""
}
