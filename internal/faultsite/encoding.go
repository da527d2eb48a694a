package faultsite

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
)

// bombSize is what a bomb decompresses to: 10 GiB, from a thousandth of it.
const bombSize = 10 << 30

func encodingFaults() []fault {
	return []fault{
		{name: "gzip bomb", page: func(v *visit) {
			v.set("Content-Encoding", "gzip")
			v.bomb(zeros(1<<20), bombSize>>20)
		}},
		{name: "gzip bomb in a gzip bomb", page: func(v *visit) {
			v.set("Content-Encoding", "gzip, gzip")
			inner := bytes.Repeat(zeros(1<<20), 1<<10)
			v.bomb(deflated(append(gzipHead(), inner...)), bombSize>>20)
		}},
		{name: "brotli bomb", page: func(v *visit) {
			v.set("Content-Encoding", "br")
			var b bytes.Buffer
			z := brotli.NewWriterLevel(&b, 1)
			block := make([]byte, 1<<20)
			for range 16 {
				_, _ = z.Write(block) // a Buffer takes all
			}
			_ = z.Close()
			_, _ = v.Write(b.Bytes())
		}},
		{name: "zstd bomb", page: func(v *visit) {
			v.set("Content-Encoding", "zstd")
			// RFC 8878: a frame with a window of 8 MiB and blocks of one byte
			// repeated 128 Ki times.
			v.print("\x28\xb5\x2f\xfd\x00\x68")
			block := strings.Repeat("\x02\x00\x10\x00", 1<<10)
			for range bombSize >> 27 {
				if _, err := io.WriteString(v.ResponseWriter, block); err != nil {
					return
				}
			}
		}},
		{name: "zstd with a window of 2 GiB", page: func(v *visit) {
			v.set("Content-Encoding", "zstd")
			v.print("\x28\xb5\x2f\xfd\x00\xa8\x03\x00\x10\x00")
		}},
		{name: "deflate without zlib", page: func(v *visit) {
			v.set("Content-Encoding", "deflate")
			_, _ = v.Write(append(deflated([]byte(encodedPage)), 1, 0, 0, 0xff, 0xff))
		}},
		{name: "deflate with zlib", page: func(v *visit) {
			v.set("Content-Encoding", "deflate")
			z := zlib.NewWriter(v.ResponseWriter)
			_, _ = io.WriteString(z, encodedPage)
			_ = z.Close()
		}},
		{name: "coding with a name of 50 KB", page: func(v *visit) {
			v.set("Content-Encoding", strings.Repeat("\xff", 50<<10))
			v.print("\x00coded")
		}},
		{name: "gzip cut off", page: func(v *visit) {
			packed := gzipped(encodedPage)
			v.gzip(packed[:len(packed)-12])
		}},
		{name: "gzip with a wrong checksum", page: func(v *visit) {
			packed := gzipped(encodedPage)
			packed[len(packed)-6] ^= 1
			v.gzip(packed)
		}},
		{name: "gzip with junk behind", page: func(v *visit) {
			v.gzip(append(gzipped(encodedPage), "<!-- served by the cache -->"...))
		}},
	}
}

// encodedPage is what the damaged encodings hold.
var encodedPage = "<!DOCTYPE html><title>packed</title>" + strings.Repeat("<p>Words of a page.", 100)

func (v *visit) gzip(body []byte) {
	v.set("Content-Encoding", "gzip")
	_, _ = v.Write(body)
}

// bomb writes the head of a gzip stream and the same blocks n times.
func (v *visit) bomb(blocks []byte, n int) {
	_, err := v.Write(gzipHead())
	for i := 0; i < n && err == nil; i++ {
		_, err = v.Write(blocks)
	}
}

func gzipHead() []byte { return []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff") }

// zeros returns n zeros as deflate blocks that end on a byte and refer to
// nothing before them, so that they can be repeated.
func zeros(n int) []byte { return deflated(make([]byte, n)) }

func deflated(data []byte) []byte {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression) // the level is one
	_, _ = z.Write(data)
	_ = z.Flush()
	return b.Bytes()
}

func gzipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return b.Bytes()
}
