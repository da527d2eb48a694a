package mesh_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"os"
	"testing"

	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
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

// BenchmarkXML stands beside encoding/xml's tokens.
func BenchmarkXML(b *testing.B) {
	readertest.BenchmarkRead(b, unpacked(b, "desc2024-CF-E04-rendered.xml.gz"), mesh.Reader{}.Read, func(data []byte) error {
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
	readertest.BenchmarkRead(b, unpacked(b, "d2024-rendered.bin.gz"), mesh.Reader{}.Read, func(data []byte) error {
		lines, size := bufio.NewScanner(bytes.NewReader(data)), 0
		for lines.Scan() {
			line := lines.Text()
			size += len(line)
		}
		return lines.Err()
	})
}
