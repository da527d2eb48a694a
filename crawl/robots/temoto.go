package robots

import (
	"strings"
	"sync"

	"github.com/temoto/robotstxt"
)

// A Temoto answers as its File does, but leaves the matching of rules to
// github.com/temoto/robotstxt. It is for programs whose policy is to let that
// package decide, and not for files of strangers: each rule with wildcards becomes
// a regular expression, and a hostile file costs seconds a URL where File takes
// milliseconds. Decide, Delay and Sitemaps are the File's own.
//
// Temoto keeps what it compiled for the last agent asked about. Its methods may
// be called from many goroutines at once.
type Temoto struct {
	*File

	mu    sync.Mutex
	token string                // which data is for
	data  *robotstxt.RobotsData // nil until first asked
}

// NewTemoto returns a Temoto for f.
func NewTemoto(f *File) *Temoto {
	if f == nil {
		f = Parse(nil)
	}
	return &Temoto{File: f}
}

// Allowed reports whether agent may fetch url, both as in [File.Decide].
func (t *Temoto) Allowed(agent, url string) bool {
	path, exempt := t.path(url)
	if exempt {
		return true
	}
	data, err := t.compiled(lower(Token(agent)))
	if err != nil {
		return t.File.Allowed(agent, url)
	}
	return data.TestAgent(canonicalPath(path), "any")
}

// compiled returns the rules for one token as temoto holds them.
func (t *Temoto) compiled(token string) (*robotstxt.RobotsData, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.data == nil || t.token != token {
		data, err := robotstxt.FromString(t.canonical(token))
		if err != nil {
			return nil, err
		}
		t.token, t.data = token, data
	}
	return t.data, nil
}

// canonical writes the rules for one token as a file which temoto reads the way
// we mean it: one group, Allow first because temoto lets the first of equally
// long rules win, and the patterns as canonicalPattern has them.
func (f *File) canonical(token string) string {
	var allows, disallows strings.Builder
	for r := range f.rulesFor(token) {
		if r.allow {
			allows.WriteString("Allow: " + canonicalPattern(r.pattern) + "\n")
		} else {
			disallows.WriteString("Disallow: " + canonicalPattern(r.pattern) + "\n")
		}
	}
	return "User-agent: *\n" + allows.String() + disallows.String()
}

// canonicalPattern writes a pattern for temoto, which matches wildcards by an
// unanchored regular expression and takes the length of its source for that of
// the pattern. Each octet becomes two letters, as long as the ".*" for a star.
// Two slashes stand in front, where alone paths have slashes, and anchor it. The
// end has two letters of its own, so that only a final '$' matches them.
func canonicalPattern(pattern string) string {
	pattern, whole := strings.CutSuffix(pattern, "$")
	var b strings.Builder
	for i := range len(pattern) {
		if pattern[i] == '*' {
			b.WriteByte('*')
		} else {
			writeOctet(&b, pattern[i])
		}
	}
	switch {
	case whole:
		return "//" + b.String() + pathEnd
	case strings.HasSuffix(pattern, "*"):
		// Temoto drops stars at the end, and their length with them. An idle
		// '$' keeps them; one slash less makes up for its length.
		return "/" + b.String() + "$"
	}
	return "//" + b.String()
}

// canonicalPath writes a path so that canonical patterns match it.
func canonicalPath(path string) string {
	var b strings.Builder
	b.WriteString("//")
	for i := range len(path) {
		writeOctet(&b, path[i])
	}
	return b.String() + pathEnd
}

const pathEnd = "zZ"

// writeOctet writes an octet as a small letter and a capital, so that no match
// can begin in the middle of one.
func writeOctet(b *strings.Builder, octet byte) {
	b.WriteByte('a' + octet>>4)
	b.WriteByte('A' + octet&15)
}
