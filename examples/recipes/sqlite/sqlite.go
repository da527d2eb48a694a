// Package sqlite writes a crawl into a SQLite database.
package sqlite

import (
	"context"
	"database/sql"

	_ "modernc.org/sqlite" // in pure Go

	"github.com/lokman-crawler/lokman/crawl"
)

// Open opens a database with a table of pages.
func Open(ctx context.Context, path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS pages (url TEXT PRIMARY KEY, parent TEXT, status INTEGER, value REAL, why TEXT, error TEXT, body BLOB)`)
	return db, err
}

// Keep writes a page before it is acknowledged: a page that comes twice, because
// the program was killed in between, replaces itself.
func Keep(ctx context.Context, db *sql.DB, p *crawl.Page) error {
	failed := ""
	if p.Err != nil {
		failed = p.Err.Error()
	}
	_, err := db.ExecContext(ctx, `INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)`,
		p.URL, p.Parent, p.Status, p.Value, p.Explanation.String(), failed, p.Body)
	return err
}
