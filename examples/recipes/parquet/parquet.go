// Package parquet writes a crawl into Parquet files.
package parquet

import (
	"errors"
	"os"

	"github.com/parquet-go/parquet-go"

	"github.com/lokman-crawler/lokman/crawl"
)

// A Row is what is written of a page.
type Row struct {
	URL    string  `parquet:"url"`
	Parent string  `parquet:"parent,dict"`
	Status int32   `parquet:"status"`
	Value  float64 `parquet:"value"`
	Why    string  `parquet:"why,zstd"`
	Error  string  `parquet:"error,dict"`
	Text   string  `parquet:"text,zstd"`
}

// A Writer writes one file. It is for one goroutine, as the loop over a crawl has it.
type Writer struct {
	file *os.File
	rows *parquet.GenericWriter[Row]
}

// Create makes a file, which must not be there yet: a Parquet file cannot be appended to.
func Create(path string) (*Writer, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &Writer{file, parquet.NewGenericWriter[Row](file, parquet.MaxRowsPerRowGroup(1000))}, nil // in memory until written
}

// Keep adds a page. A file can be read after Close alone: for a crawl that goes on after a kill
// write lines of JSON, and make them Parquet when it is over.
func (w *Writer) Keep(p *crawl.Page) error {
	r := Row{URL: p.URL, Parent: p.Parent, Status: int32(p.Status), Value: p.Value, Why: p.Explanation.String(), Text: p.Scan().Text}
	if p.Err != nil {
		r.Error = p.Err.Error()
	}
	_, err := w.rows.Write([]Row{r})
	return err
}

// Close ends the file.
func (w *Writer) Close() error { return errors.Join(w.rows.Close(), w.file.Close()) }
