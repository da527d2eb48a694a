// Package links has what is known of the links on the issue pages of journals: whether they
// lead to articles, and how often a model says so rightly.
package links

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
)

// Issue is a page of a journal.
type Issue struct {
	Name   string
	Links  []classify.Link
	Truths []Truth // one a link
}

// Truth is a line of a links.jsonl. Article is nil where it is unknown.
type Truth struct {
	Index   int     `json:"index"`
	Href    *string `json:"href"`
	Article *bool   `json:"article"`
}

// Class is the class of a link whose truth is known.
func (t Truth) Class() string {
	if *t.Article {
		return classify.ClassArticle
	}
	return classify.ClassOther
}

// maxPage is the largest page that is read, in bytes.
const maxPage = 64 << 20

// ReadIssue reads an issue of a journal with the truth of its links.
func ReadIssue(dir fs.FS, journal, name string) (Issue, error) {
	stem := path.Join(journal, name)
	truths, err := readTruths(dir, stem+".links.jsonl")
	if err != nil {
		return Issue{}, err
	}
	base, err := baseURL(dir, stem+".meta.json")
	if err != nil {
		return Issue{}, err
	}
	src, err := data.ReadFile(dir, stem+".html", maxPage)
	if err != nil {
		return Issue{}, err
	}
	links, err := anchors(src, base)
	if err != nil {
		return Issue{}, fmt.Errorf("%s.html: %w", stem, err)
	}
	if len(links) != len(truths) {
		return Issue{}, fmt.Errorf("%s.html has %d links, %s.links.jsonl has %d", stem, len(links), stem, len(truths))
	}
	return Issue{name, links, truths}, nil
}

// anchors returns every <a> of a page in document order. Those that a reader
// doesn't see, in a <template>, are in no Document.
func anchors(src []byte, base string) ([]classify.Link, error) {
	root, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	paper.RestoreAttributes(root, src)
	seen := map[*html.Node]classify.Link{}
	for _, l := range (classify.Reader{}).Document(root, base).Links {
		seen[l.Node] = l
	}
	var links []classify.Link
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" {
			continue
		}
		l, ok := seen[n]
		if !ok {
			l = classify.Link{Node: n, Href: href(n)}
		}
		links = append(links, l)
	}
	return links, nil
}

func href(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "href" && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// baseURL returns the URL of the page, a made-up one if it is unknown.
func baseURL(dir fs.FS, name string) (string, error) {
	b, err := data.ReadFile(dir, name, data.MaxLine)
	if errors.Is(err, fs.ErrNotExist) {
		return "http://journal.invalid/", nil
	}
	if err != nil {
		return "", err
	}
	var meta struct {
		BaseURL string `json:"base_url"`
	}
	if err := json.Unmarshal(b, &meta); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return meta.BaseURL, nil
}

func readTruths(dir fs.FS, name string) ([]Truth, error) {
	var truths []Truth
	err := data.ReadLines(dir, name, func(t Truth) error {
		if t.Index != len(truths) {
			return fmt.Errorf("index %d, want %d", t.Index, len(truths))
		}
		truths = append(truths, t)
		return nil
	})
	return truths, err
}
