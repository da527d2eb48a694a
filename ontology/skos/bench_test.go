package skos_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/skos"
)

// BenchmarkRead reads whole files from memory, unzipped. The floor on the same
// bytes is the lines by bufio, or the tokens of encoding/xml.
func BenchmarkRead(b *testing.B) {
	for _, file := range []string{
		"skos/unesco-thesaurus.ttl.gz", "skos/yso-sample.ttl", "mesh/meshrdf-samples.nt.gz",
		"skos/acm_ccs2012.xml", "symp/symp.owl",
	} {
		b.Run(filepath.Base(file), func(b *testing.B) {
			text := unzipped(b, filepath.Join(data, file))
			floor := lines
			if strings.HasSuffix(file, ".xml") || strings.HasSuffix(file, ".owl") {
				floor = tokens
			}
			readertest.BenchmarkRead(b, text, skos.Reader{}.Read, func(text []byte) error { return floor(bytes.NewReader(text)) })
		})
	}
}

func unzipped(b *testing.B, path string) []byte {
	text, err := os.ReadFile(path)
	if err != nil {
		b.Skipf("no development data: %v", err)
	}
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(text))
		if err != nil {
			b.Fatal(err)
		}
		if text, err = io.ReadAll(z); err != nil {
			b.Fatal(err)
		}
	}
	return text
}

func lines(r io.Reader) error {
	in := bufio.NewReader(r)
	for {
		if _, err := in.ReadString('\n'); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func tokens(r io.Reader) error {
	dec := xml.NewDecoder(r)
	for {
		if _, err := dec.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
