package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/jsonarray"
)

// SearXNG is an instance of the SearXNG metasearch engine, asked by its JSON API
// (https://docs.searxng.org/dev/search_api.html). Public instances mostly have
// that turned off, as the error then says.
type SearXNG struct {
	// URL is where the instance is, such as "http://localhost:8080". A user
	// and password in it are sent as HTTP's basic authentication.
	URL string

	// Client sends the requests; default http.DefaultClient. Each has 30
	// seconds and 8 MiB.
	Client *http.Client

	// UserAgent names you; the default is that of net/http, which instances
	// that fend off robots refuse.
	UserAgent string

	// Engines and Categories choose what is asked, such as "wikipedia" and
	// "science"; by default the instance does.
	Engines, Categories []string

	// Language is a code such as "en" or "de-CH"; default that of the instance.
	Language string
}

// Seeds implements [Seeder]. It asks for as many pages of results as it takes,
// 50 at most, and reads up to 1,000 results of each.
func (s *SearXNG) Seeds(ctx context.Context, query string, n int) ([]string, error) {
	h := newHits(n)
	return h.gather(func(page int) (bool, error) {
		return s.page(ctx, query, page, h)
	})
}

// page takes the hits of one page of results.
func (s *SearXNG) page(ctx context.Context, query string, number int, h *hits) (more bool, err error) {
	rawURL, err := s.search(query, number)
	if err != nil {
		return false, err
	}
	body, err := get(ctx, s.Client, s.UserAgent, rawURL, "application/json")
	var status statusError
	if errors.As(err, &status) && status == http.StatusForbidden {
		return false, fail(rawURL, fmt.Errorf(`%w (the instance does not answer in JSON: it must list "json" under search.formats in its settings.yml)`, status))
	}
	if err != nil {
		return false, err
	}
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return false, fail(rawURL, fmt.Errorf("%w: expected JSON, found %q", errBadAnswer, body[:min(len(body), 40)]))
	}
	if a.Results == nil {
		return false, fail(rawURL, fmt.Errorf("%w: no results in the JSON", errBadAnswer))
	}
	if len(a.Results) == 0 && number == 1 && len(a.Unresponsive) > 0 {
		return false, fail(rawURL, fmt.Errorf("no engine answered: %s", a.unresponsive()))
	}
	for _, r := range a.Results {
		h.add(r.URL)
	}
	return len(a.Results) > 0, nil
}

// search returns the URL that asks for a page of results.
func (s *SearXNG) search(query string, number int) (string, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return "", &Error{Err: errors.New("the URL of the SearXNG instance is malformed")}
	}
	u = u.JoinPath("search")
	values := url.Values{"q": {query}, "format": {"json"}, "pageno": {strconv.Itoa(number)}}
	for name, value := range map[string]string{
		"engines":    strings.Join(s.Engines, ","),
		"categories": strings.Join(s.Categories, ","),
		"language":   s.Language,
	} {
		if value != "" {
			values.Set(name, value)
		}
	}
	u.RawQuery = values.Encode()
	return u.String(), nil
}

// An answer is what is read of SearXNG's.
type answer struct {
	Results list[struct {
		URL string `json:"url"`
	}] `json:"results"`
	// Unresponsive has pairs of a name and a reason, in some versions more.
	Unresponsive list[json.RawMessage] `json:"unresponsive_engines"`
}

// maxElements is how many elements of an array are read: an element of three
// bytes takes many times as much in memory.
const maxElements = 1000

// A list is the first maxElements elements of an array. It is nil for null.
type list[T any] []T

// UnmarshalJSON implements json.Unmarshaler. The text is known to be JSON.
func (l *list[T]) UnmarshalJSON(text []byte) error {
	if *l = nil; string(text) == "null" {
		return nil
	}
	*l = list[T]{}
	for element, err := range jsonarray.Elements[T](text) {
		if err != nil {
			return err
		}
		if *l = append(*l, element); len(*l) == maxElements {
			break
		}
	}
	return nil
}

// maxReason bounds the part of the engines' reasons that an error repeats.
const maxReason = 200

func (a *answer) unresponsive() string {
	var reasons []string
	length := 0
	for _, text := range a.Unresponsive {
		reason := string(text[:min(len(text), 4*maxReason)])
		if len(reason) == len(text) {
			var v any
			_ = json.Unmarshal(text, &v) // it is JSON
			reason = fmt.Sprint(v)
		}
		reasons = append(reasons, reason)
		if length += len(reason); length > maxReason {
			break
		}
	}
	return excerpt.Of("["+strings.Join(reasons, " ")+"]", maxReason)
}
