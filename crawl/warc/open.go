package warc

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Open reads WARC files, and those in directories whose names end in .warc or
// .warc.gz, and notes where each answer lies.
//
// If a file ends within a record, as that of a crawl which was killed, the web
// is returned together with the error, an *[Error] that wraps
// io.ErrUnexpectedEOF: it has all that came before in that file, and the other
// files. After any other error there is no web.
func Open(paths ...string) (*Web, error) {
	files, err := list(paths)
	if err != nil {
		return nil, err
	}
	x := indexer{latest: make(map[string]visit), bodies: make(map[string]place)}
	var torn error
	for i, file := range files {
		err := x.file(i, file)
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			torn = err
		case err != nil:
			return nil, err
		}
	}
	w := &Web{files: files, captures: make(map[string]capture, len(x.urls)), urls: x.urls, info: x.info}
	for _, url := range x.urls {
		w.captures[url] = x.resolve(url)
	}
	return w, torn
}

// list returns the absolute names of the files.
func list(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		entries, err := os.ReadDir(path) // sorted by name
		if err != nil {
			return nil, err
		}
		names := slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
			return e.IsDir() || !strings.HasSuffix(e.Name(), ".warc") && !strings.HasSuffix(e.Name(), ".warc.gz")
		})
		if len(names) == 0 {
			return nil, fmt.Errorf("warc: %s: no .warc or .warc.gz file in the directory", path)
		}
		for _, e := range names {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files, nil
}

// A visit is a record that may be what a web answers for its URL.
type visit struct {
	capture
	date   int64    // Unix time in ns
	id     string   // of the record
	before []string // for a revisit: names of the visit before, the surest first
}

// indexer gathers visits. What a revisit refers to may come later or in
// another file, so it is looked up at the end.
type indexer struct {
	latest map[string]visit // by URL
	urls   []string
	info   Fields           // of the first warcinfo record
	bodies map[string]place // responses by ID, payload digest and URL, the latest of each
}

func (x *indexer) file(number int, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := NewReader(f)
	r.Name = path
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		failure := ""
		switch rec.Type() {
		case TypeMetadata:
			failure = readFailure(rec)
		case TypeInfo:
			if x.info == nil {
				x.info = readInfo(rec)
			}
		}
		// Until it was read to its end a record is not known to be whole.
		if err := r.verify(); err != nil {
			return err
		}
		x.note(rec, place{number, rec.Offset, rec.Skip}, failure)
	}
}
