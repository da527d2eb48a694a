package pageclass

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/page"
)

// A Set looks a second time at the pages of one issue or site, as classify.PageSet says.
type Set struct {
	pages []setPage
}

// Add adds a page with its class.
func (s *Set) Add(r Resource, c verdict.Answer) {
	p := setPage{class: c, folder: folderOf(r.URL)}
	if r.Page != nil && c.Class != verdict.PDF {
		p.kinds = kindsOf(r.Page)
		text := readText(r.Page)
		p.form = text.form()
		p.firm = titled(r.Page) || p.form == verdict.FullText && (text.headed() || c.Class == verdict.FullText && decidedBy(c, "link: "))
	}
	s.pages = append(s.pages, p)
}

// Classify returns the classes of the pages in the order in which they were added.
func (s *Set) Classify() []verdict.Answer {
	first := slices.Clone(s.pages)
	common, folders := commonOf(s.pages), foldersOf(s.pages)
	foreign := folders.foreign(common)
	for i := range first {
		p := &first[i]
		against := foreign[p.folder]
		share, why := common.share(p)
		switch {
		case p.isArticle() && why != "" && share < unlike && !p.firm:
			p.class = overruled(p.class, verdict.Unfiled, why)
		case p.isArticle() && against != "" && !p.vouched():
			p.class = overruled(p.class, verdict.Unfiled, against)
		case p.class.Class == verdict.Unfiled && p.form != "" && share >= alike && against == "" && folders.share(p.folder) >= folderShare:
			p.class = overruled(p.class, p.form, why)
		}
	}
	stray := foldersOf(first).stray()
	out := make([]verdict.Answer, len(s.pages))
	for i := range first {
		p := &first[i]
		out[i] = p.class
		if against := stray[p.folder]; p.isArticle() && against != "" && !p.vouched() {
			out[i] = overruled(p.class, verdict.Unfiled, against)
		}
	}
	return out
}

const overruledConfidence = 0.8

// overruled puts evidence for another class before what decided.
func overruled(c verdict.Answer, class, why string) verdict.Answer {
	evidence := []string{"*" + why}
	for _, e := range c.Evidence {
		evidence = append(evidence, strings.TrimPrefix(e, "*"))
	}
	return verdict.Answer{Class: class, Confidence: overruledConfidence, Evidence: evidence}
}

const (
	maxKinds   = 4096 // of a page
	maxClasses = 1024 // bytes of an element's
)

// kindsOf returns the kinds of elements in a page's body, ascending: an element's signature, its
// numbers masked, beside that of its parent.
func kindsOf(p *page.Page) []uint64 {
	seen := map[uint64]bool{}
	looks := make([]uint64, len(nodesOf(p))) // of elements, by node
	for i := 0; i < len(looks) && len(seen) < maxKinds; i++ {
		n := &p.Nodes[i]
		switch {
		case n.Type != page.ElementNode:
			continue
		case n.Atom == atom.Head || p.Hidden(int32(i)):
			i = int(n.End) - 1
			continue
		}
		class := anchor.MaskDigits(excerpt.Cut(p.Value(int32(i), "class"), maxClasses))
		looks[i] = markup.Signature(markup.TagOf(n.Data), class)
		kind := looks[i] * hashPrime // as it is not its parent's
		if n.Parent != page.None {
			kind ^= looks[n.Parent]
		}
		seen[kind] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

const hashPrime = 1099511628211 // of 64-bit FNV

// titled reports whether a page's metas have the title of an article.
func titled(p *page.Page) bool {
	for name, value := range citationMetas(p) {
		if name == "citation_title" && value != "" {
			return true
		}
	}
	return false
}

// folderOf is the shape of a page's URL: the directory that it lies in and the ending of its
// name. A page index.* is that of its directory.
func folderOf(url string) string {
	page, query, _ := strings.Cut(url, "?")
	return targetShape(anchor.WithoutIndex(page) + "?" + query)
}

// setPage is what is known of a page of a set.
type setPage struct {
	class  verdict.Answer
	kinds  []uint64 // of its elements, ascending
	folder string
	firm   bool   // its metas, or its length and its headings or link, say that it is an article's
	form   string // its class if it is an article's page; "" if it cannot be one
}

func (p *setPage) isArticle() bool {
	return p.class.Class == verdict.Abstract || p.class.Class == verdict.FullText
}

// vouched reports whether more than the page's own text says firmly that it is an article's.
func (p *setPage) vouched() bool { return p.firm && says(p.class, "meta: ", "link: ") }

// inDoubt reports whether a page is behind an article's link and was taken for another: it may be
// an article's, and says nothing about what others have.
func (p *setPage) inDoubt() bool {
	return !p.isArticle() && slices.Contains(p.class.Evidence, articleLink)
}

// What decides about a page of a set: docs/measured/links.md in the repository has what
// other values give.
const (
	fewestAlike  = 3    // pages of articles that have something in common
	fewestShared = 5    // kinds of elements
	sharedBy     = 0.8  // of the articles' pages, or those in a directory
	fewestLacked = 2    // kinds of elements that a directory lacks, for its pages to be none of articles
	fewestTold   = 4    // pages of a directory that tell by what half of them are
	notSharedBy  = 0.6  // of the others, at most
	unlike       = 0.35 // share of the kinds below which a page is no article's
	alike        = 0.75 // share from which on it is one
	folderShare  = 0.1  // of the articles' pages, in its directory
)

// commons are what the pages of articles have in common and the others do not.
type commons struct {
	articles int
	kinds    map[uint64]bool // of elements
}

func commonOf(pages []setPage) *commons {
	c := &commons{kinds: map[uint64]bool{}}
	others := 0
	having := map[uint64]*[2]int{} // how many pages of others and of articles
	for i := range pages {
		p := &pages[i]
		of := 0
		switch {
		case len(p.kinds) == 0 || p.inDoubt():
			continue
		case p.isArticle():
			of = 1
			c.articles++
		default:
			others++
		}
		for _, k := range p.kinds {
			if having[k] == nil {
				having[k] = new([2]int)
			}
			having[k][of]++
		}
	}
	for k, n := range having {
		if float64(n[1]) >= sharedBy*float64(c.articles) && float64(n[0]) <= notSharedBy*float64(others) {
			c.kinds[k] = true
		}
	}
	return c
}

// tell reports whether they are enough to say what is an article.
func (c *commons) tell() bool {
	return c.articles >= fewestAlike && len(c.kinds) >= fewestShared
}

// share returns which share of the articles' kinds of elements a page has, and says so; "" if
// there is nothing to say.
func (c *commons) share(p *setPage) (share float64, why string) {
	if !c.tell() || len(p.kinds) == 0 {
		return 0, ""
	}
	has := 0
	for _, k := range p.kinds {
		if c.kinds[k] {
			has++
		}
	}
	return float64(has) / float64(len(c.kinds)), fmt.Sprintf("pages: has %d of %d kinds of elements that those of articles share", has, len(c.kinds))
}

// says reports whether any evidence begins in one of some ways.
func says(c verdict.Answer, kinds ...string) bool {
	return slices.ContainsFunc(c.Evidence, func(e string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return strings.HasPrefix(strings.TrimPrefix(e, "*"), kind) })
	})
}

// decidedBy reports whether the evidence that decided begins so.
func decidedBy(c verdict.Answer, kind string) bool {
	return slices.ContainsFunc(c.Evidence, func(e string) bool { return strings.HasPrefix(e, "*"+kind) })
}

// folders are the pages of a set by the directory that they lie in. Those whose names differ
// by numbers are one.
type folders struct {
	by       map[string]*folderPages
	articles int // in all
}

// folderPages is what is known of the pages in one.
type folderPages struct {
	articles []*setPage // those taken for articles'
	others   int        // without those in doubt
}

func foldersOf(pages []setPage) *folders {
	fs := &folders{by: map[string]*folderPages{}}
	for i := range pages {
		p := &pages[i]
		if len(p.kinds) == 0 {
			continue
		}
		f := fs.by[p.folder]
		if f == nil {
			f = &folderPages{}
			fs.by[p.folder] = f
		}
		switch {
		case p.isArticle():
			f.articles = append(f.articles, p)
			fs.articles++
		case !p.inDoubt():
			f.others++
		}
	}
	return fs
}

// stray returns the directories in which half of the pages or more are none of articles, and half
// of the articles or more are elsewhere, with what speaks against those there.
func (fs *folders) stray() map[string]string {
	out := map[string]string{}
	for name, f := range fs.by {
		articles, all := len(f.articles), len(f.articles)+f.others
		if all >= fewestTold && 2*articles <= all && 2*articles <= fs.articles {
			out[name] = fmt.Sprintf("pages: %d of %d in its directory are none of articles", f.others, all)
		}
	}
	return out
}

// share returns how many of the articles' pages lie in a directory.
func (fs *folders) share(name string) float64 {
	if f := fs.by[name]; f != nil {
		return float64(len(f.articles)) / float64(max(1, fs.articles))
	}
	return 0
}

// foreign returns the directories whose pages lack what the articles of another have, where nearly
// all lie, with what speaks against them.
func (fs *folders) foreign(c *commons) map[string]string {
	home := false
	out := map[string]string{}
	for name, f := range fs.by {
		if fs.share(name) >= sharedBy {
			home = true
		} else if n := f.lacking(c.kinds); n >= fewestLacked {
			out[name] = fmt.Sprintf("pages: those in its directory lack %d of %d kinds of elements that those of articles share", n, len(c.kinds))
		}
	}
	if !home || !c.tell() {
		return nil
	}
	return out
}

// lacking counts the kinds of elements that hardly any page of articles in a directory has.
func (f *folderPages) lacking(kinds map[uint64]bool) int {
	having := map[uint64]int{}
	for _, p := range f.articles {
		for _, k := range p.kinds {
			having[k]++
		}
	}
	lacking := 0
	for k := range kinds {
		if float64(having[k]) <= (1-sharedBy)*float64(len(f.articles)) {
			lacking++
		}
	}
	return lacking
}
