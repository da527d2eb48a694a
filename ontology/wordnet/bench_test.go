package wordnet_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/lokman-crawler/lokman/ontology/wordnet"
)

// BenchmarkRead reads WordNet as it is packed and unpacked. x-floor is the time
// in those of reading the lines of the same files.
func BenchmarkRead(b *testing.B) {
	packed, unpacked := fstest.MapFS{}, fstest.MapFS{}
	names, err := filepath.Glob(filepath.Join(real(b), "*.gz"))
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := text.ReadFrom(unzip(b, bytes.NewReader(data))); err != nil {
			b.Fatal(err)
		}
		name = filepath.Base(name)
		packed[name] = &fstest.MapFile{Data: data}
		unpacked[strings.TrimSuffix(name, ".gz")] = &fstest.MapFile{Data: text.Bytes()}
	}
	for name, fsys := range map[string]fstest.MapFS{"gzip": packed, "plain": unpacked} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var floor, own time.Duration
			for b.Loop() {
				start := time.Now()
				b.SetBytes(readLines(b, fsys))
				middle := time.Now()
				if _, err := wordnet.Read(fsys); err != nil {
					b.Fatal(err)
				}
				floor += middle.Sub(start)
				own += time.Since(middle)
			}
			b.ReportMetric(own.Seconds()/floor.Seconds(), "x-floor")
		})
	}
}

func unzip(b *testing.B, r io.Reader) io.Reader {
	z, err := gzip.NewReader(r)
	if err != nil {
		b.Fatal(err)
	}
	return z
}

// readLines reads all lines of a database and returns their bytes.
func readLines(b *testing.B, fsys fstest.MapFS) (n int64) {
	for name := range fsys {
		f, err := fs.ReadFile(fsys, name)
		if err != nil {
			b.Fatal(err)
		}
		in := bufio.NewReaderSize(bytes.NewReader(f), 64<<10)
		if strings.HasSuffix(name, ".gz") {
			in = bufio.NewReaderSize(unzip(b, in), 64<<10)
		}
		for {
			line, err := in.ReadSlice('\n')
			n += int64(len(line))
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	return n
}
