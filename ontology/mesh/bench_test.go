package mesh_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"os"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/ontology/mesh"
)

// unpacked returns the bytes of a file of the development data.
func unpacked(b *testing.B, name string) []byte {
	b.Helper()
	f, err := os.Open(shared(b, name))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		b.Fatal(err)
	}
	return data
}

// benchmark also reports how many times as long as the floor, measured at once
// after it, reading takes.
func benchmark(b *testing.B, name string, floor func([]byte) error) {
	data := unpacked(b, name)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mesh.Read(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
	took := b.Elapsed() / time.Duration(b.N)
	begun := time.Now()
	for range b.N {
		if err := floor(data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(took)/(float64(time.Since(begun))/float64(b.N)), "x-floor")
}

// BenchmarkXML stands beside encoding/xml's tokens.
func BenchmarkXML(b *testing.B) {
	benchmark(b, "desc2024-CF-E04-rendered.xml.gz", func(data []byte) error {
		dec := xml.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := dec.Token(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
}

// BenchmarkASCII stands beside a Scanner that makes a string of each line.
func BenchmarkASCII(b *testing.B) {
	benchmark(b, "d2024-rendered.bin.gz", func(data []byte) error {
		lines, size := bufio.NewScanner(bytes.NewReader(data)), 0
		for lines.Scan() {
			line := lines.Text()
			size += len(line)
		}
		return lines.Err()
	})
}
