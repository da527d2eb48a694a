package urls

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/wildcard"
)

// A Filter says which URLs a crawl goes to, by what they look like: its method Check is a
// crawl.Crawler.Scope. The zero value lets all pass. Of each pair of fields the first, if it has
// entries, lists what may pass, and the second what may not, which counts more. It may
// be used by several goroutines at once.
type Filter struct {
	// Hosts are "example.org" with any port, "example.org:8080", or "*.example.org" for all
	// names below it. Upper case, a scheme and a slash at the end do not count.
	Hosts, NotHosts []string

	// Paths are patterns of path and query as in robots.txt: what they begin with, with '*'
	// for any characters and '$' for the end: "/blog/", "/*/comments$", "/*?*sort=".
	Paths, NotPaths []string

	// Types are what the last part of the path ends in, whatever its case: "html", "pdf",
	// "tar.gz". "" is a last part without a dot. What a server says of a page is another
	// matter: see crawl.Crawler.Bodies.
	Types, NotTypes []string

	// Depth is how many segments the path may have: 2 for /a/b. 0 and NoLimit set no limit. How many
	// links a page may be away is crawl.Limits.Depth.
	Depth int

	// Then, if set, is asked about what passes, as [Guard.Check] or another Filter's.
	Then func(url string) error
}

// Check returns nil for a URL that may be fetched, and otherwise why not. Any other error is
// of a URL that is not http or https, or is malformed. It takes time linear in the URL, times
// the entries.
func (f *Filter) Check(url string) error {
	p, err := cut(url)
	if err != nil {
		return err
	}
	host := func(entry string) bool { return p.isOf(entry) }
	path := func(pattern string) bool { return wildcard.Match(pattern, p.local()) }
	fileType := func(entry string) bool { return hasType(p.path, entry) }
	switch {
	case !passes(f.Hosts, f.NotHosts, host):
		return fmt.Errorf("out of scope: the host %s", p.host)
	case !passes(f.Paths, f.NotPaths, path):
		return errors.New("out of scope: the path")
	case !passes(f.Types, f.NotTypes, fileType):
		return errors.New("out of scope: the file type")
	case exceeds(depth(p.path), limit(f.Depth, NoLimit)):
		return fmt.Errorf("out of scope: the path is deeper than %d", f.Depth)
	case f.Then != nil:
		return f.Then(url)
	}
	return nil
}

// passes reports whether something passes that some entries are about.
func passes(these, notThese []string, about func(entry string) bool) bool {
	return (len(these) == 0 || slices.ContainsFunc(these, about)) && !slices.ContainsFunc(notThese, about)
}

// isOf reports whether a URL is of a host.
func (p parts) isOf(entry string) bool {
	if _, host, ok := strings.Cut(entry, "://"); ok {
		entry = host
	}
	entry = strings.TrimSuffix(entry, "/")
	if below, ok := strings.CutPrefix(entry, "*"); ok {
		return len(p.name) > len(below) && hasSuffixFold(p.name, below)
	}
	return strings.EqualFold(entry, p.host) || strings.EqualFold(entry, p.name)
}

// hasType reports whether a path ends in a type of files.
func hasType(path, entry string) bool {
	last := path[strings.LastIndexByte(path, '/')+1:]
	if entry == "" {
		return !strings.Contains(last, ".")
	}
	return hasSuffixFold(last, "."+strings.TrimPrefix(entry, "."))
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
