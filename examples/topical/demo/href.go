package demo

import (
	"html"
	"math/rand/v2"
	"strings"
)

// href writes the address of a link from p the way web pages do: absolute, from the root, or relative to
// the page (to the base, on the site that sets one); sometimes with a fragment or a shouted host.
func href(rng *rand.Rand, p *page, l link) string {
	if l.outside != "" {
		return l.outside
	}
	q := l.to
	fragment := ""
	if q.kind == articleKind && rng.IntN(25) == 0 {
		fragment = "#top"
	}
	if q.site != p.site {
		host := q.site.host
		if rng.IntN(30) == 0 {
			host = strings.ToUpper(host)
		}
		return "http://" + host + q.path() + fragment
	}
	switch chance := rng.IntN(10); {
	case chance < 2:
		return q.url + fragment
	case chance < 7:
		return q.path() + fragment
	}
	return relative(p, q) + fragment
}

// relative is the address of q seen from the directory of p, or from the root where that is the base.
func relative(p, q *page) string {
	up := strings.Repeat("../", strings.Count(p.dir(), "/")-1)
	if p.site.base() != "" {
		up = ""
	} else if rest, ok := strings.CutPrefix(q.path(), p.dir()); ok && rest != "" {
		return rest
	}
	if up == "" && q.path() == "/" {
		return "./"
	}
	return up + q.path()[1:]
}

// base is the content of <base href>, which one layout has.
func (s *site) base() string {
	if s.layout == "campus" {
		return "http://" + s.host + "/"
	}
	return ""
}

// anchorHTML is the <a> element of a link.
func anchorHTML(rng *rand.Rand, p *page, l link) string {
	var b strings.Builder
	b.WriteString(`<a href="` + html.EscapeString(href(rng, p, l)) + `"`)
	if l.nofollow {
		b.WriteString(` rel="nofollow"`)
	}
	b.WriteString(">")
	if l.image {
		alt := ""
		if rng.IntN(2) == 0 {
			alt = html.EscapeString(l.text)
		}
		b.WriteString(`<img src="/pictures/small.jpg" alt="` + alt + `">`)
	} else {
		b.WriteString(html.EscapeString(l.text))
	}
	b.WriteString("</a>")
	return b.String()
}
