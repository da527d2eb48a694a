package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/examples/recipes/sqlite"
)

func TestKeep(t *testing.T) {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/", Type: "text/html", Body: []byte(`<a href=/b>b</a> <a href=/gone>gone</a>`)},
		{URL: "http://a.test/b", Type: "text/html", Body: []byte(`tea`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for range 2 { // the second time as after a kill
		c := crawl.Crawler{Transport: web, Delay: crawl.None}
		keep := func(ctx context.Context, p *crawl.Page) error { return sqlite.Keep(ctx, db, p) }
		if err := c.Run(t.Context(), keep, "http://a.test/"); err != nil {
			t.Fatal(err)
		}
	}
	var pages, failed int
	if err := db.QueryRow(`SELECT count(*), count(nullif(error, '')) FROM pages`).Scan(&pages, &failed); err != nil {
		t.Fatal(err)
	}
	if pages != 3 || failed != 1 {
		t.Errorf("%d pages, %d failed, want 3, 1", pages, failed)
	}
}
