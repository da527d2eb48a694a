package sitemap

import (
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Limits bound what is read of a list. 0 means the default, [NoLimit]
// no limit. The protocol allows 50,000 entries and 50 MB;
// the defaults are twice that, for files that grew past it unnoticed.
type Limits struct {
	Entries int   // those without a good URL too; default DefaultEntries
	Bytes   int64 // unzipped; default DefaultBytes
	URL     int   // bytes of a URL without its fragment; default DefaultURL as in the protocol, NoLimit means 8,192. A longer one is a fault
}

const (
	DefaultEntries = 100_000   // entries of one list
	DefaultBytes   = 100 << 20 // bytes of one list, once decompressed
	DefaultURL     = 2048      // bytes of one URL
	NoLimit        = -1        // the value of a limit that does not limit
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

func (l Limits) entries() int {
	if l.Entries == 0 {
		return DefaultEntries
	}
	return l.Entries
}

func (l Limits) bytes() int64 {
	if l.Bytes == 0 {
		return DefaultBytes
	}
	return l.Bytes
}

func (l Limits) url() int {
	switch {
	case l.URL == 0:
		return DefaultURL
	case l.URL < 0:
		return weburl.MaxLength
	}
	return l.URL
}
