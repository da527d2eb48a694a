package warc

import (
	"bufio"
	"io"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// note keeps a record if it says what became of an http or https URL. Failure
// is what a metadata record says of a request that failed.
func (x *indexer) note(rec *Record, at place, failure string) {
	u, err := weburl.Parse(rec.URL())
	if err != nil {
		return // another scheme, or not about a URL
	}
	url := u.Canonical()
	v := visit{capture: capture{record: at}, date: rec.Date().UnixNano(), id: rec.ID()}
	switch rec.Type() {
	case TypeResponse, TypeResource:
		x.bodies[v.id] = at
		x.bodies[url] = at
		if digest := rec.Fields.Get("WARC-Payload-Digest"); digest != "" && !rec.truncated() {
			x.bodies[digest] = at
		}
	case TypeRevisit:
		v.kind = revisited
		if rec.Length == 0 || strings.HasSuffix(rec.Fields.Get("WARC-Profile"), "/server-not-modified") {
			v.kind = unmodified
		}
		v.before = []string{uri(rec.Fields.Get("WARC-Refers-To")), rec.Fields.Get("WARC-Payload-Digest")}
		if to, err := weburl.Parse(uri(rec.Fields.Get("WARC-Refers-To-Target-URI"))); err == nil {
			v.before = append(v.before, to.Canonical())
		} else {
			v.before = append(v.before, url)
		}
	case TypeMetadata:
		if failure == "" {
			return
		}
		if latest, ok := x.latest[url]; ok && latest.id != "" && latest.id == uri(rec.Fields.Get("WARC-Concurrent-To")) {
			latest.failure = failure // of what there is of the answer
			x.latest[url] = latest
			return
		}
		v.kind, v.failure = failed, failure
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
		return "" // too long, or not whole, which the reader will tell
	}
	if f, ok := parseField(line); ok && f.Name == fetchError {
		return f.Value
	}
	return ""
}

// maxInfo is how long the block of a warcinfo record may be: it may list seeds.
const maxInfo = 4 << 20

// readInfo returns the fields of a warcinfo record, nil if it holds no such.
func readInfo(rec *Record) Fields {
	h := head{bufio.NewReader(io.MultiReader(rec, strings.NewReader("\r\n"))), maxInfo}
	fields, err := h.fields(func([]byte) error { return nil })
	if err != nil {
		return nil // too long, or not whole, which the reader will tell
	}
	return fields
}

// resolve finds the body of a URL's latest visit.
func (x *indexer) resolve(url string) capture {
	v := x.latest[url]
	if v.before == nil {
		return v.capture
	}
	for _, name := range v.before {
		if at, ok := x.bodies[name]; ok && name != "" {
			v.payload = at
			return v.capture
		}
	}
	v.kind = unresolved
	return v.capture
}
