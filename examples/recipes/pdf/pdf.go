// Package pdf has a topical crawl value PDF files by their text.
package pdf

import (
	"io"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// A Reader reads PDF files by PDFium, in a WebAssembly machine for each file: one that is made
// to break its reader gets 128 MiB of memory, no files, and 20 seconds.
type Reader struct{ pool pdfium.Pool }

// Open compiles PDFium, which takes seconds; with a compilation cache in wazero.NewRuntimeConfig()
// but the first time. Two files are read at once, others wait.
func Open(config wazero.RuntimeConfig) (*Reader, error) {
	config = config.WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling)
	pool, err := webassembly.Init(webassembly.Config{
		MaxTotal: 2, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
		RuntimeConfig: config.WithMemoryLimitPages(2048).WithCloseOnContextDone(true), // of 64 KiB
	})
	return &Reader{pool}, err
}

// Close ends what Open began.
func (r *Reader) Close() error { return r.pool.Close() }
