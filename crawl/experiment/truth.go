package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// truth is all that is known about a topic. It is never passed to a strategy.
type truth struct {
	web     *webs.Web
	topic   Topic
	judge   Judge
	targets map[string]bool     // canonical
	groups  map[string][]string // of a canonical URL
	sizes   map[string]int      // of groups
}

func newTruth(w *webs.Web, t Topic, j Judge) (*truth, error) {
	tr := &truth{web: w, topic: t, judge: j, targets: map[string]bool{}, groups: map[string][]string{}, sizes: map[string]int{}}
	targets := t.Targets
	if len(targets) == 0 {
		targets = t.Relevant
	}
	for _, raw := range targets {
		url, err := crawl.Canonical(raw)
		if err != nil {
			return nil, fmt.Errorf("target: %w", err)
		}
		tr.targets[url] = true
	}
	for _, raw := range t.Seeds {
		if url, err := crawl.Canonical(raw); err == nil { // a crawl refuses it by itself
			delete(tr.targets, url)
		}
	}
	for _, group := range slices.Sorted(maps.Keys(t.Groups)) {
		for _, raw := range t.Groups[group] {
			url, err := crawl.Canonical(raw)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", group, err)
			}
			tr.groups[url] = append(tr.groups[url], group)
			tr.sizes[group]++
		}
	}
	return tr, nil
}

// pages returns the relevant pages of the web by their places in its graph.
func (t *truth) pages() []int32 {
	var pages []int32
	g := t.web.Graph()
	for i, url := range g.URLs {
		if g.Page[i] && t.judge.Relevant(url) {
			pages = append(pages, int32(i))
		}
	}
	return pages
}

// atDistance returns the pages from which the nearest relevant one is so many
// links away.
func (t *truth) atDistance(links int) []string {
	var urls []string
	g := t.web.Graph()
	for i, far := range g.Distances(t.pages()) {
		if int(far) == links && g.Page[i] {
			urls = append(urls, g.URLs[i])
		}
	}
	return urls
}
