package search

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	maxBody        = 8 << 20
	requestTimeout = 30 * time.Second
)

// get fetches the answer to one request. The error has nothing of the URL but
// its scheme and host.
func get(ctx context.Context, client *http.Client, userAgent, rawURL, accept string) ([]byte, error) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, &Error{Err: errors.New("the engine's URL is not one of http or https")}
	}
	body, err := do(ctx, client, userAgent, u, accept)
	if err != nil {
		return nil, fail(rawURL, err)
	}
	return body, nil
}

func do(ctx context.Context, client *http.Client, userAgent string, u *url.URL, accept string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	request := (&http.Request{Method: http.MethodGet, URL: u, Header: http.Header{"Accept": {accept}}}).WithContext(ctx)
	if userAgent != "" {
		request.Header.Set("User-Agent", userAgent)
	}
	if client == nil {
		client = http.DefaultClient
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, withoutURL(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, statusError(response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxBody {
		return nil, errors.New("the answer is larger than 8 MiB")
	}
	return body, nil
}

// withoutURL drops the URL that net/http puts around the cause.
func withoutURL(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// fail makes an Error. The URL has been parsed before.
func fail(rawURL string, err error) error {
	e := &Error{Err: err}
	var status statusError
	if errors.As(err, &status) {
		e.Status = int(status)
	}
	if u, err := url.Parse(rawURL); err == nil {
		e.Engine = u.Scheme + "://" + u.Host
	}
	return e
}
