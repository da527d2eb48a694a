package faultsite

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
)

// Unplugged is a fault without sockets, which is what testing/synctest needs.
// It counts requests alone.
type Unplugged struct {
	server Server
	fault  fault
}

// OpenUnplugged returns a fault of those that answer through net/http.
func OpenUnplugged(name string) (*Unplugged, error) {
	all := faults()
	i := slices.IndexFunc(all, func(f fault) bool { return f.name == name && f.page != nil })
	if i < 0 {
		return nil, fmt.Errorf("faultsite: no fault that answers without sockets is called %q", name)
	}
	return &Unplugged{fault: all[i]}, nil
}

// Count returns what was asked so far.
func (u *Unplugged) Count() Count { return u.server.Count() }

// RoundTrip implements [http.RoundTripper].
func (u *Unplugged) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	// What a server would make of the request.
	asked := req.Clone(req.Context())
	asked.Host, asked.RequestURI = req.URL.Host, req.URL.RequestURI()
	w := httptest.NewRecorder()
	u.server.answer(u.fault, w, asked)
	resp := w.Result()
	resp.Request = req
	return resp, nil
}
