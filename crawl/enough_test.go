package crawl_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A crawl that has found enough ends without an error, at once though its workers wait for hosts:
// what is in flight is finished, nothing is leased, and the rest is there for another crawl.
func TestEnough(t *testing.T) {
	for _, workers := range []int{1, 5} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Hosts: 3, Pages: 10, Links: 4})
			var f frontier.Memory
			told := 0
			c := crawl.Crawler{
				Transport: web, Frontier: &f, Workers: workers, Delay: time.Hour,
				Enough: func(*crawl.Page) bool { told++; return told >= 7 },
			}
			begun := time.Now()
			var sunk atomic.Int64
			err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { sunk.Add(1); return nil }, web.URL(0, "/"), web.URL(1, "/"), web.URL(2, "/"))
			if err != nil || told < 7 || told > 6+workers || int64(told) != sunk.Load() {
				t.Errorf("%d workers: %v, %d of %d pages told, want 7 and those in flight", workers, err, told, sunk.Load())
			}
			if s := stats(t, &f); s.Done != told || s.Leased != 0 || s.Queued == 0 {
				t.Errorf("%d workers: %+v, want %d done and the rest queued", workers, s, told)
			}
			if workers > 1 && time.Since(begun) > 4*time.Hour {
				t.Errorf("%d workers ended after %v", workers, time.Since(begun))
			}
			c.Enough, c.Delay = nil, crawl.NoDelay
			if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }); err != nil {
				t.Error(err)
			}
			if s := stats(t, &f); s.Done != 33 || s.Queued != 0 {
				t.Errorf("%d workers: %+v after another crawl, want 33 done", workers, s)
			}
		})
	}
}
