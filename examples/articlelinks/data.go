package main

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
	"github.com/lokman-crawler/lokman/examples/internal/data"
	"github.com/lokman-crawler/lokman/internal/dom"
)

// issue is a page of a journal.
type issue struct {
	name   string
	links  []classify.Link
	truths []truth // one a link
}

// truth is a line of a links.jsonl. Article is nil where it is unknown.
type truth struct {
	Index   int     `json:"index"`
	Href    *string `json:"href"`
	Article *bool   `json:"article"`
}

// class is the class of a link whose truth is known.
func (t truth) class() string {
	if *t.Article {
		return classify.ClassArticle
	}
	return classify.ClassOther
}

// maxPage is the largest page that is read, in bytes.
const maxPage = 64 << 20

func readIssue(dir fs.FS, journal, name string) (issue, error) {
	stem := path.Join(journal, name)
	truths, err := readTruths(dir, stem+".links.jsonl")
	if err != nil {
		return issue{}, err
	}
	base, err := baseURL(dir, stem+".meta.json")
	if err != nil {
		return issue{}, err
	}
	src, err := data.ReadFile(dir, stem+".html", maxPage)
	if err != nil {
		return issue{}, err
	}
	links, err := anchors(src, base)
	if err != nil {
		return issue{}, fmt.Errorf("%s.html: %w", stem, err)
	}
	if len(links) != len(truths) {
		return issue{}, fmt.Errorf("%s.html has %d links, %s.links.jsonl has %d", stem, len(links), stem, len(truths))
	}
	return issue{name, links, truths}, nil
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
			l = classify.Link{Node: n, Href: dom.Attribute(n.Attr, "href")}
		}
		links = append(links, l)
	}
	return links, nil
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

func readTruths(dir fs.FS, name string) ([]truth, error) {
	var truths []truth
	err := data.ReadLines(dir, name, func(t truth) error {
		if t.Index != len(truths) {
			return fmt.Errorf("index %d, want %d", t.Index, len(truths))
		}
		truths = append(truths, t)
		return nil
	})
	return truths, err
}
