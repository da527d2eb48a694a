package demo

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"unicode"
)

type kind int

const (
	articleKind   kind = iota
	directoryKind      // a page of links about a domain
	indexKind          // lists the pages of a section
	homeKind
	printKind // a copy of an article, without its surroundings
	movedKind // 301
	goneKind  // 404: a dead link leads here
)

// A page is a page of the web before it is rendered: what it is about, and where its links lead.
type page struct {
	url      string // absolute
	kind     kind
	site     *site
	section  *section // nil for a home page
	domain   *domain
	subjects []*subject
	labels   []string // latent: the judge's knowledge, never shown
	row      row
	title    string
	number   int
	day      int   // since the first of November, for pages with a date
	hidden   bool  // from pages of its own domain, its section's index excepted
	target   *page // of a moved or printed page

	list    []link // of an index, home or directory page
	inline  []link // in the text
	related []link // beside the text
	tools   []link // print, log in
	linked  int    // links from other pages' text, for preferential attachment
}

type link struct {
	to       *page
	text     string
	vague    bool // the text says nothing of the target
	image    bool
	nofollow bool
	outside  string // an address that is no page of the web, instead of to
}

func (p *page) about(label string) bool {
	return slices.Contains(p.labels, label)
}

// A web is the plan filled in.
type web struct {
	seed       uint64
	vocabulary *vocabulary
	sites      []*site
	pages      []*page
	homes      map[*site]*page
	indexes    map[*section][]*page // the pages of the section's index, eight entries each
	entries    map[*section][]*page // what the index lists
	taken      map[string]bool      // URLs
}

// newWeb makes the pages of the plan, without their links.
func newWeb(seed uint64) (*web, error) {
	words, err := loadVocabulary()
	if err != nil {
		return nil, err
	}
	sites, err := parseSites(sitesText)
	if err != nil {
		return nil, err
	}
	w := &web{
		seed:       seed,
		vocabulary: words,
		sites:      sites,
		homes:      make(map[*site]*page),
		indexes:    make(map[*section][]*page),
		entries:    make(map[*section][]*page),
		taken:      make(map[string]bool),
	}
	for _, s := range w.sites {
		for _, part := range s.sections {
			if err := w.addSection(s, part); err != nil {
				return nil, err
			}
		}
	}
	w.nameArticles()
	for _, s := range w.sites {
		w.addHome(s)
		for _, part := range s.sections {
			w.addIndex(s, part)
		}
	}
	w.addOddities()
	return w, nil
}

// addSection makes the pages of a section. What they are about must stand in
// the vocabulary.
func (w *web) addSection(s *site, part *section) error {
	for _, it := range part.items {
		for range it.count {
			p := &page{kind: articleKind, site: s, section: part, hidden: it.hidden}
			if it.directory {
				if p.kind, p.domain = directoryKind, w.vocabulary.domains[it.domain]; p.domain == nil {
					return fmt.Errorf("demo: sites.txt: no domain %q", it.domain)
				}
			}
			for _, name := range it.subjects {
				sub := w.vocabulary.subjects[name]
				if sub == nil {
					return fmt.Errorf("demo: sites.txt: no subject %q", name)
				}
				p.subjects = append(p.subjects, sub)
				p.labels = append(p.labels, sub.label)
				p.domain = sub.domain
			}
			w.entries[part] = append(w.entries[part], p)
			w.pages = append(w.pages, p)
		}
	}
	return nil
}

// rowOf deals out the rows of names: of ten pages on a topic four say its name, three only synonyms,
// two only narrower names and one none that is listed anywhere.
var rowOf = [10]row{phraseRow, synonymRow, narrowRow, phraseRow, synonymRow, outsideRow, phraseRow, synonymRow, narrowRow, phraseRow}

// nameArticles gives articles and directories their row, title and URL. Rows are dealt round within a
// label, in a random order of its pages, so that small topics keep the proportions too.
func (w *web) nameArticles() {
	rng := stream(w.seed, "names")
	dealt := make(map[string]int)
	for _, i := range rng.Perm(len(w.pages)) {
		p := w.pages[i]
		if p.kind == articleKind && p.subjects[0].names[synonymRow] != nil {
			label := p.labels[0]
			p.row = rowOf[dealt[label]%len(rowOf)]
			dealt[label]++
		}
	}
	titles := make(map[string]bool)
	for _, p := range w.pages {
		p.number = 1000 + rng.IntN(9000)
		p.day = rng.IntN(100)
		p.title = w.newTitle(rng, p, titles)
		p.url = w.newURL(p)
	}
}

// newTitle prefers a title that the site does not have yet.
func (w *web) newTitle(rng *rand.Rand, p *page, taken map[string]bool) string {
	wr := &writer{w.vocabulary, rng}
	patterns := p.domain.titles
	switch {
	case p.kind == directoryKind:
		patterns = p.domain.directories
	case p.subjects[0].titles != nil:
		patterns = p.subjects[0].titles
	}
	title := ""
	for range 8 {
		if len(p.subjects) > 1 {
			title = capital(wr.name(p.subjects[0], p.row)) + " or " + wr.name(p.subjects[1], p.row)
		} else if p.kind == directoryKind {
			title = pick(rng, patterns)
		} else {
			title = wr.sentence(pick(rng, patterns), p.subjects[0], p.row)
		}
		if !taken[p.site.host+title] {
			break
		}
	}
	taken[p.site.host+title] = true
	return title
}

// newURL follows the custom of the site: names in the path, numbers, dates or a query.
func (w *web) newURL(p *page) string {
	root := "http://" + p.site.host + "/"
	dir := root + p.section.dir + "/"
	for {
		var u string
		switch p.site.layout {
		case "library":
			u = dir + slug(p.title) + ".html"
		case "leaflet":
			u = fmt.Sprintf("%sleaflet-%d.html", dir, p.number)
		case "board":
			u = fmt.Sprintf("%sviewtopic.php?f=%s&t=%d", root, p.section.dir, p.number)
		case "paper":
			u = fmt.Sprintf("%s%s/%s-%d", root, date(p.day).Format("2006/01/02"), slug(p.title), p.number)
		case "log":
			u = fmt.Sprintf("%spost/%d", root, p.number)
		default:
			u = dir + slug(p.title)
		}
		if w.taken[u] {
			p.number++
			u = strings.TrimSuffix(u, ".html") + fmt.Sprintf("-%d", p.number)
		}
		if !w.taken[u] {
			w.taken[u] = true
			return u
		}
	}
}

func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words[:min(len(words), 6)], "-")
}

func (w *web) addHome(s *site) {
	home := &page{
		url: "http://" + s.host + "/", kind: homeKind, site: s, title: s.title,
		domain: w.entries[s.sections[0]][0].domain,
	}
	w.homes[s] = home
	w.pages = append(w.pages, home)
}

const entriesPerIndex = 8

// addIndex makes the index of a section, in pages of eight entries that lead from one to the next.
func (w *web) addIndex(s *site, part *section) {
	for n := 0; n*entriesPerIndex < len(w.entries[part]); n++ {
		u := "http://" + s.host + "/" + part.dir + "/"
		title := part.title
		if s.layout == "board" {
			u = "http://" + s.host + "/viewforum.php?f=" + part.dir
		}
		if n > 0 {
			mark := "?"
			if strings.Contains(u, "?") {
				mark = "&"
			}
			u = fmt.Sprintf("%s%spage=%d", u, mark, n+1)
			title = fmt.Sprintf("%s, page %d", title, n+1)
		}
		p := &page{url: u, kind: indexKind, site: s, section: part, title: title, domain: w.entries[part][0].domain}
		if part.hub != "" {
			p.labels = []string{part.hub}
		}
		w.indexes[part] = append(w.indexes[part], p)
		w.pages = append(w.pages, p)
	}
}

// dir is the directory of the page's path, with a slash at each end.
func (p *page) dir() string {
	d := path.Dir(p.path() + "x")
	return strings.TrimSuffix(d, "/") + "/"
}

// path is the path and query of the page's URL.
func (p *page) path() string {
	return strings.TrimPrefix(p.url, "http://"+p.site.host)
}
