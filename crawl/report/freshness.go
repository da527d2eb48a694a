package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// revisits are what became of pages that were fetched again.
type revisits struct {
	begun, last time.Time
	hosts       map[string]*hostRevisits
}

// hostRevisits are those of a host.
type hostRevisits struct {
	Name                                     string
	Requests, NotModified, Changed, Failures int
	Daily                                    string // changes that were found a day
}

// add counts a page that came again.
func (v *revisits) add(p *crawl.Page, now time.Time) {
	if v.hosts == nil {
		v.begun, v.hosts = now, make(map[string]*hostRevisits)
	}
	v.last = now
	host := weburl.HostOf(p.URL)
	h := v.hosts[host]
	if h == nil {
		h = &hostRevisits{Name: host}
		v.hosts[host] = h
	}
	h.Requests++
	switch {
	case p.Err != nil:
		h.Failures++
	case p.NotModified:
		h.NotModified++
	case p.Changed:
		h.Changed++
	}
}

// A freshness is the section about them: the hosts with most requests, and all others together.
type freshness struct {
	Span  string
	Lines []hostRevisits
}

func newFreshness(v revisits) freshness {
	f := freshness{Span: v.last.Sub(v.begun).Round(time.Second).String()}
	for _, h := range v.hosts {
		f.Lines = append(f.Lines, *h)
	}
	slices.SortFunc(f.Lines, func(a, b hostRevisits) int { return cmp.Or(b.Requests-a.Requests, cmp.Compare(a.Name, b.Name)) })
	if len(f.Lines) > hostsShown {
		rest := hostRevisits{Name: legible.Count(len(f.Lines)-hostsShown) + " more"}
		for _, h := range f.Lines[hostsShown:] {
			rest.Requests, rest.NotModified = rest.Requests+h.Requests, rest.NotModified+h.NotModified
			rest.Changed, rest.Failures = rest.Changed+h.Changed, rest.Failures+h.Failures
		}
		f.Lines = append(f.Lines[:hostsShown], rest)
	}
	days := v.last.Sub(v.begun).Hours() / 24
	for i := range f.Lines {
		l := &f.Lines[i]
		l.Name, l.Daily = legible.Plain(l.Name, legible.MaxName), "–"
		if days > 1./24 { // less says little of a day
			l.Daily = fmt.Sprintf("%.1f", float64(l.Changed)/days)
		}
	}
	return f
}
