// Package wire is the way to a server: connections that can be broken off and give no more than
// replies of a bounded size.
package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// Timeout is how long a call waits for an answer, if the URL does not say.
const Timeout = 30 * time.Second

// A Server is what a URL leads to: a single server, the master that Sentinel
// names, or a cluster.
type Server struct {
	Client goredis.UniversalClient
	Name   string // for errors: no credentials
	conns  *conns
	Single bool // not a cluster
}

// Connect makes a client for a URL; nothing is sent yet. Errors do not quote
// the URL, which may hold a password.
//
// go-redis makes no call twice by itself; see package redis.
func Connect(rawURL string) (*Server, error) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "redis" && u.Scheme != "rediss" {
		return nil, errors.New("the server's URL is not redis://host:port or rediss://host:port")
	}
	q := u.Query()
	behind := slices.Concat([]string{u.Path, u.Fragment}, q["addr"], slices.Collect(maps.Keys(q)))
	if strings.Contains(strings.Join(behind, ""), "@") { // what looks like a host may be a part of the password
		return nil, errors.New("the server's URL has an @ behind its host: an addr is host:port alone, and in a password /, ? and # are written %2F, %3F and %23")
	}
	s := &Server{Name: u.Host, conns: newConns()}
	switch {
	case q.Has("master_name"):
		o, failed := goredis.ParseFailoverURL(rawURL)
		if err = failed; err != nil {
			break
		}
		o.MaxRetries, o.ReadTimeout, o.ContextTimeoutEnabled = -1, cmp.Or(o.ReadTimeout, Timeout), true
		o.Dialer = s.conns.dialer(o.DialTimeout, o.TLSConfig)
		s.Client, s.Single = goredis.NewFailoverClient(o), true
		s.Name = o.MasterName + " of " + u.Host
	case q.Has("addr"):
		o, failed := goredis.ParseClusterURL(rawURL)
		if err = failed; err != nil {
			break
		}
		// A node that a slot is moving to takes nothing yet, so nobody is sent there.
		o.MaxRedirects = -1
		o.MaxRetries, o.ReadTimeout, o.ContextTimeoutEnabled = -1, cmp.Or(o.ReadTimeout, Timeout), true
		o.Dialer = s.conns.dialer(o.DialTimeout, o.TLSConfig)
		s.Client = goredis.NewClusterClient(o)
	default:
		o, failed := goredis.ParseURL(rawURL)
		if err = failed; err != nil {
			break
		}
		o.MaxRetries, o.ReadTimeout, o.ContextTimeoutEnabled = -1, cmp.Or(o.ReadTimeout, Timeout), true
		o.Dialer = s.conns.dialer(o.DialTimeout, o.TLSConfig)
		s.Client, s.Single, s.Name = goredis.NewClient(o), true, o.Addr
	}
	if err != nil {
		return nil, fmt.Errorf("the URL of %s: %s", u.Host, refused(u))
	}
	return s, nil
}

// refused says which part of a URL go-redis refuses. Its own error may quote a
// password.
func refused(u *url.URL) string {
	if u.Path != "" && u.Path != "/" {
		if _, err := strconv.Atoi(strings.Trim(u.Path, "/")); err != nil {
			return "what comes after the host is not the number of a database"
		}
	}
	return "one of the parameters " + strings.Join(slices.Sorted(maps.Keys(u.Query())), ", ") + " is unknown or has a value that it cannot have"
}

// Node returns the client of the server that has a key.
func (s *Server) Node(ctx context.Context, key string) (*goredis.Client, error) {
	if c, ok := s.Client.(*goredis.ClusterClient); ok {
		return c.MasterForKey(ctx, key)
	}
	return s.Client.(*goredis.Client), nil
}

// Look has a cluster asked which node has which slots, since that may have changed.
func (s *Server) Look(ctx context.Context) {
	if c, ok := s.Client.(*goredis.ClusterClient); ok {
		c.ReloadState(ctx)
	}
}

// Close breaks off all calls and closes the connections.
func (s *Server) Close() error {
	s.conns.close()
	if err := s.Client.Close(); err != nil && !errors.Is(err, goredis.ErrClosed) && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
