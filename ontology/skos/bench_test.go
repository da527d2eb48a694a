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
	"time"

	"github.com/lokman-crawler/lokman/ontology/skos"
)

// BenchmarkRead reads whole files from memory, unzipped, and beside each the
// floor on the same bytes: the lines by bufio, or the tokens of encoding/xml.
// It prints how many times the floor's time reading takes.
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
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var whole, bare time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := skos.Read(bytes.NewReader(text)); err != nil {
					b.Fatal(err)
				}
				middle := time.Now()
				if err := floor(bytes.NewReader(text)); err != nil {
					b.Fatal(err)
				}
				whole += middle.Sub(start)
				bare += time.Since(middle)
			}
			b.ReportMetric(float64(whole)/float64(bare), "x-floor")
			b.ReportMetric(float64(len(text))*float64(b.N)/1e6/whole.Seconds(), "read-MB/s")
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
