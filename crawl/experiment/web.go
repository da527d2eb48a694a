package experiment

import (
	"archive/tar"
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Document is one answer of a Web.
type Document struct {
	URL      string // where it is served
	Status   int    // 0 means 200
	Location string // of a redirect
	Type     string // Content-Type; "" means that it is detected from the body
	Body     []byte // as served

	silent bool // never answers: a request times out
}

// A Web is a recorded or generated piece of the web. It is an
// http.RoundTripper that answers requests for its documents under their real
// host names without any socket; other URLs get a 404. Used as a crawler's
// Transport it shows nothing that has not been fetched. It may be used by many
// goroutines at once.
type Web struct {
	documents map[string]Document // by canonical URL
	urls      []string            // in the order of the recording

	// answer, if set, answers for URLs that there is no document of.
	answer func(url string) (Document, bool)

	graphOnce sync.Once
	graph     *graph // see links
}

// NewWeb returns a web of documents. The first of two with the same URL counts.
func NewWeb(documents []Document) (*Web, error) {
	w := &Web{documents: make(map[string]Document, len(documents))}
	for _, d := range documents {
		if err := w.add(d); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *Web) add(d Document) error {
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return fmt.Errorf("experiment: web: %w", err)
	}
	d.URL = u.Canonical()
	if _, ok := w.documents[d.URL]; ok {
		return nil
	}
	if d.Status == 0 && !d.silent {
		d.Status = http.StatusOK
	}
	if d.Type == "" && len(d.Body) > 0 {
		d.Type = http.DetectContentType(d.Body)
	}
	w.documents[d.URL] = d
	w.urls = append(w.urls, d.URL)
	return nil
}

// Len returns the number of documents.
func (w *Web) Len() int { return len(w.urls) }

// Has reports whether the web answers at a canonical URL.
func (w *Web) Has(url string) bool {
	_, ok := w.document(url)
	return ok
}

// Hash returns the SHA-256 of the web: of each document in order its URL, status,
// location, type and body.
func (w *Web) Hash() string {
	h := sha256.New()
	for _, url := range w.urls {
		d := w.documents[url]
		fmt.Fprintf(h, "%q %d %q %q %d\n", d.URL, d.Status, d.Location, d.Type, len(d.Body))
		h.Write(d.Body)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// RoundTrip implements [http.RoundTripper].
func (w *Web) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		req.Body.Close()
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	u, err := weburl.Parse(req.URL.String())
	if err != nil {
		return nil, err
	}
	d, ok := w.document(u.Canonical())
	if d.silent {
		return nil, fmt.Errorf("no answer: %w", os.ErrDeadlineExceeded)
	}
	if !ok {
		d = Document{Status: http.StatusNotFound, Type: "text/plain; charset=utf-8", Body: []byte("not in the recorded web\n")}
	}
	return &http.Response{
		Status:     fmt.Sprintf("%d %s", d.Status, http.StatusText(d.Status)),
		StatusCode: d.Status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: d.header(), Body: io.NopCloser(bytes.NewReader(d.Body)), ContentLength: int64(len(d.Body)), Request: req,
	}, nil
}

func (d Document) header() http.Header {
	h := http.Header{"Content-Length": {strconv.Itoa(len(d.Body))}}
	if d.Type != "" {
		h["Content-Type"] = []string{d.Type}
	}
	if d.Location != "" {
		h["Location"] = []string{d.Location}
	}
	return h
}

// target returns where a redirect leads, as a canonical URL.
func (d Document) target() (string, error) {
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return "", err
	}
	to, err := u.Resolve(d.Location)
	if err != nil {
		return "", err
	}
	return to.Canonical(), nil
}

// document returns what the web has of a canonical URL.
func (w *Web) document(url string) (Document, bool) {
	if d, ok := w.documents[url]; ok || w.answer == nil {
		return d, ok
	}
	return w.answer(url)
}

// OpenWeb reads a recorded web: a directory, or a tar file, plain or
// compressed by gzip or zstd, with a manifest.jsonl and the files it names. A
// line of the manifest is an object with a url and the file that holds its
// body; further fields are not looked at. Of several manifests in a tar file the outermost
// counts. A file whose name ends in .warc, .warc.gz or .warc.zst is read as a WARC file, and a directory
// without a manifest that holds such files as these together. The web is kept in memory whole; a file that
// decompresses to more than 64 MiB and a hundred times its own size is refused.
func OpenWeb(path string) (*Web, error) {
	w, err := openWeb(path)
	if err != nil {
		return nil, fmt.Errorf("experiment: web %s: %w", path, err)
	}
	if w.Len() == 0 {
		return nil, fmt.Errorf("experiment: web %s: the manifest lists no page", path)
	}
	return w, nil
}

func openWeb(path string) (*Web, error) {
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

// unfolded returns how many bytes a file may hold: recorded pages compress to a
// tenth, and those of one template to a fiftieth.
func unfolded(size int64) int64 { return 64<<20 + 100*min(size, 1<<50) }

func errUnfolds(limit int64) error {
	return fmt.Errorf("it decompresses to more than %d bytes, too much for a recorded web: unpack it to a directory if it is one", limit)
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
	for text := range bytes.Lines(withoutMark(manifest)) {
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
