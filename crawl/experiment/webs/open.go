package webs

import (
	"archive/tar"
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// Open reads a recorded web: a directory, or a tar file, plain or
// compressed by gzip or zstd, with a manifest.jsonl and the files it names. A
// line of the manifest is an object with a url and the file that holds its
// body; further fields are not looked at. Of several manifests in a tar file the outermost
// counts. A file whose name ends in .warc, .warc.gz or .warc.zst is read as a WARC file, and a directory
// without a manifest that holds such files as these together. The web is kept in memory whole; a file that
// decompresses to more than 64 MiB and a hundred times its own size is refused.
func Open(path string) (*Web, error) {
	w, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("experiment: web %s: %w", path, err)
	}
	if w.Len() == 0 {
		return nil, fmt.Errorf("experiment: web %s: the manifest lists no page", path)
	}
	return w, nil
}

func open(path string) (*Web, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return readDirectory(path)
	case warc.IsName(path):
		return readWARC(path, unfolded(info.Size()))
	case filepath.Base(path) == manifestName:
		return nil, fmt.Errorf("it is a manifest: name its directory, %s", filepath.Dir(path))
	}
	return readArchive(f, unfolded(info.Size()))
}

const manifestName = "manifest.jsonl"

func readDirectory(dir string) (*Web, error) {
	root, err := os.OpenRoot(dir) // a manifest cannot name a file outside
	if err != nil {
		return nil, err
	}
	defer root.Close()
	manifest, err := root.ReadFile(manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return readWARCs(dir)
	}
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte) // several URLs may have the same
	return assemble(manifest, func(name string) ([]byte, error) {
		name = filepath.Clean(filepath.FromSlash(name))
		body, ok := files[name]
		if ok {
			return body, nil
		}
		body, err := root.ReadFile(name)
		if err == nil {
			files[name] = body
		}
		return body, err
	})
}

// readWARCs reads the WARC files of a directory that has no manifest.
func readWARCs(dir string) (*Web, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	found := false
	var size int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && warc.IsName(e.Name()) {
			found = true
			size += info.Size()
		}
	}
	if !found {
		return nil, fmt.Errorf(`neither %s, one {"url": ..., "file": ...} a line, nor a WARC file in the directory`, manifestName)
	}
	return readWARC(dir, unfolded(size))
}

func readArchive(r io.Reader, limit int64) (*Web, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	magic, _ := in.Peek(4)
	var src io.Reader = in
	switch {
	case string(magic) == "PK\x03\x04":
		return nil, errors.New("a zip file: unpack it and name the directory; that of the WARC files in a WACZ file is archive")
	case bytes.HasPrefix(magic, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		src = z
	case string(magic) == "\x28\xb5\x2f\xfd":
		z, err := zstd.NewReader(in)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		src = z
	}
	files, err := readTar(src, limit)
	if err != nil {
		return nil, err
	}
	manifest := ""
	for name := range files {
		if path.Base(name) == manifestName && (manifest == "" || outer(name, manifest)) {
			manifest = name
		}
	}
	if manifest == "" {
		return nil, fmt.Errorf("no %s in the archive", manifestName)
	}
	dir := path.Dir(manifest)
	return assemble(files[manifest], func(name string) ([]byte, error) {
		body, ok := files[path.Join(dir, name)]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return body, nil
	})
}

// outer reports whether the first of two files lies in fewer directories, or is before the
// other in the alphabet.
func outer(a, b string) bool {
	return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b)) < 0
}

// entrySize is about what a file of a tar takes besides its name and contents.
const entrySize = 128

// readTar reads the files of a tar, which take at most limit bytes. A sparse
// one may declare far more bytes than it has.
func readTar(r io.Reader, limit int64) (map[string][]byte, error) {
	files := make(map[string][]byte)
	left := limit
	for t := tar.NewReader(r); ; {
		h, err := t.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			if len(files) == 0 && errors.Is(err, tar.ErrHeader) {
				return nil, errors.New("neither a directory nor a tar file, plain, gzip or zstd, nor a WARC file, whose name ends in .warc, .warc.gz or .warc.zst")
			}
			return nil, fmt.Errorf("tar, after %d files: %w", len(files), err)
		}
		left -= int64(len(h.Name)) + entrySize
		if h.Size > left { // which may be any number
			return nil, fmt.Errorf("tar, %s: %w", h.Name, errUnfolds(limit))
		}
		left -= h.Size // of entries that are no files too: they are decompressed to reach the next
		if h.Typeflag != tar.TypeReg {
			continue
		}
		body, err := io.ReadAll(t)
		if err != nil {
			return nil, fmt.Errorf("tar, %s: %w", h.Name, err)
		}
		files[path.Clean(h.Name)] = body
	}
}

// assemble makes a web of a manifest and the files it names.
func assemble(manifest []byte, read func(name string) ([]byte, error)) (*Web, error) {
	w := &Web{documents: make(map[string]Document)}
	line := 0
	for text := range bytes.Lines(bytes.TrimPrefix(manifest, []byte("\ufeff"))) {
		line++
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			continue
		}
		var m struct{ URL, File string }
		if err := json.Unmarshal(text, &m); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", manifestName, line, err)
		}
		if m.URL == "" || m.File == "" {
			return nil, fmt.Errorf("%s:%d: expected a url and a file", manifestName, line)
		}
		body, err := read(m.File)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", manifestName, line, excerpt.Of(m.File, 100), err)
		}
		if err := w.add(Document{URL: m.URL, Type: typeOf(m.File), Body: body}); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", manifestName, line, err)
		}
	}
	return w, nil
}

// typeOf returns a Content-Type by a file's name where sniffing might miss it:
// a page that opens with a long comment, a page in XML. The charset is that of
// the page's own <meta>.
func typeOf(file string) string {
	switch strings.ToLower(path.Ext(file)) {
	case ".html", ".htm":
		return "text/html"
	case ".xhtml":
		return "application/xhtml+xml"
	case ".txt":
		return "text/plain"
	}
	return ""
}
