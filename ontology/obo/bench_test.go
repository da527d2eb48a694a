package obo_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"testing"

	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

// file returns the bytes of a file of the development data.
func file(b *testing.B, name string) []byte {
	b.Helper()
	data, err := os.ReadFile(shared(b, name))
	if err != nil {
		b.Fatal(err)
	}
	return data
}

func unpack(b *testing.B, data []byte) []byte {
	b.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		b.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		b.Fatal(err)
	}
	return data
}

// BenchmarkDOID stands beside a Scanner that makes a string of each line, of
// the text and of the file as it is published.
func BenchmarkDOID(b *testing.B) {
	scan := func(r io.Reader) error {
		lines, size := bufio.NewScanner(r), 0
		for lines.Scan() {
			line := lines.Text()
			size += len(line)
		}
		return lines.Err()
	}
	packed := file(b, "doid/doid-2026-08-rendered.obo.gz")
	b.Run("text", func(b *testing.B) {
		readertest.BenchmarkRead(b, unpack(b, packed), obo.Read, func(data []byte) error { return scan(bytes.NewReader(data)) })
	})
	b.Run("gzip", func(b *testing.B) {
		readertest.BenchmarkRead(b, packed, obo.Read, func(data []byte) error {
			z, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				return err
			}
			return scan(z)
		})
	})
}

// BenchmarkJSON stands beside encoding/json's tokens.
func BenchmarkJSON(b *testing.B) {
	data := unpack(b, file(b, "doid/DO_infectious_disease_slim-2026-08.json.gz"))
	readertest.BenchmarkRead(b, data, obo.Read, func(data []byte) error {
		dec := json.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := dec.Token(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
}
