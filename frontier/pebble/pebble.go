// Package pebble is a frontier in a folder on disk, for crawls that know more URLs than
// fit into memory. It keeps what package bolt keeps and promises the same: when Push, Pop
// and Done return, their changes are in the folder. It queues URLs at four times the rate, writes a
// small part of the bytes, and takes less of the disk.
//
// The folder is a pebble database, a log-structured merge tree. Copy it while it is closed.
package pebble

import (
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// Options say how a frontier orders and bounds its queue, and how it writes.
// Reevaluation and Order are the folder's: it is opened with those it was made
// with. The others may change from one Open to the next. Leases do not expire
// unless LeaseTime says so, but end when the frontier is closed.
type Options struct {
	frontier.Options

	// Existing opens only a folder that is there, by the Reevaluation and the Order that it
	// was made with, whatever those of Options.
	Existing bool

	// NoSync leaves it to the operating system when writes reach the disk. When the machine
	// loses power the last moments are lost, no more.
	NoSync bool

	// Cache is how many bytes of the database are kept in memory, beside 64 MB for what was
	// written last; 0 means 64 MB.
	Cache int64
}

// A Frontier is a [frontier.Frontier] in a folder, with all [frontier.Abilities] and a
// method Close, like that of package bolt.
type Frontier struct{ *core }

type core = durable.Frontier

// Open opens the frontier in the folder at path, or makes a new one. Leases that
// were held when it was closed, or its process died, have ended: their URLs are queued, and
// the attempts count. The folder belongs to one Frontier at a time.
func Open(path string, o Options) (*Frontier, error) {
	s := &store{path: path}
	f, err := durable.Open("pebble: "+path, o.Options, o.Existing, func() (kv.Store, error) { return s, s.open(o) })
	if err != nil {
		return nil, err
	}
	return &Frontier{f}, nil
}
