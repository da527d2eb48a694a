// Package zones evaluates the labelling of article pages: journals with the true zones of
// their pages, predictions beside the truth in figures and in coloured pages, and
// training pages that are drawn at random.
package zones

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/label"
)

// Journal is a directory of articles.
type Journal struct {
	Name string
	dir  fs.FS    // with a directory of that name
	IDs  []string // in byte order
}

// ReadJournals finds the journals of a directory, by name.
func ReadJournals(dir fs.FS) ([]Journal, error) {
	sets, err := data.Sets(dir, ".html")
	if err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		return nil, errors.New("no directory in -data holds an ID.html and ID.zones.json; " + journals.Dir + "/articles is such a -data")
	}
	var out []Journal
	for _, s := range sets {
		out = append(out, Journal{Name: s.Name, dir: dir, IDs: s.Stems})
	}
	return out, nil
}

// Article is a page with its true zones.
type Article struct {
	Root  *html.Node
	Truth label.Values
}

// Read reads a page.
func (j Journal) Read(id string) (Article, error) {
	stem := path.Join(j.Name, id)
	f, err := j.dir.Open(stem + ".html")
	if err != nil {
		return Article{}, err
	}
	defer f.Close()
	root, err := html.Parse(f)
	if err != nil {
		return Article{}, fmt.Errorf("%s.html: %w", stem, err)
	}
	a := Article{Root: root}
	b, err := fs.ReadFile(j.dir, stem+".zones.json")
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return Article{}, err
	}
	var truth struct {
		Title        string   `json:"title"`
		Authors      []string `json:"authors"`
		Affiliations []string `json:"affiliations"`
		Abstract     string   `json:"abstract"`
	}
	if err := json.Unmarshal(b, &truth); err != nil {
		return Article{}, fmt.Errorf("%s.zones.json: %w", stem, err)
	}
	a.Truth = label.Values{Title: truth.Title, Authors: truth.Authors, Affiliations: truth.Affiliations, Abstract: truth.Abstract}
	return a, nil
}

// Examples are the first n pages of a journal with their true values, or those of
// their metadata.
func (j Journal) Examples(n int, metas bool) ([]label.Example, error) {
	var out []label.Example
	for _, id := range j.IDs[:min(n, len(j.IDs))] {
		a, err := j.Read(id)
		if err != nil {
			return nil, err
		}
		if metas {
			if a.Truth, err = label.MetaValues(a.Root); err != nil {
				return nil, fmt.Errorf("%s/%s: %w", j.Name, id, err)
			}
		}
		out = append(out, label.Example{Root: a.Root, Values: a.Truth})
	}
	return out, nil
}

// Strip removes the metadata of a page: <meta>, <title> and JSON-LD.
func Strip(root *html.Node) {
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

// Next returns the page that a model asks for, of those after the first ones that it
// learnt from; nil asks for none.
func (j Journal) Next(m *label.Model, learnt int) (string, error) {
	ids := j.IDs[learnt:]
	ids = ids[:min(len(ids), PoolSize)]
	if m == nil || len(ids) == 0 {
		return "", nil
	}
	var roots []*html.Node
	for _, id := range ids {
		a, err := j.Read(id)
		if err != nil {
			return "", err
		}
		Strip(a.Root)
		roots = append(roots, a.Root)
	}
	i, err := m.Next(roots)
	if err != nil {
		return "", fmt.Errorf("%s: %w", j.Name, err)
	}
	return ids[i], nil
}
