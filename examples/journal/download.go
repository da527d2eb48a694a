package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

const (
	maxBody  = 256 << 20 // bytes of a PDF
	maxDepth = 4         // issue, article, viewer, file
)

// result is what -json prints.
type result struct {
	Pages   map[string]int `json:"pages"` // by class
	Missing []missing      `json:"by_hand"`
	Out     string         `json:"out"`
}

// download fills the directory and prints what it did.
func download(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	j := judge{constraints: classify.TokenConstraints(o.languages...)}
	if o.model != "" {
		if j.model, err = readModel(o.model); err != nil {
			return err
		}
	}
	s, err := openShelf(o.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	f, err := bolt.Open(filepath.Join(o.out, "frontier.bolt"), bolt.Options{Options: j.FrontierOptions()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	c := &crawl.Crawler{
		Strategy: j, Frontier: f, Workers: 1, Delay: o.delay, Revisit: true,
		Transport: &crawl.Transport{Open: crawl.Hostnames(o.starts...)},
		Limits:    crawl.Limits{Pages: o.pages, Depth: maxDepth, Body: maxBody},
	}
	for p, err := range c.Crawl(ctx, o.starts...) {
		if err != nil {
			return err
		}
		var class classify.Classification
		if p.OK() {
			class = j.page(p)
		}
		if err := s.put(p, class); err != nil {
			return err
		}
		if !o.json {
			fmt.Fprintf(stderr, "%-8s %s\n", class.Class, p.URL)
		}
	}
	r := result{Pages: s.folders, Missing: []missing{}, Out: o.out}
	for failed, err := range f.Failures(ctx) {
		if err != nil {
			return err
		}
		r.Missing = append(r.Missing, missing{failed.URL, failed.Source, failed.Reason, failed.Attempts})
	}
	r.Missing = append(r.Missing, s.incomplete...)
	if err := s.writeMissing(r.Missing); err != nil {
		return err
	}
	if len(s.folders) == 0 {
		return fmt.Errorf("nothing could be fetched: %s", why(r.Missing))
	}
	return r.print(stdout, o.json)
}

func why(missing []missing) string {
	if len(missing) == 0 {
		return "the start is not to be fetched"
	}
	return missing[0].URL + ": " + missing[0].Reason
}

func readModel(path string) (*classify.NearestNeighbor, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := classify.ReadNearestNeighbor(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func (r result) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	for _, class := range classes {
		fmt.Fprintf(w, "%-8s %d\n", class, r.Pages[class])
	}
	fmt.Fprintf(w, "by hand  %d\n", len(r.Missing))
	for _, m := range r.Missing {
		fmt.Fprintf(w, "  %s (%s), linked from %s\n", m.URL, m.Reason, m.Parent)
	}
	return nil
}
