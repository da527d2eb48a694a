package umls

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Limits of a Client.
const (
	maxAnswer  = 16 << 20 // bytes of one answer
	pageSize   = 200
	maxItems   = 5 * pageSize // of one page
	maxPages   = 100          // of one list
	maxTries   = 5            // of one request
	firstPause = 500 * time.Millisecond
	maxPause   = 2 * time.Minute // before a next try; if the service asks for more, the request fails
)

// ErrKey is in the errors of a Client whose key the service refuses.
var ErrKey = errors.New("the API key is missing or refused")

// A ServiceError says which request the service did not answer as it should.
type ServiceError struct {
	URL    string // without the key
	Status int    // of HTTP, 0 if there was no answer
	Err    error  // the cause
}

// Error names the URL, the status and the cause.
func (e *ServiceError) Error() string {
	at, why := weburl.Redact(e.URL), weburl.RedactText(fmt.Sprint(e.Err))
	if e.Status == 0 {
		return fmt.Sprintf("umls: %s: %s", at, why)
	}
	return fmt.Sprintf("umls: %s: status %d: %s", at, e.Status, why)
}

// Unwrap returns the cause.
func (e *ServiceError) Unwrap() error { return e.Err }

func (c *Client) release() string {
	if c.Release == "" {
		return "current"
	}
	return url.PathEscape(c.Release)
}

// content returns the path of something under /content.
func (c *Client) content(parts ...string) string {
	path := "/content/" + c.release()
	for _, p := range parts {
		path += "/" + url.PathEscape(p)
	}
	return path
}

// pages calls visit with the pages of a list until it returns false. There are
// none if the service does not know the path.
func pages[T any](ctx context.Context, c *Client, path string, query url.Values, visit func(page T) (more bool)) error {
	q := url.Values{"pageSize": {strconv.Itoa(pageSize)}}
	for name, values := range query {
		q[name] = values
	}
	for number := 1; ; number++ {
		q.Set("pageNumber", strconv.Itoa(number))
		a := answer[T]{}
		known, err := c.get(ctx, path, q, &a)
		if err != nil || !known || !visit(*a.Result) || number == a.PageCount {
			return err
		}
		if number == maxPages {
			return &ServiceError{URL: c.address(path, q), Err: fmt.Errorf("more than %d pages", maxPages)}
		}
	}
}

// address returns the URL of a request without the key and any other secret.
func (c *Client) address(path string, query url.Values) string {
	base := c.base()
	if u, err := url.Parse(base); err == nil {
		u.User, u.RawQuery, u.Fragment = nil, "", ""
		base = u.String()
	} else {
		base = "BaseURL"
	}
	if base += path; len(query) > 0 {
		base += "?" + query.Encode()
	}
	return c.scrub(base)
}

func (c *Client) base() string {
	if c.BaseURL == "" {
		return "https://uts-ws.nlm.nih.gov/rest"
	}
	return strings.TrimRight(c.BaseURL, "/")
}

// scrub takes the key out of a text.
func (c *Client) scrub(text string) string {
	if c.APIKey == "" {
		return text
	}
	return strings.NewReplacer(c.APIKey, "KEY", url.QueryEscape(c.APIKey), "KEY").Replace(text)
}

// get requests a path, or takes the answer from the cache. known is false if the
// service does not know the path.
func (c *Client) get(ctx context.Context, path string, query url.Values, a checked) (known bool, err error) {
	fail := func(status int, err error) error {
		return &ServiceError{URL: c.address(path, query), Status: status, Err: err}
	}
	if c.APIKey == "" {
		return false, fail(0, ErrKey)
	}
	cached := c.cached(path, query)
	if body, ok := cached.read(); ok {
		if len(body) == 0 {
			return false, nil
		}
		if a.read(body) == nil {
			return true, nil
		}
	}
	pause := firstPause
	for try := 1; ; try++ {
		r, err := c.try(ctx, path, query)
		if err == nil && r.status == http.StatusOK {
			if err = a.read(r.body); err == nil {
				return true, cached.write(r.body, c.APIKey)
			}
			err = fmt.Errorf("expected an answer as documented, found %q: %w", c.scrub(short(r.body)), err)
		}
		switch {
		case ctx.Err() != nil:
			return false, fail(r.status, context.Cause(ctx))
		case err != nil:
		case r.status == http.StatusNotFound:
			return false, cached.write(nil, c.APIKey)
		case r.status == http.StatusUnauthorized || r.status == http.StatusForbidden:
			return false, fail(r.status, ErrKey)
		default:
			err = fmt.Errorf("the service says %q", c.scrub(short(r.body)))
			if r.status != http.StatusTooManyRequests && r.status < 500 {
				return false, fail(r.status, err)
			}
		}
		if try == maxTries || isLasting(err) {
			return false, fail(r.status, err)
		}
		wait := max(r.wait, pause/2+rand.N(pause/2))
		if wait > maxPause {
			return false, fail(r.status, fmt.Errorf("it wants a pause of %v: %w", wait, err))
		}
		pause *= 2
		if err := sleep(ctx, wait); err != nil {
			return false, fail(r.status, err)
		}
	}
}

// isLasting reports whether another try would fail in the same way.
func isLasting(err error) bool {
	return errors.Is(err, errTooLarge) || errors.Is(err, errItems) || errors.Is(err, errBaseURL)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// Faults that another try does not mend.
var (
	errTooLarge = fmt.Errorf("an answer of more than %d bytes", maxAnswer)
	errItems    = fmt.Errorf("a list of more than %d items, where %d were asked for", maxItems, pageSize)
	errBaseURL  = errors.New("the BaseURL is no URL")
)

// A reply is what came back from one try.
type reply struct {
	status int
	body   []byte
	wait   time.Duration // from Retry-After
}

func (c *Client) try(ctx context.Context, path string, query url.Values) (reply, error) {
	c.once.Do(c.prepare)
	if err := c.pace.Wait(ctx); err != nil {
		return reply{}, err
	}
	q := url.Values{"apiKey": {c.APIKey}}
	for name, values := range query {
		q[name] = values
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base()+path+"?"+q.Encode(), nil)
	if err != nil {
		return reply{}, errBaseURL
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.plain.Do(req)
	if err != nil {
		var inURL *url.Error // which has the key
		if errors.As(err, &inURL) {
			err = inURL.Err
		}
		if text := err.Error(); c.scrub(text) != text {
			err = errors.New(c.scrub(text))
		}
		return reply{}, err
	}
	defer resp.Body.Close()
	r := reply{status: resp.StatusCode, wait: retryAfter(resp.Header.Get("Retry-After"), time.Now())}
	r.body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(r.body) > maxAnswer {
		err = errTooLarge
	}
	return r, err
}

// prepare makes what the requests share. Redirects are not followed: they would
// send the key to another server.
func (c *Client) prepare() {
	if c.pace = c.Limit; c.pace == nil {
		c.pace = rate.NewLimiter(20, 1)
	}
	c.plain = http.Client{Timeout: 30 * time.Second}
	if c.HTTP != nil {
		c.plain = *c.HTTP
	}
	c.plain.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
}

// retryAfter reads the header in both its forms.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now)
	}
	return 0
}

// holds reports whether a body has the key in it.
func holds(body []byte, key string) bool {
	return bytes.Contains(body, []byte(key)) || bytes.Contains(body, []byte(url.QueryEscape(key)))
}
