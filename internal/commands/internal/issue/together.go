package issue

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// lookTogether looks a second time at all pages on a shelf, those of one host together,
// and returns the classes that change, by URL. Starts are not told apart: the issues of a
// journal show more of what its articles have in common than one of them.
func lookTogether(s *shelf.Shelf, dir string) (map[string]classify.Classification, error) {
	var lines []shelf.Line
	articles := map[string]bool{}
	for l, err := range s.Lines() {
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
		articles[l.URL] = l.Class == classify.ClassAbstract || l.Class == classify.ClassFullText
	}
	sets := map[string]*classify.PageSet{} // by host
	members := map[string][]shelf.Line{}
	for _, l := range lines {
		if path.Ext(l.File) != ".html" || articles[l.Parent] && isFullTextByLink(l) { // built unlike the page that leads to it
			continue
		}
		body, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(l.File)))
		if errors.Is(err, fs.ErrNotExist) { // somebody took it away
			continue
		}
		if err != nil {
			return nil, err
		}
		p := &crawl.Page{URL: l.URL, Body: body, Header: http.Header{"Content-Type": {"text/html"}}}
		host := weburl.HostOf(l.URL)
		if sets[host] == nil {
			sets[host] = &classify.PageSet{}
		}
		sets[host].Add(classify.Resource{URL: l.URL, Root: root(p)}, classify.Classification{Class: l.Class, Evidence: l.Evidence})
		members[host] = append(members[host], l)
	}
	changed := map[string]classify.Classification{}
	for host, set := range sets {
		for i, c := range set.Classify() {
			if l := members[host][i]; c.Class != l.Class && l.Parent != "" {
				changed[l.URL] = c
			}
		}
	}
	return changed, nil
}

func isFullTextByLink(l shelf.Line) bool {
	return l.Class == classify.ClassFullText && slices.ContainsFunc(l.Evidence, func(e string) bool { return strings.HasPrefix(e, "*link: ") })
}
