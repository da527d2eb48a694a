package classify

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A LinkGroup is links of one page that look alike: one question to an operator
// who is to label them.
type LinkGroup struct {
	Links   []int    // by their place in the list of links
	Likely  string   // ClassArticle or ClassOther: a proposal, never a label
	Score   float64  // of Likely being Article, 0 to 1
	Why     []string // the parts of the score
	Example string   // the caption of one, cut short
}

// Propose groups the links of an unlabelled journal's page by what they look
// like and says which groups are likely to lead to articles: those with titles, or captions
// of articles, in the page's list of them. Where such groups lead to fewer than five pages,
// the text beside links, in their rows or behind them, counts for their captions. The likeliest
// come first. Nothing is learned by it: show a group to a person who knows, and Learn what
// they say about it.
func Propose(links []Link, pageURL string) []LinkGroup {
	captions, times := make([]string, len(links)), map[string]int{}
	for i, l := range links {
		captions[i] = captionOf(l)
		times[captions[i]]++
	}
	byLook := map[string]*LinkGroup{}
	var looks []string
	for i, l := range links {
		look := lookOf(l, pageURL)
		if caption := captions[i]; times[caption] > 1 && len(strings.Fields(caption)) <= labelWords {
			look += label(caption) // it says what the link is, not what it leads to
		}
		if byLook[look] == nil {
			byLook[look] = &LinkGroup{}
			looks = append(looks, look)
		}
		byLook[look].Links = append(byLook[look].Links, i)
	}
	groups := make([]LinkGroup, 0, len(looks))
	for _, look := range looks {
		groups = append(groups, *byLook[look])
	}
	words := TokenConstraints()
	j := judge{links, captions, pageURL, words.location(), words.on(pageURL)}
	j.propose(groups)
	if j.proposed(groups) < repeated {
		j.readBeside(groups)
		j.propose(groups)
	}
	if j.proposed(groups) < repeated {
		j.takeLongest(groups)
	}
	slices.SortStableFunc(groups, func(a, b LinkGroup) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(b.Links), len(a.Links)))
	})
	return groups
}

// lookOf is what the links of a group have in common: the template's part of
// a link.
func lookOf(l Link, pageURL string) string {
	path, host := pathAndHost(l, l.Href)
	elsewhere := host != "" && weburl.HostOf(l.URL) != weburl.HostOf(pageURL)
	names, _ := attributeSet(l)
	_, query, _ := strings.Cut(excerpt.Cut(l.Href, maxComponent), "?")
	return strings.Join([]string{
		contentOf(l).tags, names, queryNames(query), directory(withoutIndex(path)), extension(path),
		standing(l), strconv.FormatBool(elsewhere), "",
	}, "\x00")
}

// standing is how a link stands on its page: its element and the three around it.
func standing(l Link) string {
	tags := strings.Fields(ancestorTags(l.Node))
	return strings.Join(tags[:min(len(tags), 3)], " ")
}

// directory returns where a path's page lies, numbers masked.
func directory(path string) string {
	path = strings.TrimSuffix(excerpt.Cut(path, maxComponent), "/")
	i := strings.LastIndexByte(path, '/')
	return maskDigits(path[:max(i, 0)])
}

// withoutIndex returns the directory of a path that names its index page.
func withoutIndex(page string) string {
	if dir, name := path.Split(page); strings.HasPrefix(name, "index.") {
		return dir
	}
	return page
}

// articleFrom is the score above which a group is proposed as articles.
const articleFrom = 0.7

const repeated = 5 // links to different pages make a list

// judge has what all groups of a page are scored by.
type judge struct {
	links    []Link
	captions []string
	pageURL  string
	location *location
	on       *onPage
}

// propose scores groups anew and says which are likely to lead to articles.
func (j *judge) propose(groups []LinkGroup) {
	for k := range groups {
		g := &groups[k]
		*g = LinkGroup{Links: g.Links}
		j.score(g)
	}
	j.confine(groups)
}

// proposed returns to how many pages the likely groups lead.
func (j *judge) proposed(groups []LinkGroup) int {
	pages := map[string]bool{}
	for _, g := range groups {
		for _, i := range g.Links {
			if g.Likely == ClassArticle {
				pages[j.links[i].URL] = true
			}
		}
	}
	return len(pages)
}

// readBeside adds to captions the text beside their links: an article's may be its author's
// name, its number or an icon, with the title in the same row or behind it.
func (j *judge) readBeside(groups []LinkGroup) {
	for _, g := range groups {
		rows := rowsOf(g.Links, j.links)
		for k, i := range g.Links {
			text := ""
			if kept, _ := j.on.elimination(j.links[i]); kept && rows[k] != nil {
				text = textBeside(rows[k])
			}
			if link := j.links[i].Node; link != nil && text == "" && j.captions[i] != "" {
				text = textBehind(link)
			}
			j.captions[i] = collapse(j.captions[i] + " " + text)
		}
	}
}

// score scores a group: articles are a repeated kind of link within the
// journal's site, to different pages, with titles or the captions of Tran et al.
// 2001 for a text.
func (j *judge) score(g *LinkGroup) {
	var titled, named, sited, unwanted int
	pages := map[string]bool{}
	for _, i := range g.Links {
		l := j.links[i]
		if isTitle(j.captions[i]) {
			titled++
		}
		if j.location.classify(l).Class != ClassUnfiled {
			named++
		}
		if kept, _ := j.on.elimination(l); kept {
			sited++
		} else if weburl.HostOf(l.URL) == j.on.host {
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
func (j *judge) confine(groups []LinkGroup) {
	bytes, list := map[string]int{}, ""
	var titled []*LinkGroup
	for k := range groups {
		g := &groups[k]
		if g.Likely != ClassArticle || !j.titled(g) {
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
				listed[folder(j.links[i])] = true
			}
		}
	}
	for _, g := range titled {
		if !slices.ContainsFunc(g.Links, func(i int) bool { return listed[folder(j.links[i])] }) {
			g.Likely, g.Score = ClassOther, min(g.Score, articleFrom)
			g.Why = append(g.Why, "beside the list")
		}
	}
}

// takeLongest proposes the page's list where hardly any group has mostly titles, as those of
// poems may be as short as a menu's entries: of the links that stand alike and lead to one
// directory of the site those with the longest captions in sum.
func (j *judge) takeLongest(groups []LinkGroup) {
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
		g.Likely, g.Score = ClassArticle, max(g.Score, articleFrom)
		g.Why = append(g.Why, "in the longest list")
	}
}

// list returns how the links of a group stand and to which directory of the site they lead, and to
// how many pages; "" if it is proposed already or leads elsewhere.
func (j *judge) list(g *LinkGroup) (at string, pages int) {
	to := map[string]bool{}
	for _, i := range g.Links {
		if kept, _ := j.on.elimination(j.links[i]); kept {
			to[j.links[i].URL] = true
		}
	}
	if len(to) == 0 || g.Likely == ClassArticle {
		return "", 0
	}
	first := j.links[g.Links[0]]
	path, _ := pathAndHost(first, first.Href)
	return standing(first) + " " + directory(withoutIndex(path)) + extension(path), len(to)
}

// titled reports whether most links of a group have titles.
func (j *judge) titled(g *LinkGroup) bool {
	n := 0
	for _, i := range g.Links {
		if isTitle(j.captions[i]) {
			n++
		}
	}
	return 2*n > len(g.Links)
}

// standing is how all links of a group stand: it is a part of their look.
func (j *judge) standing(g *LinkGroup) string { return standing(j.links[g.Links[0]]) }

// folder is the directory of a link's URL and its ending.
func folder(l Link) string {
	url, _, _ := strings.Cut(l.URL, "?")
	return path.Dir(url) + path.Ext(url)
}

// rate scores a group by how many of its links have titles, have captions of
// articles, are on the site and have unwanted words, and to how many pages they lead.
func (g *LinkGroup) rate(titled, named, sited, unwanted, pages int) {
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
	g.Likely = ClassOther
	if g.Score > articleFrom && (titled*2 > len(g.Links) || named*2 > len(g.Links)) {
		g.Likely = ClassArticle
	}
}
