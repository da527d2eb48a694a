package warc

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Open reads WARC files, and those in directories whose names end in .warc,
// .warc.gz or .warc.zst, and notes where each answer lies. The name of files that
// [Options].Size has numbered means all of them.
//
// If a record is damaged, or a file ends within one, as that of a crawl which was
// killed, the web is returned together with the error, an *[Error] for the first such
// place: it has the other records of that file, from the next beginning of one on,
// and the other files. After any other error, and of a file without a record, there is
// no web.
func Open(paths ...string) (*Web, error) {
	files, err := list(paths)
	if err != nil {
		return nil, err
	}
	x := indexer{latest: make(map[string]visit), revisits: make(map[string]visit), bodies: make(map[string]place), pages: make(map[string]dated)}
	var damage error
	for i, file := range files {
		at, err := x.readFile(i, file)
		if err != nil {
			return nil, err
		}
		damage = cmp.Or(damage, at)
	}
	w := &Web{files: files, captures: make(map[string]capture, len(x.urls)), urls: x.urls, info: x.info}
	for _, url := range x.urls {
		w.captures[url] = x.resolve(url)
	}
	return w, damage
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
		if numbers, _ := set(path); errors.Is(err, fs.ErrNotExist) && len(numbers) > 0 {
			for _, n := range numbers {
				files = append(files, numbered(path, n))
			}
			continue
		}
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
			return e.IsDir() || !IsName(e.Name())
		})
		if len(names) == 0 {
			return nil, fmt.Errorf("warc: %s: no .warc, .warc.gz or .warc.zst file in the directory", path)
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
	date   int64      // Unix time in ns
	id     string     // of the record
	before *[3]string // for a revisit: ID, payload digest and URL of the visit before
}

// indexer gathers visits. What a revisit refers to may come later or in
// another file, so it is looked up at the end.
type indexer struct {
	latest   map[string]visit // by URL
	revisits map[string]visit // by URL, the latest of those that brought an answer
	urls     []string
	info     Fields           // of the first warcinfo record
	bodies   map[string]place // responses by ID and payload digest
	pages    map[string]dated // responses by URL, the latest of each

	// The last record if it is an answer, which the request after it may say is
	// to be left out, or the request itself.
	held  *answerAt
	other *Record // a request that is no GET
}

type answerAt struct {
	*Record
	place
}

type dated struct {
	place
	date int64
}

// mostRereads is how many times its size may be read of a damaged file, and
// leastRereads how many bytes may in any case: a record may claim to be as long as the
// rest, and so may the one that begins within it.
const (
	mostRereads  = 4
	leastRereads = 16 << 20
)

// readFile reads a file and returns where it is damaged, at first. What is damaged is
// left out.
func (x *indexer) readFile(number int, path string) (damage, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	records := 0
	var at, reread int64
	for found := true; found && reread <= max(mostRereads*info.Size(), leastRereads); {
		r, err := newReaderAt(f, at)
		if err != nil {
			return nil, err
		}
		n, err := x.records(r, number)
		records += n
		if err == io.EOF {
			break
		}
		damage = cmp.Or(damage, err)
		reread += r.file.n - r.start
		at, found = nextRecord(f, r.start+1)
	}
	if records == 0 && !errors.Is(damage, io.ErrUnexpectedEOF) {
		return nil, damage
	}
	return damage, nil
}

// records reads as many records as there are up to an error, io.EOF at the end.
func (x *indexer) records(r *Reader, number int) (n int, err error) {
	defer x.release()
	for ; ; n++ {
		rec, err := r.Next()
		if err != nil {
			return n, err
		}
		said := ""
		switch rec.Type() {
		case typeMetadata:
			said = readFailure(rec)
		case typeRequest:
			said = readMethod(rec)
		case typeInfo:
			if x.info == nil {
				x.info = readInfo(rec)
			}
		}
		// Until it was read to its end a record is not known to be whole.
		if err := r.verify(); err != nil {
			return n, err
		}
		x.note(rec, place{number, rec.Offset, rec.Skip}, said)
	}
}

// note keeps a record, but for the answer to a request that is no GET. Said is the
// method of a request, or what a metadata record says about one that failed.
func (x *indexer) note(rec *Record, at place, said string) {
	switch rec.Type() {
	case typeRequest:
		if said == http.MethodGet || said == "" {
			return
		}
		if x.held != nil && x.held.isBeside(rec) {
			x.held = nil
		} else {
			x.other = rec
		}
	case typeResponse, typeRevisit:
		other := x.other
		x.release()
		if other == nil || !rec.isBeside(other) {
			x.held = &answerAt{rec, at}
		}
	default:
		x.release()
		x.keep(rec, at, said)
	}
}

// release keeps the answer that was held.
func (x *indexer) release() {
	if x.held != nil {
		x.keep(x.held.Record, x.held.place, "")
	}
	x.held, x.other = nil, nil
}

// isBeside reports whether one of two records says that it was made together with
// the other.
func (r *Record) isBeside(other *Record) bool {
	return r.names(other.ID()) || other.names(r.ID())
}

func (r *Record) names(id string) bool {
	return slices.ContainsFunc(r.Fields, func(f Field) bool {
		return strings.EqualFold(f.Name, "WARC-Concurrent-To") && uri(f.Value) == id && id != ""
	})
}

// keep keeps a record if it says what became of an http or https URL. Failure
// is what a metadata record says about a request that failed.
func (x *indexer) keep(rec *Record, at place, failure string) {
	u, err := weburl.Parse(rec.URL())
	if err != nil {
		return // another scheme, or not about a URL
	}
	url := u.Canonical()
	v := visit{capture: capture{record: at}, date: rec.Date().UnixNano(), id: rec.ID()}
	switch rec.Type() {
	case typeResponse, typeResource:
		x.bodies[v.id] = at
		if page, ok := x.pages[url]; !ok || v.date >= page.date {
			x.pages[url] = dated{at, v.date}
		}
		if digest := rec.Fields.Get("WARC-Payload-Digest"); digest != "" && !rec.truncated() {
			x.bodies[digest] = at
		}
	case typeRevisit:
		v.kind = kindRevisited
		if rec.Length == 0 || strings.HasSuffix(rec.Fields.Get("WARC-Profile"), "/server-not-modified") {
			v.kind = kindUnmodified
		}
		v.before = &[3]string{uri(rec.Fields.Get("WARC-Refers-To")), rec.Fields.Get("WARC-Payload-Digest"), url}
		if to, err := weburl.Parse(uri(rec.Fields.Get("WARC-Refers-To-Target-URI"))); err == nil {
			v.before[2] = to.Canonical()
		}
		if again, ok := x.revisits[url]; v.kind == kindRevisited && (!ok || v.date >= again.date) {
			x.revisits[url] = v
		}
	case typeMetadata:
		if failure == "" {
			return
		}
		if latest, ok := x.latest[url]; ok && latest.id != "" && latest.id == uri(rec.Fields.Get("WARC-Concurrent-To")) {
			latest.failure = failure // of what there is of the answer
			x.latest[url] = latest
			return
		}
		v.kind, v.failure = kindFailed, failure
	default:
		return
	}
	x.add(url, v)
}

func (x *indexer) add(url string, v visit) {
	latest, ok := x.latest[url]
	if !ok {
		x.urls = append(x.urls, url)
	}
	if !ok || v.date >= latest.date {
		x.latest[url] = v
	}
}

// readFailure returns what the first field of a metadata record says if it is
// that of a request that failed, else "".
func readFailure(rec *Record) string {
	h := head{bufio.NewReader(rec), 2 * maxFetchError}
	line, err := h.line()
	if err != nil {
		return "" // too long, or not whole, which the reader will report
	}
	if f, ok := parseField(line); ok && f.Name == fetchError {
		return f.Value
	}
	return ""
}

// readMethod returns the method of a recorded request, "" if it cannot be read.
func readMethod(rec *Record) string {
	h := head{bufio.NewReader(rec), maxHTTPHeader}
	line, err := h.line()
	if err != nil {
		return ""
	}
	method, _, _ := strings.Cut(string(line), " ")
	return method
}

// maxInfo is how long the block of a warcinfo record may be: it may list seeds.
const maxInfo = 4 << 20

// readInfo returns the fields of a warcinfo record, nil if it holds no such.
func readInfo(rec *Record) Fields {
	h := head{bufio.NewReader(io.MultiReader(rec, strings.NewReader("\r\n"))), maxInfo}
	fields, err := h.fields(func([]byte) error { return nil })
	if err != nil {
		return nil // too long, or not whole, which the reader will report
	}
	return fields
}

// resolve finds the body of a URL's latest visit.
func (x *indexer) resolve(url string) capture {
	v := x.latest[url]
	if v.before == nil {
		return v.capture
	}
	payload, ok := x.named(v)
	page, known := x.pages[v.before[2]]
	if again, revisited := x.revisits[url]; revisited && v.kind == kindUnmodified {
		// It is as it was then, unless it refers to another visit.
		body, found := x.named(again)
		if found && (ok && body == payload || !ok && (!known || again.date >= page.date)) {
			again.payload = body
			return again.capture
		}
	}
	switch {
	case ok:
		v.payload = payload
	case known:
		v.payload = page.place
	default:
		v.kind = kindUnresolved
	}
	return v.capture
}

// named returns the body that a revisit names by its record or its digest.
func (x *indexer) named(v visit) (place, bool) {
	for _, name := range v.before[:2] {
		if at, ok := x.bodies[name]; ok && name != "" {
			return at, true
		}
	}
	return place{}, false
}
