package sitemap

import (
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Limits bound what is read of a list. 0 means the default, [NoLimit]
// no limit. The protocol allows 50,000 entries and 50 MB;
// the defaults are twice that, for files that grew past it unnoticed.
type Limits struct {
	Entries int   // those without a good URL too; default 100,000
	Bytes   int64 // unzipped; default 100 MiB
	URL     int   // bytes of a URL without its fragment; default 2,048 as in the protocol, NoLimit means 8,192. A longer one is a fault
}

const (
	defaultEntries = 100_000   // entries of one list
	defaultBytes   = 100 << 20 // bytes of one list, once decompressed
	defaultURL     = 2048      // bytes of one URL
	NoLimit        = -1        // the value of a limit that does not limit, as crawl.NoLimit
)

// Limits that always hold. A value or a line past maxText and an entry past
// maxAlternates are faults; what is past the others ends reading.
const (
	maxText       = 64 << 10 // bytes of a value or a line
	maxAlternates = 1 << 20  // bytes of the alternates of an entry, alternateSize for each besides
	alternateSize = 64
	maxTag        = 64 << 10 // bytes between < and >
	maxDepth      = 100      // elements in each other
	maxLayers     = 2        // of gzip: some servers zip what is zipped
)

func (l Limits) entries() int { return limit(l.Entries, defaultEntries, NoLimit) }

func (l Limits) bytes() int64 { return limit(l.Bytes, defaultBytes, NoLimit) }

func (l Limits) url() int { return limit(l.URL, defaultURL, weburl.MaxLength) }

// limit returns a limit that may be 0, NoLimit or, as crawl.None is, less.
func limit[T int | int64](v, byDefault, most T) T {
	switch v {
	case 0:
		return byDefault
	case NoLimit:
		return most
	}
	return max(v, 0)
}
