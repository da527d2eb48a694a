package webs

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/warc"
)

// unfolded returns how many bytes a file may hold: recorded pages compress to a
// tenth, and those of one template to a fiftieth.
func unfolded(size int64) int64 { return 64<<20 + 100*min(size, 1<<50) }

func errUnfolds(limit int64) error {
	return fmt.Errorf("it decompresses to more than %d bytes, too much for a recorded web: unpack it to a directory if it is one", limit)
}

// readWARC keeps what a WARC file answers, or those of a directory, as a crawler reads it: content
// encodings undone, and of the header the type and the location.
func readWARC(path string, limit int64) (*Web, error) {
	recorded, err := warc.Open(path)
	if err != nil {
		return nil, err
	}
	if recorded.Len() == 0 {
		return nil, errors.New("no page was recorded")
	}
	w := &Web{documents: make(map[string]Document, recorded.Len())}
	left := limit
	for _, url := range recorded.URLs() {
		d, err := fetchDocument(recorded, url, left+1)
		if err != nil {
			return nil, err
		}
		if left -= int64(len(d.Body)); left < 0 {
			return nil, errUnfolds(limit)
		}
		if err := w.add(d); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// fetchDocument crawls one page, of which it reads at most limit bytes.
func fetchDocument(recorded http.RoundTripper, url string, limit int64) (Document, error) {
	c := crawl.Crawler{
		Strategy: leaf{}, Transport: recorded, Workers: 1, Delay: crawl.None, IgnoreRobots: true,
		Limits: crawl.Limits{Attempts: 1, Body: limit},
	}
	d := Document{URL: url}
	for p, err := range c.Crawl(context.Background(), url) {
		var failed *warc.FetchError
		switch {
		case err != nil:
			return d, err
		case p.Status == 0 && !errors.As(p.Err, &failed):
			return d, p.Err // of the file, not of the page
		}
		d.Status, d.Silent = p.Status, p.Status == 0
		d.Location, d.Type, d.Body = p.Header.Get("Location"), p.Header.Get("Content-Type"), p.Body
		break
	}
	return d, nil
}

// leaf is a strategy that follows nothing.
type leaf struct{}

// Value implements [crawl.Strategy].
func (leaf) Value(*crawl.Page) crawl.Valuation { return crawl.Valuation{} }
