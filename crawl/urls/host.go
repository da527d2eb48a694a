package urls

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// draftHost drafts the host among those of its registrable domain.
func draftHost(d *draft, p parts) (times int) {
	if p.host != d.host {
		d.host, d.domain = p.host, domainOf(p.host)
	}
	if d.domain == "" {
		return 0
	}
	d.keep(d.domain)
	d.tell(p.host)
	return 1
}

// domainOf returns the registrable domain of a host with or without port, ""
// if it has none: an address, a single label, a public suffix itself.
func domainOf(host string) string {
	name, _, _ := strings.Cut(host, ":")
	name = strings.TrimSuffix(name, ".")
	if !isPlainHost(name) {
		return ""
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return ""
	}
	return domain
}
