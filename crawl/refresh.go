package crawl

import (
	"strings"

	"github.com/lokman-crawler/lokman/frontier"
)

// refreshTarget reads where a refresh leads: "0; url=/next". It is "" if the
// page is to load itself again or the value cannot be read (HTML Standard,
// "shared declarative refresh steps").
func refreshTarget(content string) string {
	rest := strings.TrimLeft(content, " \t\n\f\r")
	digits := strings.TrimLeft(rest, "0123456789.")
	if digits == rest {
		return ""
	}
	rest = strings.TrimLeft(digits, " \t\n\f\r")
	if rest == "" || rest == digits && rest[0] != ';' && rest[0] != ',' {
		return ""
	}
	if rest[0] == ';' || rest[0] == ',' {
		rest = strings.TrimLeft(rest[1:], " \t\n\f\r")
	}
	if name := rest[:min(3, len(rest))]; strings.EqualFold(name, "url") {
		if value, ok := strings.CutPrefix(strings.TrimLeft(rest[3:], " \t\n\f\r"), "="); ok {
			rest = strings.TrimLeft(value, " \t\n\f\r")
		}
	}
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		rest, _, _ = strings.Cut(rest[1:], rest[:1])
	}
	return strings.TrimSpace(rest)
}

// mentionsRefresh reports whether the page may send its readers elsewhere.
func (p *Page) mentionsRefresh() bool {
	return p.Header.Get("Refresh") != "" || p.IsHTML() && containsFold(p.Body, "refresh", 'f')
}

// refresh passes a page's value on to where the page sends its readers, as a
// redirect does. The page is one all the same.
func (r *run) refresh(l frontier.Lease, p *Page) []frontier.Entry {
	if r.c.IgnoreRefresh || !p.mentionsRefresh() {
		return nil
	}
	to := p.Directives().Refresh
	if to == "" || to == p.URL || exceeds(l.Hops+1, r.limits.Redirects) {
		return nil
	}
	return r.redirect(l, p, to)
}
