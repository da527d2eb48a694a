// Package sitemap reads the lists of URLs that sites publish for crawlers:
// sitemaps and sitemap indexes in XML (https://www.sitemaps.org/protocol.html),
// in plain text, and the feeds that may stand for them, RSS 0.9 to 2.0 and Atom.
// Each of them may be gzipped.
//
// The content tells which it is; the name of the file and its content type,
// often wrong, are not asked for. Reading forgives what real files get wrong:
// namespaces that are missing, prefixed or of another address, a bare "&",
// control characters, end tags that are missing, blank lines in front, values
// in CDATA sections. It streams: memory follows the longest value, not the
// file. Entities which a document declares are not expanded.
package sitemap

import (
	"io"
	"iter"
	"time"
)

// An Entry is one URL of a list.
type Entry struct {
	// URL is absolute and canonical: without fragment and credentials.
	URL string

	// Sitemap tells that the URL is another sitemap, which an index lists.
	// By the protocol that one is no index, but nothing keeps a site from
	// making a circle of them: bound how far you follow.
	Sitemap bool

	// Reach says how far the URL lies from the list. By the protocol a list
	// speaks for what is [Below] it. Many that a site's robots.txt names, or
	// that lie in a folder for sitemaps, list what is [Beside] them. What is
	// [Foreign] should be believed only if the robots.txt of the URL's own
	// host names the list.
	Reach Reach

	// LastMod is when the page last changed, in UTC: lastmod of a sitemap;
	// updated, or else the date of publication, of a feed. It is zero where
	// the list says nothing or nothing that can be understood.
	LastMod time.Time

	// ChangeFreq is always, hourly, daily, weekly, monthly, yearly or never;
	// empty where the list says none of these.
	ChangeFreq string

	// Priority is the page's weight within its site, 0 to 1; 0.5, as the
	// protocol has it, where the list gives none in that range.
	Priority float64

	// Alternates are versions of the page in other languages or for other
	// devices, canonical, as listed: often with the page itself among them.
	// Those that are no URLs of http or https, such as apps, are left out.
	Alternates []string
}

// Reach is how far a URL lies from the list it stands in.
type Reach uint8

const (
	Below   Reach = iota // in the folder of the list, or deeper; also if the list's URL is not known
	Beside               // elsewhere on the list's host, or there by the other scheme
	Foreign              // on another host or port
)

// Read reads the list in r, which was fetched from the URL base. Relative URLs
// are resolved against base; if it is empty, they are faults. The entries come
// in the order of the list, duplicates included.
//
// An error is an [*Error]; it comes at most once and last. Faults do not end
// reading: what can be understood behind them is handed out, and the first is
// told in the end. What does end it early, such as a limit, a file cut off or
// an error of r, is told instead, and whatever was whole until then has been
// handed out. So the entries are good even if there is an error: whoever logs
// it and goes on loses nothing.
//
// It takes time in proportion to the length of the list, and memory for one
// entry. The sequence can be read once.
func Read(r io.Reader, base string, limits Limits) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		l := listing{yield: yield, limit: limits.entries(), maxURL: limits.url()}
		err := l.locate(base)
		if err == nil {
			err = l.read(r, limits.bytes())
		}
		if err == nil && l.fault != nil {
			err = l.fault
		}
		if err != nil && err != errBreak {
			yield(Entry{}, err)
		}
	}
}
