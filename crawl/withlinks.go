package crawl

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/dom"
)

// WithLinks returns a page that is like p but has only some of its links: those
// of its Document whose places keep reports true for. A strategy that leaves
// links out shows such a page to the strategy within it, which then knows of no
// other links. The two share body and tree. A nil keep keeps all links.
func (p *Page) WithLinks(keep func(i int) bool) *Page {
	doc := p.Document()
	p.mu.Lock()
	defer p.mu.Unlock()
	q := &Page{
		URL: p.URL, Parent: p.Parent, Depth: p.Depth, LinkValue: p.LinkValue, Note: p.Note,
		Err: p.Err, Status: p.Status, Header: p.Header, Redirect: p.Redirect, Body: p.Body,
		Truncated: p.Truncated, Incomplete: p.Incomplete, NotModified: p.NotModified, Robots: p.Robots,
		Value: p.Value, Score: p.Score, Explanation: p.Explanation, LinkExplanation: p.LinkExplanation,
		agent: p.agent, reader: p.reader, known: p.known,
		text: p.text, encoding: p.encoding, decoded: p.decoded, root: p.root, parseErr: p.parseErr, parsed: p.parsed,
		document: &classify.Document{Title: doc.Title, Text: doc.Text},
	}
	if p.tags != nil {
		tags := *p.tags
		tags.Anchors = nil
		q.tags = &tags
	}
	for i, l := range doc.Links {
		if keep != nil && !keep(i) {
			continue
		}
		q.document.Links = append(q.document.Links, l)
		q.tags.Anchors = append(q.tags.Anchors, dom.Anchor{Href: l.Href, NoFollow: l.NoFollow})
	}
	return q
}
