package metadata

import (
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// A StandingTitle is a title of the metadata as its page shows it.
type StandingTitle struct {
	Item  int32
	Text  string
	Heads bool // in a heading, or behind the label "Title"
}

// maxTitleLine is the greatest length, in bytes, of a title on a page.
const maxTitleLine = 500

// Standing finds the line or the heading that is a title, or else what it has before or behind a sign: beside it metadata name
// the site, the journal or the issue. Of several the one in the highest heading is taken, of parts the longest in a heading.
func Standing(p *layout.Page, title string) (found StandingTitle, ok bool) {
	const tried = 1000 // lines
	whole := words.Letters(title)
	if whole == "" || len(title) > 2*maxTitleLine {
		return found, false
	}
	parts, longest := partsOf(title), int32(2*len(title)+len("title: "))
	initials := [utf8.RuneSelf + 1]bool{'t': true, utf8.RuneSelf: true} // with "title:" before it, and those that were not compared
	for part := range parts {
		initials[initial(part)] = true
	}
	best := -1
	try := func(i, core int32, before int) {
		if it := &p.Items[i]; it.Empty() || it.To-it.From > min(longest, maxTitleLine) || !initials[p.Initial(i)] {
			return
		}
		text, labelled := p.TextOf(i), p.LabelWords(before) == "title"
		if rest, ok := cutFold(text, "title:"); ok {
			text, labelled = rest, true
		}
		heading := headingAround(p, core)
		if labelled {
			heading = 0
		}
		score := 0
		switch own := words.Letters(text); {
		case own == whole:
			score = 2*maxTitleLine + noHeading - heading
		case !parts[own]:
			return
		case labelled:
			score = 2*maxTitleLine - 1
		default:
			if score = min(len(own), maxTitleLine-2); heading < noHeading {
				score += maxTitleLine
			}
		}
		if score > best {
			best, found = score, StandingTitle{i, text, heading < noHeading}
		}
	}
	lines := p.LayLines()
	lines = lines[:min(len(lines), tried)]
	for k := range lines {
		try(lines[k].Top, lines[k].Core, k-1)
	}
	for i := range p.Items {
		if it := &p.Items[i]; !it.Segment() && it.RowEnd > it.Row+1 && layout.Heading(p.NodeOf(int32(i))) > 0 {
			try(int32(i), int32(i), -1) // of several lines
		}
	}
	if words.Normal(found.Text) == words.Normal(title) {
		found.Text = title
	}
	return found, best >= 0
}

// cutFold cuts a beginning from a text, whatever its case.
func cutFold(s, start string) (string, bool) {
	if len(s) < len(start) || !strings.EqualFold(s[:len(start)], start) {
		return s, false
	}
	return strings.TrimSpace(s[len(start):]), true
}

// initial is as layout.Page.Initial.
func initial(s string) byte {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || 'a' <= s[i] && s[i] <= 'z' {
			return min(s[i], utf8.RuneSelf)
		}
	}
	return 0
}

// partsOf returns the letters of a title and of what it has before and behind each sign that sites part their names by.
func partsOf(title string) map[string]bool {
	out := map[string]bool{words.Letters(title): true}
	for i := range title {
		for _, sign := range []string{" | ", " — ", " – ", " :: ", " - ", ": ", " : ", " · ", " » ", " > "} {
			if strings.HasPrefix(title[i:], sign) {
				out[words.Letters(title[:i])], out[words.Letters(title[i+len(sign):])] = true, true
			}
		}
	}
	delete(out, "")
	return out
}

// noHeading is what headingAround returns where there is none.
const noHeading = 7

// headingAround returns the level of the highest heading that an item is in.
func headingAround(p *layout.Page, i int32) int {
	best := noHeading
	for ; i >= 0; i = p.Items[i].Parent {
		if h := layout.Heading(p.NodeOf(i)); h > 0 && !p.Items[i].Segment() {
			best = min(best, h)
		}
	}
	return best
}
