package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/examples/internal/data"
	"github.com/lokman-crawler/lokman/examples/internal/journals"
	"github.com/lokman-crawler/lokman/label"
)

// journal is a directory of articles.
type journal struct {
	name string
	dir  fs.FS    // with a directory of that name
	ids  []string // in byte order
}

// readJournals finds the journals of a directory, by name.
func readJournals(dir fs.FS) ([]journal, error) {
	sets, err := data.Sets(dir, ".html")
	if err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		return nil, errors.New("no directory in -data holds an ID.html and ID.zones.json; " + journals.Dir + "/articles is such a -data")
	}
	var out []journal
	for _, s := range sets {
		out = append(out, journal{name: s.Name, dir: dir, ids: s.Stems})
	}
	return out, nil
}

// article is a page with its true zones.
type article struct {
	root  *html.Node
	truth label.Values
}

func (j journal) read(id string) (article, error) {
	stem := path.Join(j.name, id)
	f, err := j.dir.Open(stem + ".html")
	if err != nil {
		return article{}, err
	}
	defer f.Close()
	root, err := html.Parse(f)
	if err != nil {
		return article{}, fmt.Errorf("%s.html: %w", stem, err)
	}
	a := article{root: root}
	b, err := fs.ReadFile(j.dir, stem+".zones.json")
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return article{}, err
	}
	var truth struct {
		Title        string   `json:"title"`
		Authors      []string `json:"authors"`
		Affiliations []string `json:"affiliations"`
		Abstract     string   `json:"abstract"`
	}
	if err := json.Unmarshal(b, &truth); err != nil {
		return article{}, fmt.Errorf("%s.zones.json: %w", stem, err)
	}
	a.truth = label.Values{Title: truth.Title, Authors: truth.Authors, Affiliations: truth.Affiliations, Abstract: truth.Abstract}
	return a, nil
}

// strip removes the metadata of a page: <meta>, <title> and JSON-LD.
func strip(root *html.Node) {
	var metadata []*html.Node
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "meta" || n.Data == "title" || n.Data == "script" && isLinkedData(n) {
			metadata = append(metadata, n)
		}
	}
	for _, n := range metadata {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
}

func isLinkedData(n *html.Node) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "type" && strings.Contains(strings.ToLower(a.Val), "ld+json")
	})
}
