// Package pageclass says which class of Tran and others 2001 a page has, by itself and beside
// the other pages of its issue.
package pageclass

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"mime"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/constraint"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Resource is a page as it was served, as classify.Resource has it.
type Resource struct {
	URL, ContentType string
	Body             []byte
	Page             *page.Page     // nil of one that is no HTML
	Link             verdict.Answer // about the link that was followed first
}

// Of returns the class of a page, as classify.Constraints.Page says.
func Of(r Resource, words constraint.Rules) verdict.Answer {
	var e pageEvidence
	if r.Page != nil {
		e.read = readText(r.Page)
	}
	e.contentType(r)
	e.metas(r)
	e.list(r)
	e.link(r)
	e.url(words, r)
	e.text(r)
	return e.verdict()
}

// pageEvidence is what is known about a page.
type pageEvidence struct {
	found   []statement
	read    pageText
	article bool // it is an article's page, be it the abstract or the full text
	meta    bool // its metas say so
	unread  bool // there is no tree to read, though it may be an article's
}

// statement is a piece of evidence; class is "" if it is evidence of none.
type statement struct {
	class, why string
	confidence float64
}

func (e *pageEvidence) add(class string, confidence float64, why string, args ...any) {
	e.found = append(e.found, statement{class, fmt.Sprintf(why, args...), confidence})
}

// contentType believes the first bytes more than the server.
func (e *pageEvidence) contentType(r Resource) {
	t, _, _ := mime.ParseMediaType(r.ContentType)
	start := r.Body[:min(len(r.Body), 1024)] // PDF readers skip other bytes before it
	switch {
	case bytes.Contains(start, []byte("%PDF-")):
		e.add(verdict.PDF, 0.99, "content: begins as a PDF")
	case t == "application/pdf" || t == "application/x-pdf":
		e.add(verdict.PDF, 0.95, "type: %s", t)
	case r.Page == nil && slices.Contains([]string{"", "text/html", "application/xhtml+xml"}, t):
		e.unread = true
		e.add(verdict.Unfiled, 0, "type: %s, without a tree to read", cmp.Or(t, "none"))
	case r.Page == nil:
		e.add(verdict.Unfiled, 0.9, "type: %s", t)
	}
}

// metas reads the metadata that publishers write for search engines.
func (e *pageEvidence) metas(r Resource) {
	own := canonical(r.URL, r.URL)
	for name, value := range citationMetas(r.Page) {
		at := canonical(value, r.URL)
		switch {
		case name == "citation_title" && value != "":
			e.article, e.meta = true, true
			e.add("", 0, "meta: citation_title")
		case name == "citation_fulltext_html_url" && at == own:
			e.add(verdict.FullText, 0.97, "meta: %s is this page", name)
		case name == "citation_abstract_html_url" && at == own:
			e.add(verdict.Abstract, 0.97, "meta: %s is this page", name)
		}
	}
}

// list looks whether the page is about many articles: its words are in lists of like
// entries with links of their own, and it has neither one abstract nor references. One with
// several abstracts and no such list is a session.
func (e *pageEvidence) list(r Resource) {
	const abstracts = 2 // of one article, in two languages
	if r.Page == nil || e.article {
		return
	}
	t := e.read
	s := spreadOf(r.Page, r.URL, t.abstracts)
	if !t.references && (len(t.abstracts) > abstracts && s.entries >= fewestEntries || s.abstracts == 0 && s.list()) {
		e.add(verdict.Unfiled, 0.8, "list: %d words in lists of up to %d entries, %d outside%s", s.inLists+s.listLinks, s.entries, s.own, t.marks())
	}
}

// articleLink is the evidence of a link to an article.
const articleLink = "link: article"

func (e *pageEvidence) link(r Resource) {
	switch {
	case r.Link.Class == "":
		return
	case r.Link.Refused:
		e.add("", 0, "link: %s, refused", r.Link.Class)
		return
	}
	switch r.Link.Class {
	case verdict.Article:
		e.article = true
		e.add("", 0, articleLink)
	case verdict.Abstract, verdict.FullText:
		e.promise(r.Link.Class, 0.85, "link: %s", strings.Join(r.Link.Evidence, ", "))
	case verdict.PDF:
		e.add("", 0, "link: %s", strings.Join(r.Link.Evidence, ", "))
	}
}

func (e *pageEvidence) url(words constraint.Rules, r Resource) {
	found := words.Classify(&anchor.Link{Href: r.URL})
	switch found.Class {
	case verdict.Abstract, verdict.FullText:
		e.promise(found.Class, 0.75, "URL: %s", strings.Join(found.Evidence, ", "))
	case verdict.PDF:
		e.add("", 0, "URL: %s", strings.Join(found.Evidence, ", "))
	}
}

// promise adds the class that a page is called by others, which says nothing of one
// without text, nor makes one with a few words a full text: it is a frame around a PDF.
func (e *pageEvidence) promise(class string, confidence float64, why string, args ...any) {
	if e.read.empty() || class == verdict.FullText && e.read.words < frameWords {
		class, confidence = "", 0
	}
	e.add(class, confidence, why, args...)
}

func (e *pageEvidence) text(r Resource) {
	if r.Page == nil {
		return
	}
	t := e.read
	about := fmt.Sprintf("text: %d words and %d in links%s", t.words, t.linked, t.marks())
	article := e.article || t.headed()
	if r.Link.Class == verdict.Unfiled && !r.Link.Refused && !e.article { // instructions for authors have all the headings
		article, t.abstracts = false, nil
	}
	switch {
	case t.empty() && !e.meta:
		e.add(verdict.Unfiled, 0.5, "%s", about)
	case article && t.full():
		e.add(verdict.FullText, 0.7, "%s", about)
	case e.article || len(t.abstracts) > 0:
		e.add(verdict.Abstract, 0.6, "%s", about)
	default:
		e.add(verdict.Unfiled, 0.5, "%s", about)
	}
}

// verdict takes the first statement that has a class.
func (e *pageEvidence) verdict() verdict.Answer {
	decided := slices.IndexFunc(e.found, func(f statement) bool { return f.class != "" })
	c := verdict.Answer{Class: verdict.Unfiled, Refused: e.unread}
	if decided >= 0 {
		c.Class, c.Confidence = e.found[decided].class, e.found[decided].confidence
	}
	for i, f := range e.found {
		if i == decided {
			f.why = "*" + f.why
		}
		c.Evidence = append(c.Evidence, f.why)
	}
	return c
}

// canonical resolves a URL for comparison.
func canonical(href, base string) string {
	b, err := weburl.Parse(base)
	if err != nil {
		return ""
	}
	u, err := b.Resolve(href)
	if err != nil {
		return ""
	}
	return u.Canonical()
}

// citationMetas yields the names, in lower case, and contents of the page's
// citation_* metas.
func citationMetas(p *page.Page) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for i := range nodesOf(p) {
			if p.Nodes[i].Atom != atom.Meta {
				continue
			}
			name := strings.ToLower(strings.TrimSpace(p.Value(int32(i), "name")))
			if strings.HasPrefix(name, "citation_") && !yield(name, strings.TrimSpace(p.Value(int32(i), "content"))) {
				return
			}
		}
	}
}

// CitationURLs is that of classify.
func CitationURLs(p *page.Page, pageURL string) map[string]string {
	urls := map[string]string{}
	for name, value := range citationMetas(p) {
		class := map[string]string{
			"citation_pdf_url": verdict.PDF, "citation_fulltext_html_url": verdict.FullText, "citation_abstract_html_url": verdict.Abstract,
		}[name]
		if at := canonical(value, pageURL); class != "" && value != "" && at != "" {
			urls[at] = class
		}
	}
	return urls
}
