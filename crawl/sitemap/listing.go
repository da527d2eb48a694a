package sitemap

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// An Entry is one URL of a list.
type Entry struct {
	// URL is absolute and canonical: without fragment and credentials.
	URL string

	// Sitemap says that the URL is another list: a sitemap that an index
	// lists, or a feed or an OPML file that an OPML file names beside its pages.
	// By the protocol it is not an index, but a site can make a cycle of
	// indexes: limit how far you follow them.
	Sitemap bool

	// Reach says how far the URL lies from the list: "below" it, in its folder or
	// deeper, also if the list's URL is not known; "beside" it, elsewhere on its
	// host, or there by the other scheme; "foreign", on another host or port. By
	// the protocol a list is authoritative for what is below it. Many that a site's
	// robots.txt names, or that lie in a folder for sitemaps, list what is beside
	// them. What is foreign should be believed only if the robots.txt of the URL's
	// own host names the list.
	Reach string

	// LastMod is when the page last changed, in UTC: lastmod of a sitemap,
	// updated of a feed, or else Published. It is zero where the list says
	// nothing or nothing that can be understood.
	LastMod time.Time

	// Published is when the page was published, in UTC: news:publication_date of
	// a sitemap, the date of publication of a feed. It is zero as LastMod is.
	Published time.Time

	// ChangeFreq is always, hourly, daily, weekly, monthly, yearly or never;
	// empty where the list says none of these.
	ChangeFreq string

	// Priority is the page's weight within its site, 0 to 1; 0.5, as the
	// protocol has it, where the list gives none in that range.
	Priority float64

	// Alternates are versions of the page in other languages or for other
	// devices, canonical, as listed: often with the page itself among them.
	// Those that are no URLs of http or https, such as apps, are left out.
	Alternates []string
}

// A listing is a list while it is read, whatever its format: where it lies,
// where its entries go, and the first fault in it.
type listing struct {
	input
	base    *weburl.URL // nil if not known
	within  *weburl.URL // what relative URLs are resolved against; base unless the list says otherwise
	folder  string      // of the list, with its last slash
	yield   func(Entry, error) bool
	limit   int // of entries; negative for none
	maxURL  int // bytes
	count   int // of entries
	dropped int // of them, for their URLs
	fault   *Error
	emitted bool // an entry was handed out
}

func (l *listing) locate(base string) error {
	if base == "" {
		return nil
	}
	u, err := weburl.Parse(base)
	if err != nil {
		return l.stop("the URL of the list", err)
	}
	path := u.Path()
	l.base, l.within = u, u
	l.folder = u.Scheme() + "://" + u.Host() + path[:strings.LastIndexByte(path, '/')+1]
	return nil
}

// admit counts an entry that begins.
func (l *listing) admit() error {
	if l.count == l.limit {
		return l.stop(fmt.Sprintf("at most %d entries", l.limit), ErrLimit)
	}
	l.count++
	return nil
}

// emit hands an entry out.
func (l *listing) emit(e Entry) error {
	l.emitted = true
	if !l.yield(e, nil) {
		return errBreak
	}
	return nil
}

// resolve reads a URL, which may be relative.
func (l *listing) resolve(raw string) (*weburl.URL, error) {
	if l.within == nil {
		return l.parse(raw)
	}
	return l.within.ResolveMax(raw, l.maxURL)
}

// parse reads an absolute URL.
func (l *listing) parse(raw string) (*weburl.URL, error) {
	u, err := weburl.Parse(raw)
	if err == nil && len(u.Canonical()) > l.maxURL {
		return nil, &weburl.Error{URL: u.Canonical(), Err: weburl.ErrTooLong}
	}
	return u, err
}

// reach says how far from the list a URL lies: see [Entry].
func (l *listing) reach(u *weburl.URL) string {
	switch {
	case l.base == nil, strings.HasPrefix(u.Canonical(), l.folder):
		return "below"
	case u.Host() == l.base.Host():
		return "beside"
	}
	return "foreign"
}

// note keeps a fault if it is the first.
func (l *listing) note(line int, want, got string, reason error) {
	if l.fault == nil {
		l.fault = &Error{URL: l.name(), Line: line, Want: want, Got: excerpt.Of(got, maxGot), Err: reason}
	}
}

// noteURL keeps the fault that err, of package weburl, makes of a URL. It is
// worded by weburl, which leaves credentials out.
func (l *listing) noteURL(line int, err error) {
	var refused *weburl.Error
	if errors.As(err, &refused) {
		l.note(line, "a URL of http or https", refused.URL, refused.Err)
	}
}

// stop makes the error that ends reading.
func (l *listing) stop(want string, reason error) error {
	return &Error{URL: l.name(), Line: l.line, Want: want, Stopped: true, Err: reason}
}

func (l *listing) name() string {
	if l.base == nil {
		return ""
	}
	return l.base.Canonical()
}
