package labelling

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

type labeller struct {
	*stretches.CutPage
	model    *Model
	begun    page.Page // the tree that is labelled, unless the caller read it
	thorough bool
	found    [len(zones.All)]foundZone // in the order of labels

	cache   []cachedReading  // of the lines that were voted for
	authors people.Authors   // that were found, once they were needed
	phrases map[string]bool  // names that were looked at, true for those that are words of the page
	ballot  voters.Ballot    // of the zone that is voted on
	headed  *abstracts.Found // the abstract under a heading, once it was looked for

	candidates []patterns.Candidate
	picks      voters.Picks
	decoder    grammar.Decoder
}

type foundZone struct {
	zone    Zone
	place   float64 // the confidence in its place, whatever its parts are
	content zones.Content
	matcher *patterns.Matcher // that read the content, nil if none did
	items   []int32           // that it read
}

func (f *foundZone) there() bool { return f.zone.Label != zones.None }

// cachedReading is what lines were read as.
type cachedReading struct {
	label   zones.Label
	reader  *grammar.Reader // nil without a grammar
	lines   []int
	content zones.Content
}

// forget drops what was found, so that the memory can be reused.
func (l *labeller) forget() {
	clear(l.found[:])
	clear(l.cache)
	l.cache, l.authors = l.cache[:0], nil
	clear(l.phrases)
	l.ballot.Begin(zones.None)
	l.headed = nil
	l.picks.Forget()
}

// headedAbstract finds the text under the heading of an abstract, once a page.
func (l *labeller) headedAbstract() *abstracts.Found {
	if l.headed == nil {
		h := abstracts.Find(l.Page)
		l.headed = &h
	}
	return l.headed
}

// of returns what was found for a label; nothing for none.
func (l *labeller) of(name zones.Label) *foundZone {
	if i := slices.Index(zones.All[:], name); i >= 0 {
		return &l.found[i]
	}
	return &foundZone{}
}

func (l *labeller) zone(name zones.Label, items []int32, c zones.Content, confidence float64) Zone {
	z := Zone{Label: name, Text: c.Text, Items: c.Items, Source: zones.SourceTemplate, Confidence: confidence}
	first, last := &l.Items[items[0]], &l.Items[items[len(items)-1]]
	z.First, z.Last = int(first.Row), int(last.RowEnd)-1
	for _, i := range items {
		for n := range l.NodesOf(i) {
			if node := l.DOMNode(n); node != nil {
				z.Nodes = append(z.Nodes, node)
			}
		}
	}
	return z
}

// pageAuthors returns the authors that were found on the page.
func (l *labeller) pageAuthors() people.Authors {
	if l.authors == nil {
		l.authors = people.NewAuthors(l.of(zones.Authors).content.Items)
	}
	return l.authors
}

// readOnce reads lines; those that were read before in the same way are not again.
func (l *labeller) readOnce(c *voters.Compiled, name zones.Label, picked []int) zones.Content {
	for i := range l.cache {
		if r := &l.cache[i]; r.label == name && r.reader == c.Reader && slices.Equal(r.lines, picked) {
			return r.content
		}
	}
	x := l.of(name).content
	if !l.readAlike(c, name, picked) {
		x = c.Read(l.CutPage, &l.decoder, name, picked)
	}
	switch name {
	case zones.Authors:
		x = l.onlyNames(x)
	case zones.Affiliations:
		x = l.pageAuthors().CutFrom(x)
	}
	l.cache = append(l.cache, cachedReading{name, c.Reader, picked, x})
	return x
}

// onlyNames returns authors without those that are words of the page: what stands where names stood may be a subtitle.
// Long lists are left as they are.
func (l *labeller) onlyNames(x zones.Content) zones.Content {
	const most = 10 // names
	if len(x.Items) > most || !slices.ContainsFunc(x.Items, l.likeWords) {
		return x
	}
	out := zones.Content{From: x.From, Clear: x.Clear}
	for i, s := range x.Items {
		if !l.likeWords(s) {
			var notes []string
			if i < len(x.Notes) {
				notes = x.Notes[i]
			}
			out.Add(s, notes)
		}
	}
	out.Text = zones.Text(zones.Authors, out.Items)
	return out
}

// likeWords reports whether most words of a name, two or more, stand in small letters in the page's prose.
func (l *labeller) likeWords(name string) bool {
	const shortest = 3 // letters of a word that counts
	if like, ok := l.phrases[name]; ok {
		return like
	}
	var long []string
	for w := range strings.FieldsFuncSeq(name, words.Outside) {
		if utf8.RuneCountInString(w) >= shortest {
			long = append(long, strings.ToLower(w))
		}
	}
	// Most names are not: it shows at the first of two words.
	small, enough := 0, max(2, len(long)/2+1)
	for i := 0; i < len(long) && small < enough && small+len(long)-i >= enough; i++ {
		if l.hasSmall(long[i], name) {
			small++
		}
	}
	if l.phrases == nil {
		l.phrases = map[string]bool{}
	}
	l.phrases[name] = small >= enough
	return l.phrases[name]
}

// hasSmall reports whether a word stands in the page's prose. Short texts, and those that name the person whose word it
// is, may have addresses, where names are in small letters.
func (l *labeller) hasSmall(word, name string) bool {
	const prose, most = 80, 20_000 // bytes of a text, and of those that are looked at
	read := 0
	for _, r := range l.Texts {
		if len(r.Text) < prose {
			continue
		}
		if read += len(r.Text); read > most {
			break
		}
		if !strings.Contains(r.Text, word) || strings.Contains(r.Text, name) {
			continue
		}
		for text := r.Text; ; {
			i := strings.Index(text, word)
			if i < 0 {
				break
			}
			to := i + len(word)
			if !joined(text[:i], utf8.DecodeLastRuneInString) && !joined(text[to:], utf8.DecodeRuneInString) {
				return true
			}
			text = text[to:]
		}
	}
	return false
}

// joined reports whether a word goes on in a text beside it, which begins or ends there, or is part of an address.
func joined(beside string, next func(string) (rune, int)) bool {
	r, _ := next(beside)
	return beside != "" && (!words.Outside(r) || strings.ContainsRune("@/_", r))
}

// readAlike reports whether the patterns have read a title or an abstract as a voter would from lines.
func (l *labeller) readAlike(c *voters.Compiled, name zones.Label, picked []int) bool {
	f := l.of(name)
	return (name == zones.Title || name == zones.Abstract) && f.matcher != nil && f.matcher.ReadsAs(&c.Whole) &&
		slices.EqualFunc(f.items, picked, func(i int32, k int) bool {
			a, b := &l.Items[i], &l.Items[l.Lines[k].Top]
			return a.Text == b.Text && a.TextEnd == b.TextEnd
		})
}

// ofOneKind reports whether no author of a list names an institution, and no affiliation is an author.
func (l *labeller) ofOneKind(name zones.Label, x zones.Content) bool {
	return l.foreign(name, x) == 1 && (name != zones.Authors || !slices.ContainsFunc(x.Items, people.NamesInstitution))
}

// formed says from 0 to 1 how far what was read from lines has the form of a zone.
func (l *labeller) formed(c *voters.Compiled, name zones.Label, x zones.Content, lines []int) float64 {
	return c.Quality(name, x) * l.foreign(name, x) * l.cutShort(name, lines)
}

// foreign is less than 1 for affiliations that are authors of the page, as in a list of
// both that was read by one rule.
func (l *labeller) foreign(name zones.Label, x zones.Content) float64 {
	if name != zones.Affiliations || len(x.Items) == 0 {
		return 1
	}
	authors, n := l.pageAuthors(), 0
	for _, s := range x.Items {
		if !authors[s] {
			n++
		}
	}
	q := float64(n) / float64(len(x.Items))
	return 0.1 + 0.9*q*q
}

// cutShort is less than 1 for lists of authors that end in "et al.".
func (l *labeller) cutShort(name zones.Label, lines []int) float64 {
	const longest = 1000 // bytes of a line
	if name != zones.Authors {
		return 1
	}
	for _, k := range lines {
		if x := &l.Lines[k]; x.Size <= longest && bytes.Contains(l.Written(x.Top), []byte(" et al")) {
			return voters.CutShortForm
		}
	}
	return 1
}

// separate takes the authors from affiliations that the patterns found.
func (l *labeller) separate(found *foundZone) {
	found.content = l.pageAuthors().CutFrom(found.content)
	if found.there() {
		found.zone.Items, found.zone.Text = found.content.Items, found.content.Text
	}
}

// withoutWords takes what is no name from authors that the patterns found.
func (l *labeller) withoutWords(found *foundZone) {
	found.content = l.onlyNames(found.content)
	if found.there() {
		found.zone.Items, found.zone.Text = found.content.Items, found.content.Text
	}
}

// linesOfZone returns the lines of a zone that the patterns found.
func (l *labeller) linesOfZone(z *Zone) []int {
	first := l.LineOf(z.First)
	end := min(l.LineOf(z.Last+1), first+zones.MaxLines)
	out := slices.Grow([]int(nil), end-first)
	for k := first; k < end; k++ {
		out = append(out, k)
	}
	return out
}
