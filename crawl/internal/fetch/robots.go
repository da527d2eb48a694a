package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const (
	robotsPath    = "/robots.txt"       // always allowed itself: RFC 9309, 2.2.2
	robotsAge     = 24 * time.Hour      // RFC 9309, 2.4
	robotsAgeDown = time.Hour           // how long an origin stays as it is without its file
	robotsStale   = 30 * 24 * time.Hour // how long an old file is used while it cannot be read again
	robotsHops    = 5                   // redirects followed to the file: RFC 9309, 2.3.1.2
)

// A robotsError says why a robots.txt cannot be read.
type robotsError struct{ err error }

func (e *robotsError) Error() string {
	return fmt.Sprintf("%v (%v)", e.err, failure.ErrRobotsUnreachable)
}

// Unwrap returns failure.ErrRobotsUnreachable and the cause.
func (e *robotsError) Unwrap() []error { return []error{failure.ErrRobotsUnreachable, e.err} }

// Allow returns why a URL may not be fetched now, and its form in errors. See
// crawl.Crawler.Allowed.
func (f *Fetcher) Allow(ctx context.Context, url string) (canonical string, err error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return "", err
	}
	page, visiting := ctx.Value(visitKey{}).(*pacer)
	ctx = detached{ctx}
	s, done := f.use(u)
	defer done()
	if !s.IgnoreRobots {
		if _, _, err := f.allowed(ctx, s, u); err != nil {
			return u.Canonical(), err
		}
	}
	if !visiting {
		return u.Canonical(), nil
	}
	if page != s.pacer {
		end, err := f.turn(ctx, s, u, maxWait{loadWait, loadWait})
		if err != nil {
			return u.Canonical(), err
		}
		end(0, false)
	}
	f.Counts.Requests.Add(1)
	return u.Canonical(), nil
}

// loadWait is how long what a page loads waits for the turn of another host.
const loadWait = 5 * time.Second

// visitKey is the key of the page's pacer in the context of its request.
type visitKey struct{}

// detached is a context without its values: those of the page's request are about that
// one alone, as its trace, which counts connections.
type detached struct{ context.Context }

func (detached) Value(any) any { return nil }

// allowed asks the site's robots.txt about a URL and returns which line
// decided, and what its content may be used for. The file is fetched first if it is not known
// or too old.
func (f *Fetcher) allowed(ctx context.Context, s *site, u *weburl.URL) (robots.Decision, robots.Usage, error) {
	file, err := f.robotsOf(ctx, s, u)
	if err != nil || u.Path() == robotsPath {
		return robots.Decision{Allowed: err == nil}, nil, err
	}
	d := file.Decide(f.Agent, u.Canonical())
	if d.By != "" && d.By != "temoto" {
		f.Counts.RobotsRead.Add(1)
	}
	if !d.Allowed {
		return d, nil, fmt.Errorf("%w, line %d: %s", failure.ErrRobots, d.Line, excerpt.Of(weburl.Redact(d.Rule), failure.MaxQuote))
	}
	usage := file.Usage(f.Agent, u.Canonical())
	return d, usage, f.unfit(usage)
}

// unfit returns an error if content may not be used for what the crawl is for.
func (f *Fetcher) unfit(usage robots.Usage) error {
	for _, use := range f.Purpose {
		if !usage.Allows(use) {
			return fmt.Errorf("%w: %s", failure.ErrUsage, use)
		}
	}
	return nil
}

// robotsOf returns the site's robots.txt.
func (f *Fetcher) robotsOf(ctx context.Context, s *site, u *weburl.URL) (*robots.File, error) {
	select {
	case s.reading <- struct{}{}: // others wait for what this one reads
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !time.Now().Before(s.expires) {
		if err := f.readRobots(ctx, s, u); err != nil {
			return nil, err
		}
	}
	if s.closed != nil {
		return nil, s.closed.of(u.Canonical())
	}
	return s.robots, nil
}

// readRobots fetches the file and decides as RFC 9309, 2.3.1, says: no file
// (4xx) allows everything; a server in trouble (5xx, 429, no answer) allows
// nothing, or what its last file allowed.
func (f *Fetcher) readRobots(ctx context.Context, s *site, u *weburl.URL) error {
	file, err := f.fetchRobots(ctx, s, u)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, errBusy) {
		return err
	}
	if err != nil {
		return s.withoutRobots(&robotsError{err}, time.Now())
	}
	s.closed, s.robotsFile = nil, file
	s.outage.over()
	f.Sites.hold(s, s.robots.Size())
	delay, _ := s.robots.Delay(f.Agent)
	s.setDelay(s.origin, delay)
	return nil
}

// withoutRobots goes on with the last file if that is not too old. Otherwise it
// returns an error that may pass, or closes the origin for a while.
func (s *site) withoutRobots(err error, now time.Time) error {
	switch {
	case s.robots != nil && now.Sub(s.read) <= robotsStale:
		s.closed = nil
	case failure.IsTransient(err):
		return err
	default:
		s.closed = &hostError{err: err}
	}
	s.expires = now.Add(robotsAgeDown)
	return nil
}

// fetchRobots returns the file, an empty one if there is none.
func (f *Fetcher) fetchRobots(ctx context.Context, s *site, u *weburl.URL) (robotsFile, error) {
	if s.redirects == nil {
		at, err := u.Resolve(robotsPath)
		if err != nil {
			return robotsFile{}, err
		}
		s.redirects = []*weburl.URL{at}
	}
	var body []byte // as if there were no file, after too many redirects
	for len(s.redirects) <= robotsHops+1 {
		at := s.redirects[len(s.redirects)-1]
		if file, ok := f.knownRobots(s, at); ok {
			s.redirects = nil
			return file, nil
		}
		read, next, err := f.askRobots(ctx, s, at)
		if errors.Is(err, errBusy) {
			return robotsFile{}, err // the next call continues here
		}
		if err != nil {
			s.redirects = nil
			return robotsFile{}, err
		}
		if next == nil {
			body = read
			break
		}
		s.redirects = append(s.redirects, next)
	}
	s.redirects = nil
	now := time.Now()
	return robotsFile{robots.Parse(body), now, now.Add(robotsAge)}, nil
}

// knownRobots returns the file of another site that one redirects to, if that is known
// and nobody is about to read it: many sites have the file of another one, which may be
// busy for as long as it is crawled.
func (f *Fetcher) knownRobots(s *site, at *weburl.URL) (robotsFile, bool) {
	if at.Path() != robotsPath || at.Query() != "" {
		return robotsFile{}, false
	}
	other, done := f.use(at)
	defer done()
	if other == s {
		return robotsFile{}, false
	}
	select {
	case other.reading <- struct{}{}:
		defer func() { <-other.reading }()
	default:
		return robotsFile{}, false
	}
	known := other.robots != nil && other.closed == nil && time.Now().Before(other.expires)
	return other.robotsFile, known
}

func (f *Fetcher) askRobots(ctx context.Context, s *site, at *weburl.URL) (file []byte, next *weburl.URL, err error) {
	asked, done := f.use(at) // another one after a redirect
	defer done()
	// One byte more than Parse takes shows it that the last line is cut.
	most := shortWait
	if asked.pacer != s.pacer {
		most = maxWait{pause: robotsWait} // any number of hosts can redirect here: do not wait for others
	}
	res := f.get(ctx, asked, at, Validator{}, Wanted{limit: robots.MaxSize + 1}, most)
	switch {
	case errors.Is(res.Err, errBusy) && asked.pacer != s.pacer:
		return nil, nil, errElsewhere
	case res.Status == 0:
		return nil, nil, res.Err
	case isRedirect(res.Status):
		next, err := at.Resolve(weburl.OfHeader(res.Header.Get("Location")))
		if err != nil {
			return nil, nil, nil // leads nowhere: as if there were no file
		}
		return nil, next, nil
	case res.Status == http.StatusTooManyRequests || res.Status >= 500 || res.Status < 200: // 1xx: a protocol that was not asked for
		s.putOff(retryAfter(res.Header.Get("Retry-After"), time.Now()))
		return nil, nil, &failure.StatusError{Status: res.Status}
	case res.Status/100 != 2:
		return nil, nil, nil
	case res.Err != nil && !errors.As(res.Err, new(errNotEncoded)):
		return nil, nil, res.Err // what forbids may be missing
	}
	return res.Body, nil, nil
}
