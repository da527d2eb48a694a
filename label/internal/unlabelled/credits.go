package unlabelled

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// credits is what the lines of a slot say of the people whom a page names.
type credits struct {
	lines        []int // that name somebody
	names        []string
	institutions []string // institutions behind the names in their lines
}

// authors guesses whom each page names as authors: in the slot whose texts are most like names.
func (g *guesser) authors(slots []slot, titles []int) []credits {
	best, top := make([]credits, len(g.pages)), leastScore
	for _, s := range slots {
		for _, surnameFirst := range []bool{false, true} {
			if found, score := g.credits(s, surnameFirst, titles); score > top {
				best, top = found, score
			}
		}
	}
	return best
}

// credits returns what the lines of a slot say, and how like authors that is: the share of what the lines
// begin with that are names, lower for those far behind the title, and a little higher for longer lists, of
// which the others may be a part.
func (g *guesser) credits(s slot, surnameFirst bool, titles []int) ([]credits, float64) {
	const longer = 0.05 // for twice as many names
	out := make([]credits, len(g.pages))
	sum, names := 0.0, 0
	together := !surnameFirst && s.inOneLine()
	for i, lines := range s {
		r := creditReader{g: g, page: g.pages[i], surnameFirst: surnameFirst, together: together}
		for _, k := range lines {
			if k != titles[i] && r.page.Lines[k].Size <= maxByline {
				r.line(k)
			}
		}
		out[i] = r.credits
		if len(r.names) > 0 {
			names += len(r.names)
			sum += float64(r.right) / float64(r.right+r.wrong) * nearTitle(r.lines[0], titles[i])
		}
	}
	pages := float64(len(g.pages))
	return out, sum / pages * (1 + longer*math.Log2(1+float64(names)/pages))
}

// nearTitle is the weight of authors that a line names first.
func nearTitle(line, title int) float64 {
	const near, each = 12, 0.02 // lines behind the title
	switch d := line - title; {
	case title < 0:
		return 1
	case d < 0 || d > near:
		return 0.5
	default:
		return 1 - each*float64(d)
	}
}

// creditReader reads the lines of one page.
type creditReader struct {
	credits
	g            *guesser
	page         *stretches.CutPage
	surnameFirst bool          // "Surname, Name"
	together     bool          // a line may name several persons with their institutions
	known        people.Lookup // of the names
	right, wrong int           // texts that are like names, and that are not
	decoder      grammar.Decoder
}

// general reads lines of persons with their institutions as most journals have them: a person or several, an
// institution, its country, and so on.
var general = (&grammar.Grammar{Counts: map[string]float64{
	"start  author": 2, "step author , place": 1, "step author , author": 1, "step place , place": 2,
	"class n author": 3, "class p place": 2, "class c place": 2, "end p place": 1, "end c place": 2,
}}).NewReader()

// line reads the names that a line begins with, and the institutions behind them.
func (r *creditReader) line(k int) {
	had := len(r.names)
	rest := r.leading(r.page.Cut(k))
	if len(r.names) > had {
		r.lines = append(r.lines, k)
	}
	switch {
	case rest == "":
	case len(r.names) > had && people.NamesInstitution(rest):
		r.rest(k, rest)
	default:
		r.wrong++
	}
}

// rest reads what is behind the names that line k begins with: an institution, or persons with theirs.
func (r *creditReader) rest(k int, text string) {
	had, line := len(r.names), []int{k}
	if r.together {
		for _, name := range general.Read(r.page, &r.decoder, zones.Authors, line).Items {
			if !r.known.Has(r.names, name) {
				r.name(name)
			}
		}
	}
	if len(r.names) == had {
		r.institutions = append(r.institutions, text)
		return
	}
	r.institutions = append(r.institutions, general.Read(r.page, &r.decoder, zones.Affiliations, line).Items...)
}

// leading reads the names that a line begins with, and returns what is behind them.
func (r *creditReader) leading(c *stretches.Line) string {
	parts := c.Stretches
	for n := 0; n < len(parts); n++ {
		a := &parts[n]
		text := c.Text[a.From:a.To]
		switch {
		case r.g.most(r.g.parts[text]):
		case r.surnameFirst && n+1 < len(parts) && strings.Trim(parts[n+1].Sep, "e") == "," && !strings.Contains(text, " "):
			n++
			r.name(people.SurnameLast(c.Text[a.From:parts[n].To]))
		case !r.surnameFirst && people.IsName(a.Class):
			r.name(text)
		case !r.surnameFirst && strings.IndexByte(besideName, a.Class) >= 0:
		default:
			return words.Trim(c.Text[a.From:parts[len(parts)-1].To], " ,;-")
		}
	}
	return ""
}

// besideName are the classes of stretches that stand beside names.
var besideName = string([]byte{people.ClassAddress, people.ClassDegree, people.ClassNumber, people.ClassLower})

func (r *creditReader) name(text string) {
	name := people.CleanName(text)
	ok := people.PlausibleName(name)
	if ok && r.g.like(name) {
		r.right++
	} else {
		r.wrong++
	}
	if ok && !r.known.Has(r.names, name) {
		r.names = append(r.names, name)
	}
}

// like reports whether a text may be a name by its words: the pages do not have most of them in small letters.
func (g *guesser) like(name string) bool {
	const shortest = 3 // letters of a word that counts
	n, small := 0, 0
	for _, w := range words.Of(name) {
		if utf8.RuneCountInString(w) < shortest {
			continue
		}
		n++
		if g.small[w] {
			small++
		}
	}
	return 2*small <= n
}
