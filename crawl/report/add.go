package report

import (
	"errors"
	"net/url"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Add adds a page as a crawl gives it, the first fetched first. It reads the
// page's title and keeps nothing else of its body. Of one that was fetched again it counts for
// its host whether it has changed. It is not to be called by several goroutines at once.
func (r *Report) Add(p *crawl.Page) {
	if p.Again {
		r.revisits.add(p, time.Now())
		return
	}
	page := Page{
		N: len(r.Pages) + 1, URL: p.URL, Parent: p.Parent, Depth: p.Depth, Status: p.Status,
		Bytes: int64(len(p.Body)), Value: p.Value, Score: p.Score, Why: p.Explanation.String(), Taken: p.LinkExplanation.String(), Failed: p.Err != nil,
	}
	switch {
	case p.Err != nil:
		page.Why = "failed: " + weburl.RedactText(cause(p.Err).Error())
	case p.Redirect != "":
		page.Why = "redirects to " + p.Redirect
	case p.OK():
		page.Title = p.Scan().Title
		if r.Relevant != nil {
			page.Judged, page.Relevant = true, r.Relevant(p)
		}
	}
	r.Pages = append(r.Pages, page)
}

// cause is why a page failed, without the URL, which the page has.
func cause(err error) error {
	var e *crawl.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// host is the host of the page's URL, "" if that is none.
func (p *Page) host() string {
	u, err := url.Parse(p.URL)
	if err != nil {
		return ""
	}
	return u.Host
}
