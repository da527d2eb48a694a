package durable

import (
	"time"

	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// SetBounds sets how many values are kept in memory, and how many bytes of them in the log.
func SetBounds(values, log int) { maxValued, maxLog = values, log }

// CountOpening counts another opening of the store, as a version without the log would.
func (f *Frontier) CountOpening() error {
	return f.update(func(time.Time) error {
		f.batch.put(kv.Meta, epochKey, layout.CountKey(f.log.epoch+1))
		return nil
	})
}
