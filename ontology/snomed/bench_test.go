package snomed_test

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/ontology/snomed"
)

// BenchmarkOpen reads a made-up release of 50,000 concepts in the proportions of
// the International Edition: three descriptions, two memberships of each, eight
// relationships a concept, a third of them is-a and a quarter of all inactive.
// x-floor is the time in those of reading the lines of the same files.
func BenchmarkOpen(b *testing.B) {
	release := generated(50_000)
	dir, archive := write(b, release), zipped(b, release)
	for _, path := range []string{dir, archive} {
		b.Run(map[string]string{"": "directory", ".zip": "zip"}[filepath.Ext(path)], func(b *testing.B) {
			b.ReportAllocs()
			var floor, own time.Duration
			for b.Loop() {
				start := time.Now()
				b.SetBytes(readLines(b, path))
				middle := time.Now()
				if _, err := (snomed.Reader{}).Open(path); err != nil {
					b.Fatal(err)
				}
				floor += middle.Sub(start)
				own += time.Since(middle)
			}
			b.ReportMetric(own.Seconds()/floor.Seconds(), "x-floor")
		})
	}
}

// readLines reads all lines of a directory or an archive and returns their bytes.
func readLines(b *testing.B, path string) (n int64) {
	fsys := os.DirFS(path)
	if strings.HasSuffix(path, ".zip") {
		archive, err := zip.OpenReader(path)
		if err != nil {
			b.Fatal(err)
		}
		defer archive.Close()
		fsys = archive
	}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := fsys.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		for in := bufio.NewReaderSize(f, 64<<10); ; {
			line, err := in.ReadSlice('\n')
			n += int64(len(line))
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}

func generated(n int) map[string]string {
	var concepts, descriptions, relationships, languages strings.Builder
	const row = "\t20%02d0731\t%d\t900000000000207008\t"
	time := func(i int) int { return 2 + i*7%22 }
	active := func(i int) int { return min(1, i%4) }
	concepts.WriteString(strings.ReplaceAll(conceptColumns, " ", "\t") + "\r\n")
	descriptions.WriteString(strings.ReplaceAll(descriptionColumns, " ", "\t") + "\r\n")
	relationships.WriteString(strings.ReplaceAll(relationshipColumns, " ", "\t") + "\r\n")
	languages.WriteString(strings.ReplaceAll(languageColumns, " ", "\t") + "\r\n")
	id := func(i int) int { return 100_000_000 + i*1009%n*1000 }
	for i := range n {
		fmt.Fprintf(&concepts, "%d"+row+"900000000000074008\r\n", id(i), time(i), active(i))
		for j := range 3 {
			d := 3*i + j
			term, kind := fmt.Sprintf("Disorder of structure %d kind %d (disorder)", i, i%97), full
			if j > 0 {
				term, kind = fmt.Sprintf("Structure %d disorder, form %d of kind %d", i, j, i%97), synonym
			}
			fmt.Fprintf(&descriptions, "%d"+row+"%d\ten\t%s\t%s\t900000000000448009\r\n", 10*id(i)+j, time(d), active(d/3), id(i), kind, term)
			for k, refset := range []string{us, gb} {
				fmt.Fprintf(&languages, "%08x-0000-4000-8000-%012x"+row+"%s\t%d\t%s\r\n", d*2654435761&0xffffffff, 2*d+k, time(d), active(d/3), refset, 10*id(i)+j,
					[]string{preferred, preferred, permitted}[j])
			}
		}
		for j := range 8 {
			kind := isA
			if j > 2 {
				kind = "363698007"
			}
			fmt.Fprintf(&relationships, "%d"+row+"%d\t%d\t0\t%s\t%s\t900000000000451002\r\n", 10*id(i)+j, time(i+j), active(i+j), id(i), id((i+j)/(3+j)), kind, inferred)
		}
	}
	return map[string]string{
		"sct2_Concept_Snapshot_INT_20240101.txt":            concepts.String(),
		"sct2_Description_Snapshot-en_INT_20240101.txt":     descriptions.String(),
		"sct2_Relationship_Snapshot_INT_20240101.txt":       relationships.String(),
		"der2_cRefset_LanguageSnapshot-en_INT_20240101.txt": languages.String(),
	}
}
