package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// journal is a directory of articles.
type journal struct {
	name string
	dir  string
	ids  []string // in byte order
}

// readJournals finds the journals of a directory, by name.
func readJournals(data string) ([]journal, error) {
	entries, err := os.ReadDir(data)
	if err != nil {
		return nil, err
	}
	var out []journal
	for _, e := range entries {
		dir := filepath.Join(data, e.Name())
		pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
		if err != nil {
			return nil, err
		}
		j := journal{name: e.Name(), dir: dir}
		for _, p := range pages {
			j.ids = append(j.ids, strings.TrimSuffix(filepath.Base(p), ".html"))
		}
		slices.Sort(j.ids)
		if len(j.ids) > 0 {
			out = append(out, j)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no journals: want directories with ID.html and ID.zones.json", data)
	}
	return out, nil
}

// article is a page with its true zones.
type article struct {
	root  *html.Node
	truth label.Values
}

func (j journal) read(id string) (article, error) {
	path := filepath.Join(j.dir, id)
	f, err := os.Open(path + ".html")
	if err != nil {
		return article{}, err
	}
	defer f.Close()
	root, err := html.Parse(f)
	if err != nil {
		return article{}, fmt.Errorf("%s.html: %w", path, err)
	}
	a := article{root: root}
	b, err := os.ReadFile(path + ".zones.json")
	if os.IsNotExist(err) {
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
		return article{}, fmt.Errorf("%s.zones.json: %w", path, err)
	}
	a.truth = label.Values(truth)
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
