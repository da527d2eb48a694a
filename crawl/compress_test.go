package crawl_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func compressed(t testing.TB, body []byte, writer func(io.Writer) (io.WriteCloser, error)) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := writer(&b)
	if err == nil {
		_, err = w.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, body []byte) []byte {
	return compressed(t, body, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) })
}

func zlibbed(t testing.TB, body []byte) []byte {
	return compressed(t, body, func(w io.Writer) (io.WriteCloser, error) { return zlib.NewWriter(w), nil })
}

func deflated(t testing.TB, body []byte) []byte {
	return compressed(t, body, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
}

func brotlied(t testing.TB, body []byte) []byte {
	return compressed(t, body, func(w io.Writer) (io.WriteCloser, error) { return brotli.NewWriterLevel(w, brotli.BestSpeed), nil })
}

func zstded(t testing.TB, body []byte) []byte {
	return compressed(t, body, func(w io.Writer) (io.WriteCloser, error) {
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	})
}
