package durable

import "github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"

// A record is what is stored of a URL, with what it is stored under.
type record struct {
	layout.Record
	hash hash
	host *host // set while the record is being changed
}

type (
	hash = layout.Hash
	rank = layout.Rank
)
