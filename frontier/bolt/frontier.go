// Package bolt is a frontier in one file on disk. It behaves as [frontier.Memory]
// and survives the end of its process at any moment: when Push, Pop and Done
// return, their changes are in the file.
//
// The queue lives in the file, a bbolt database. In memory are the hosts that
// have URLs queued, about 230 bytes each, and the leases. Copy it while it is
// closed: a copy of an open file is damaged.
//
// The new value of a queued URL is 28 bytes at the end of a log in the file, and 130 in
// memory, until the URL is leased, 131,072 URLs have one, or the file is closed: then it
// is where it belongs. With BestNFirst, a capacity or a history it is written there at once.
//
// Waits do not depend on a correct system clock. Setting it while the file is
// open changes no wait. If it is set back while the file is closed, hosts and
// URLs wait at most for the rest of their time after Open. If it is set forward,
// they wait less, as if the file had been closed for that long.
package bolt

import (
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// Options say how a frontier orders and bounds its queue, and how it writes.
// Reevaluation and Order are the file's: it is opened with those it was made
// with. The others may change from one Open to the next. Leases do not expire
// unless LeaseTime says so, but end when the frontier is closed.
type Options struct {
	frontier.Options

	// Existing opens only a file that is there, by the Reevaluation and the Order that it was
	// made with, whatever those of Options: to look into it, or to mend it.
	Existing bool

	// NoSync leaves it to the operating system when writes reach the disk. It
	// is several times as fast on slow disks and as safe when the process is
	// killed. When the machine loses power the last moments are lost, and the
	// file may be damaged: use it for crawls that can be started again.
	NoSync bool
}

// A Frontier is a [frontier.Frontier] in a file, with all [frontier.Abilities] and a
// method Close. Workers that call it at once share their writes to disk, so that the
// time of one fsync is the time of many; the links of a page should come in one call.
//
// When the file cannot be written, turns out to be damaged, or is no longer where it
// was opened, that call and all later ones return the error; what was acknowledged
// before is in the file. Close ends it: blocked and later calls return an error that
// wraps fs.ErrClosed.
type Frontier struct{ *core }

type core = durable.Frontier

// Open opens the frontier in the file at path, or makes a new one. Leases that
// were held when the file was closed, or its process died, have ended: their
// URLs are queued, and the attempts count. The file belongs to one Frontier at
// a time; Open fails after a second if another has it.
func Open(path string, o Options) (*Frontier, error) {
	f, _, err := open(path, o)
	return f, err
}

func open(path string, o Options) (*Frontier, *store, error) {
	s := &store{path: path}
	f, err := durable.Open("bolt: "+path, o.Options, o.Existing, func() (kv.Store, error) { return s, s.open(o) })
	if err != nil {
		return nil, nil, err
	}
	return &Frontier{f}, s, nil
}
