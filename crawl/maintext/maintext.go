// Package maintext reads what a page is about: its main text, without menus, banners,
// side bars and footers, as text or Markdown, and the language of a text. It is a module
// of its own.
package maintext

import (
	"fmt"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// A Content is the main part of a page.
type Content struct {
	// Text is what is read of it; a blank line ends each block. The title of the page is
	// not in it, unless the page shows it.
	Text string

	// Node is the page's tree with nothing but the main part, whose links are absolute and
	// lead to http, https and mailto alone. It is nil if Text is empty or the page is no HTML.
	Node *html.Node
}

// Of returns the main part of a page: what go-readability takes for it and, since that
// leaves out whole sections of some layouts, all other paragraphs of 20 words or more
// that are no lists of links. Of a list of links little remains, or nothing. A plain text
// is all main part; of anything else the Content is empty. The error is that of Page.DOM.
// The page is not changed.
//
// It takes some five times the time of parsing the page.
func Of(p *crawl.Page) (Content, error) {
	if !p.IsHTML() {
		return Content{Text: p.Scan().Text}, nil
	}
	root, err := p.DOM()
	if err != nil {
		return Content{}, err
	}
	root = pruned(root, p.URL)
	c := Content{Text: classify.Reader{}.Document(root, p.URL).Text}
	if c.Text != "" {
		c.Node = root
	}
	return c, nil
}

// Markdown returns the content as CommonMark with tables as GitHub has them. The text of
// a page that is no HTML is returned as it is.
func (c Content) Markdown() (string, error) {
	if c.Node == nil {
		return c.Text, nil
	}
	markdown := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin()))
	text, err := markdown.ConvertNode(copied(c.Node)) // which it changes
	if err != nil {
		return "", fmt.Errorf("maintext: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}
