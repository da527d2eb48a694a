package pageclass

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// spread says where the words of a page are: in lists of like entries, each with a
// link of its own, or outside them.
type spread struct {
	entries   int // of the longest list
	own       int // words outside lists and links, in texts that are no label
	inLists   int // words in lists outside links
	listLinks int // words in lists inside links
	abstracts int // headings of abstracts outside lists
}

// Limits of a list of entries.
const (
	fewestEntries = 4   // with different links
	fewestHeaded  = 2   // if each has the heading of an abstract in it, behind its first words, or behind it
	entryShare    = 0.6 // of the elements of a kind, that have such a link
	longestEntry  = 0.5 // share of the list's words, of one that prints no abstract
	maxTargets    = 4   // links of an element by which it is compared
)

// entryLink is a link of an entry: its URL, and what it has in common with those of like
// entries.
type entryLink struct{ url, shape string }

// part is what is inside an element.
type part struct {
	kind    string // its name and classes
	words   spread
	plain   int  // words outside links
	linked  int  // words in links
	begins  bool // with the heading of an abstract
	targets []entryLink
}

// spreadOf reads where the words of a page are, those in its <nav> left out: a menu that
// lists all articles stands on the page of each; abstracts are the texts that head one.
// The cost is linear in the page.
func spreadOf(p *page.Page, pageURL string, abstracts []int32) spread {
	base, err := weburl.Parse(pageURL)
	if err != nil {
		return spread{}
	}
	type frame struct {
		part
		inside []part
		link   bool
		begun  bool // some text is read
		end    int
	}
	open := []frame{{end: len(p.Nodes)}}
	leave := func() {
		f := &open[len(open)-1]
		f.gather(f.inside)
		up := &open[len(open)-2]
		up.inside = append(up.inside, f.part)
		open = open[:len(open)-1]
	}
	nodes := nodesOf(p)
	for i := 0; i < len(nodes); i++ {
		for i >= open[len(open)-1].end {
			leave()
		}
		n, top := &nodes[i], &open[len(open)-1]
		switch {
		case n.Type == page.TextNode:
			count := anchor.WordCount(n.Data)
			heading := len(abstracts) > 0 && abstracts[0] == int32(i)
			for k := len(open) - 1; count > 0 && k >= 0 && !open[k].begun; k-- {
				open[k].begun, open[k].begins = true, heading
			}
			if heading {
				top.words.abstracts++
				abstracts = abstracts[1:]
			}
			if top.link {
				top.linked += count
				break
			}
			top.plain += count
			if count > anchor.LabelWords {
				top.words.own += count
			}
		case n.Type != page.ElementNode:
		case n.Atom == atom.Nav || p.Hidden(int32(i)):
			i = int(n.End) - 1
		default:
			f := frame{part: part{kind: n.Data + " " + p.Value(int32(i), "class")}, link: top.link || n.Atom == atom.A, end: int(n.End)}
			if href := p.Value(int32(i), "href"); n.Atom == atom.A && href != "" {
				if u, err := base.Resolve(href); err == nil && u.Canonical() != base.Canonical() {
					f.targets = []entryLink{{u.Canonical(), targetShape(u.Canonical())}}
				}
			}
			open = append(open, f)
		}
	}
	for len(open) > 1 {
		leave()
	}
	open[0].gather(open[0].inside)
	return open[0].words
}

// gather adds what is in the elements inside, after those that are a list were found.
func (p *part) gather(inside []part) {
	from, to, n := listIn(inside)
	for i := range inside {
		c := &inside[i]
		if i >= from && i < to {
			own := 0 // headings of the rows of a table, that begin them
			if c.begins && c.kind == inside[from].kind {
				own = c.words.abstracts
			}
			c.words = spread{entries: max(c.words.entries, n), inLists: c.plain, listLinks: c.linked, abstracts: own}
		}
		p.words.own += c.words.own
		p.words.abstracts += c.words.abstracts
		p.words.inLists += c.words.inLists
		p.words.listLinks += c.words.listLinks
		p.words.entries = max(p.words.entries, c.words.entries)
		p.plain += c.plain
		p.linked += c.linked
		for _, t := range c.targets {
			if len(p.targets) < maxTargets {
				p.targets = append(p.targets, t)
			}
		}
	}
}

// list reports whether the page is mainly lists of entries: these have at least half as
// many words as there are outside, where introductions and notices are.
func (s spread) list() bool {
	return s.entries > 0 && 2*(s.inLists+s.listLinks) > s.own
}

// listIn returns the run of the elements of one parent that are a list, and how many
// different entries it has.
func listIn(inside []part) (from, to, entries int) {
	if len(inside) < fewestHeaded {
		return 0, 0, 0
	}
	type list struct {
		first, last, n, words int
		headed                int                        // elements with the heading of an abstract
		longest               [2]int                     // of the others, and of these
		urls                  map[string]map[string]bool // by shape
	}
	kinds := map[string]*list{}
	var linked *list // of the last element with a link
	for i := range inside {
		c := &inside[i]
		l := kinds[c.kind]
		if l == nil {
			l = &list{first: i, urls: map[string]map[string]bool{}}
			kinds[c.kind] = l
		}
		l.last = i
		l.n++
		l.words += c.plain + c.linked
		own := 0
		switch {
		case c.words.abstracts > 0 && !c.begins:
			l.headed++
			own = 1
		case c.words.abstracts > 0 && linked != nil && linked != l:
			linked.headed++
		}
		l.longest[own] = max(l.longest[own], c.plain+c.linked)
		if len(c.targets) > 0 {
			linked = l
		}
		leads := c.targets
		if own == 1 && len(leads) > 0 { // wherever it leads
			leads = append(slices.Clone(leads), entryLink{url: leads[0].url})
		}
		for _, t := range leads {
			if l.urls[t.shape] == nil {
				l.urls[t.shape] = map[string]bool{}
			}
			l.urls[t.shape][t.url] = true
		}
	}
	for i := range inside {
		l := kinds[inside[i].kind]
		fewest, longest := fewestEntries, l.longest[0]
		if l.headed == l.n {
			fewest = fewestHeaded
		}
		if l.headed < fewestHeaded { // it may be the article's, beside a menu
			longest = max(longest, l.longest[1])
		}
		if l.first != i || l.n < 2 || float64(longest) > longestEntry*float64(l.words) {
			continue
		}
		for _, urls := range l.urls {
			if n := len(urls); n >= fewest && float64(n) >= entryShare*float64(l.n) && n > entries {
				gap := (l.last - l.first) / (l.n - 1) // what is behind the last belongs to it, as behind the others
				from, to, entries = l.first, min(l.last+gap, len(inside)), n
			}
		}
	}
	return from, to, entries
}

// targetShape is what the URLs of like pages have in common: host and directory with
// numbers masked, the ending, the names in the query.
func targetShape(canonical string) string {
	rest, query, _ := strings.Cut(canonical, "?")
	dir, name := path.Split(strings.TrimSuffix(rest, "/"))
	if strings.HasSuffix(dir, "//") { // the home page of a host
		dir, name = rest, ""
	}
	return anchor.MaskDigits(dir + path.Ext(name) + "?" + anchor.QueryNames(query))
}
