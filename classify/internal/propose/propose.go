// Package propose says which links of an unlabelled page are likely to lead to articles.
package propose

import (
	"cmp"
	"fmt"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/constraint"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Group is links of one page that look alike.
type Group struct {
	Links   []int    // by their index in the list of links
	Likely  string   // Article or Other
	Score   float64  // of Likely being Article, 0 to 1
	Why     []string // the parts of the score
	Example string   // the caption of one, cut short
}

// Groups groups links by what they look like. The likeliest to lead to articles come first.
func Groups(links []anchor.Link, pageURL string) []Group {
	captions, times := make([]string, len(links)), map[string]int{}
	for i := range links {
		captions[i] = links[i].Shown()
		times[captions[i]]++
	}
	byLook := map[string]*Group{}
	var looks []string
	for i := range links {
		look := lookOf(&links[i], pageURL)
		if caption := captions[i]; times[caption] > 1 && len(strings.Fields(caption)) <= anchor.LabelWords {
			look += anchor.Label(caption) // it says what the link is, not what it leads to
		}
		if byLook[look] == nil {
			byLook[look] = &Group{}
			looks = append(looks, look)
		}
		byLook[look].Links = append(byLook[look].Links, i)
	}
	groups := make([]Group, 0, len(looks))
	for _, look := range looks {
		groups = append(groups, *byLook[look])
	}
	words := constraint.Rules{Sets: constraint.Words(), Tokens: true}
	j := judge{links, captions, pageURL, words.Location(), words.On(pageURL)}
	j.propose(groups)
	if j.proposed(groups) < repeated {
		j.readBeside(groups)
		j.propose(groups)
	}
	if j.proposed(groups) < repeated {
		j.takeLongest(groups)
	}
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(b.Links), len(a.Links)))
	})
	return groups
}

// lookOf is what the links of a group have in common: the template's part of
// a link.
func lookOf(l *anchor.Link, pageURL string) string {
	path, host := l.PathAndHost()
	elsewhere := host != "" && weburl.HostOf(l.URL) != weburl.HostOf(pageURL)
	names, _ := anchor.AttributeSet(l)
	_, query, _ := strings.Cut(excerpt.Cut(l.Href, anchor.MaxComponent), "?")
	return strings.Join([]string{
		l.Tags, names, anchor.MaskDigits(anchor.QueryNames(query)), anchor.Directory(anchor.WithoutIndex(path)), anchor.Extension(path),
		anchor.Standing(l), strconv.FormatBool(elsewhere), "",
	}, "\x00")
}

// articleFrom is the score above which a group is proposed as articles.
const articleFrom = 0.7

const repeated = 5 // links to different pages make a list

// judge has what all groups of a page are scored by.
type judge struct {
	links    []anchor.Link
	captions []string
	pageURL  string
	location *constraint.Location
	on       *constraint.OnPage
}

// propose scores groups anew and says which are likely to lead to articles.
func (j *judge) propose(groups []Group) {
	for k := range groups {
		g := &groups[k]
		*g = Group{Links: g.Links}
		j.score(g)
	}
	j.confine(groups)
}

// proposed returns to how many pages the likely groups lead.
func (j *judge) proposed(groups []Group) int {
	pages := map[string]bool{}
	for _, g := range groups {
		for _, i := range g.Links {
			if g.Likely == verdict.Article {
				pages[j.links[i].URL] = true
			}
		}
	}
	return len(pages)
}

// readBeside adds to captions the text beside their links: an article's may be its author's
// name, its number or an icon, with the title in the same entry or behind it.
func (j *judge) readBeside(groups []Group) {
	for _, g := range groups {
		entries := entriesOf(g.Links, j.links)
		for k, i := range g.Links {
			text := ""
			if kept, _ := j.on.Elimination(&j.links[i]); kept && entries[k] != page.None {
				text = textBeside(j.links[i].At.Page, entries[k])
			}
			if at := j.links[i].At; at.Page != nil && text == "" && j.captions[i] != "" {
				text = textBehind(at.Page, at.Node)
			}
			j.captions[i] = anchor.Collapse(j.captions[i] + " " + text)
		}
	}
}

// score scores a group: articles are a repeated kind of link within the
// journal's site, to different pages, with titles or the captions of Tran et al.
// 2001 for a text.
func (j *judge) score(g *Group) {
	var titled, named, sited, unwanted int
	pages := map[string]bool{}
	for _, i := range g.Links {
		l := &j.links[i]
		if anchor.IsTitle(j.captions[i]) {
			titled++
		}
		if j.location.Classify(l).Class != verdict.Unfiled {
			named++
		}
		if kept, _ := j.on.Elimination(l); kept {
			sited++
		} else if weburl.HostOf(l.URL) == j.on.Host {
			unwanted++
		}
		if l.URL != "" && l.URL != j.pageURL {
			pages[l.URL] = true
		}
	}
	g.Example = excerpt.Cut(j.captions[g.Links[0]], 80)
	g.rate(titled, named, sited, unwanted, len(pages))
}

// confine leaves of the likely groups with titles those that belong to the page's list: the
// links of a menu, such as those to other issues, may have titles too. The list are the links
// that stand alike and have the longest captions in sum in such groups. A group belongs to it if its
// links stand so too, or one leads to a directory that one of the list leads to.
func (j *judge) confine(groups []Group) {
	bytes, list := map[string]int{}, ""
	var titled []*Group
	for k := range groups {
		g := &groups[k]
		if g.Likely != verdict.Article || !j.titled(g) {
			continue
		}
		titled = append(titled, g)
		at := j.standing(g)
		for _, i := range g.Links {
			bytes[at] += len(j.captions[i])
		}
		if bytes[at] > bytes[list] {
			list = at
		}
	}
	listed := map[string]bool{}
	for _, g := range titled {
		for _, i := range g.Links {
			if j.standing(g) == list {
				listed[folder(&j.links[i])] = true
			}
		}
	}
	for _, g := range titled {
		if !slices.ContainsFunc(g.Links, func(i int) bool { return listed[folder(&j.links[i])] }) {
			g.Likely, g.Score = verdict.Other, min(g.Score, articleFrom)
			g.Why = append(g.Why, "beside the list")
		}
	}
}

// takeLongest proposes the page's list where hardly any group has mostly titles, as those of
// poems may be as short as a menu's entries: of the links that stand alike and lead to one
// directory of the site those with the longest captions in sum.
func (j *judge) takeLongest(groups []Group) {
	bytes, repeats, longest := map[string]int{}, map[string]bool{}, ""
	for k := range groups {
		g := &groups[k]
		at, pages := j.list(g)
		if at == "" {
			continue
		}
		for _, i := range g.Links {
			bytes[at] += len(j.captions[i])
		}
		repeats[at] = repeats[at] || pages >= repeated
		if repeats[at] && bytes[at] > bytes[longest] {
			longest = at
		}
	}
	for k := range groups {
		g := &groups[k]
		if at, _ := j.list(g); at == "" || at != longest {
			continue
		}
		g.Likely, g.Score = verdict.Article, max(g.Score, articleFrom)
		g.Why = append(g.Why, "in the longest list")
	}
}

// list returns how the links of a group stand and to which directory of the site they lead, and to
// how many pages; "" if it is proposed already or leads elsewhere.
func (j *judge) list(g *Group) (at string, pages int) {
	to := map[string]bool{}
	for _, i := range g.Links {
		if kept, _ := j.on.Elimination(&j.links[i]); kept {
			to[j.links[i].URL] = true
		}
	}
	if len(to) == 0 || g.Likely == verdict.Article {
		return "", 0
	}
	first := &j.links[g.Links[0]]
	path, _ := first.PathAndHost()
	return anchor.Standing(first) + " " + anchor.Directory(anchor.WithoutIndex(path)) + anchor.Extension(path), len(to)
}

// titled reports whether most links of a group have titles.
func (j *judge) titled(g *Group) bool {
	n := 0
	for _, i := range g.Links {
		if anchor.IsTitle(j.captions[i]) {
			n++
		}
	}
	return 2*n > len(g.Links)
}

// standing is how all links of a group stand: it is a part of their look.
func (j *judge) standing(g *Group) string { return anchor.Standing(&j.links[g.Links[0]]) }

// folder is the directory of a link's URL and its ending.
func folder(l *anchor.Link) string {
	url, _, _ := strings.Cut(l.URL, "?")
	return path.Dir(url) + path.Ext(url)
}

// rate scores a group by how many of its links have titles, have captions of
// articles, are on the site and have unwanted words, and to how many pages they lead.
func (g *Group) rate(titled, named, sited, unwanted, pages int) {
	n := float64(len(g.Links))
	add := func(of float64, share float64, why string) {
		if share > 0 {
			g.Score += of * share
			g.Why = append(g.Why, fmt.Sprintf("%s %.0f %%", why, 100*share))
		}
	}
	add(0.4, max(float64(titled)/n, 0.7*float64(named)/n), "titles, or captions of articles")
	add(0.2, float64(sited)/n, "on the site")
	add(0.2, min(1, float64(pages)/repeated), "repeated")
	add(0.2, float64(pages)/n, "different pages")
	add(-0.5, float64(unwanted)/n, "unwanted words")
	g.Score = max(0, min(1, g.Score))
	g.Likely = verdict.Other
	if g.Score > articleFrom && (titled*2 > len(g.Links) || named*2 > len(g.Links)) {
		g.Likely = verdict.Article
	}
}

const (
	besideSteps   = 100 // nodes that are looked at
	besideBytes   = 500
	maxEntryDepth = 32 // elements around a link that may be its entry
)

// textBehind returns the text between a link and what comes next: another link, a line
// break or the end of the block.
func textBehind(p *page.Page, link int32) string {
	var text strings.Builder
	at, next := link, p.Nodes[link].End
	for range besideSteps {
		if int(next) == len(p.Nodes) {
			break
		}
		for ; at != p.Nodes[next].Parent; at = p.Nodes[at].Parent {
			if around := p.Nodes[at].Parent; around != p.Nodes[next].Parent && page.Block(p.Nodes[around].Atom) {
				return anchor.Collapse(text.String())
			}
		}
		n := &p.Nodes[next]
		if n.Type == page.TextNode {
			text.WriteString(excerpt.Cut(n.Data, besideBytes))
		}
		if n.Atom == atom.A || n.Atom == atom.Br || page.Block(n.Atom) || text.Len() > besideBytes {
			break
		}
		at = next
		if next++; p.Hidden(at) {
			next = n.End
		}
	}
	return anchor.Collapse(text.String())
}

// entriesOf returns the entries of links that look alike, page.None for one that has none: of the
// elements around it the largest in which none of the others leads elsewhere, where the next larger
// has others.
func entriesOf(alike []int, links []anchor.Link) []int32 {
	leads := map[anchor.Ref]string{} // to where the links in an element do, "" if to several pages
	for _, i := range alike {
		for at := range around(&links[i]) {
			if to, ok := leads[at]; !ok {
				leads[at] = links[i].URL
			} else if to != links[i].URL {
				leads[at] = ""
			}
		}
	}
	entries := make([]int32, len(alike))
	for k, i := range alike {
		l := &links[i]
		last, shared := l.At.Node, false
		for at := range around(l) {
			if shared = leads[at] != l.URL; shared {
				break
			}
			last = at.Node
		}
		if entries[k] = page.None; shared && last != l.At.Node {
			entries[k] = last
		}
	}
	return entries
}

// around yields the element of a link that leads somewhere and those around it.
func around(l *anchor.Link) iter.Seq[anchor.Ref] {
	return func(yield func(anchor.Ref) bool) {
		if l.At.Page == nil || l.URL == "" || !yield(l.At) {
			return
		}
		for i := range anchor.Around(l.At, maxEntryDepth) {
			if !yield(anchor.Ref{Page: l.At.Page, Node: i}) {
				return
			}
		}
	}
}

// textBeside returns the text of a link's entry outside links.
func textBeside(p *page.Page, entry int32) string {
	var text strings.Builder
	next := entry + 1
	for range besideSteps {
		if next == p.Nodes[entry].End || text.Len() > besideBytes {
			break
		}
		n := &p.Nodes[next]
		if n.Type == page.TextNode {
			text.WriteString(excerpt.Cut(n.Data, besideBytes))
		} else {
			text.WriteByte(' ')
		}
		if next++; n.Atom == atom.A || p.Hidden(next-1) {
			next = n.End
		}
	}
	return anchor.Collapse(text.String())
}
