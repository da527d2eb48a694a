package warc_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"encoding/base32"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An entry is a record as this file's reader of the standard sees it, which
// shares nothing with the package.
type entry struct {
	kind   string
	fields map[string][]string
	block  []byte
}

func (e entry) field(name string) string { return strings.Join(e.fields[name], " ") }

var (
	idForm   = regexp.MustCompile(`^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$`)
	dateForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$`)
	nameForm = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
)

// allowed says which records may have which fields (5); mandatory ones and
// unknown ones are not listed.
var allowed = map[string]string{
	"WARC-Concurrent-To":        "response resource request metadata revisit",
	"WARC-IP-Address":           "response resource request metadata revisit",
	"WARC-Refers-To":            "metadata revisit conversion",
	"WARC-Refers-To-Target-URI": "revisit",
	"WARC-Refers-To-Date":       "revisit",
	"WARC-Target-URI":           "response resource request metadata revisit conversion continuation",
	"WARC-Warcinfo-ID":          "response resource request metadata revisit conversion continuation",
	"WARC-Payload-Digest":       "response resource request revisit conversion continuation",
	"WARC-Filename":             "warcinfo",
	"WARC-Profile":              "revisit",
}

// readStandard reads a file as strictly as WARC 1.1 describes it and reports
// every fault.
func readStandard(t testing.TB, data []byte, compressed bool) []entry {
	t.Helper()
	entries := readAlone(t, data, compressed)
	checkReferences(t, entries)
	return entries
}

// readAlone reads one file of several, which refer to one another.
func readAlone(t testing.TB, data []byte, compressed bool) []entry {
	t.Helper()
	var entries []entry
	for at := 0; at < len(data); {
		var e entry
		var used int
		if compressed {
			in := bytes.NewReader(data[at:])
			z, err := gzip.NewReader(in)
			if err != nil {
				t.Fatalf("byte %d: %v", at, err)
			}
			z.Multistream(false)
			record, err := io.ReadAll(z)
			if err != nil {
				t.Fatalf("byte %d: %v", at, err)
			}
			e, used = readEntry(t, record)
			if used != len(record) {
				t.Errorf("byte %d: %d bytes after the record in its member", at, len(record)-used)
			}
			used = len(data) - at - in.Len()
		} else {
			e, used = readEntry(t, data[at:])
		}
		entries = append(entries, e)
		at += used
	}
	return entries
}

func readEntry(t testing.TB, data []byte) (entry, int) {
	t.Helper()
	header, rest, found := bytes.Cut(data, []byte("\r\n\r\n"))
	lines := strings.Split(string(header), "\r\n")
	if !found || lines[0] != "WARC/1.1" {
		t.Fatalf("no header: %.80q", data)
	}
	e := entry{fields: map[string][]string{}}
	for _, line := range lines[1:] {
		name, value, found := strings.Cut(line, ": ")
		if !found || !nameForm.MatchString(name) || strings.ContainsAny(value, "\r\n") {
			t.Errorf("no field: %q", line)
		}
		if e.fields[name] != nil && name != "WARC-Concurrent-To" {
			t.Errorf("%s twice", name)
		}
		e.fields[name] = append(e.fields[name], value)
	}
	e.kind = e.field("WARC-Type")
	length, err := strconv.Atoi(e.field("Content-Length"))
	if err != nil || length < 0 || length+4 > len(rest) {
		t.Fatalf("Content-Length %q of %d bytes", e.field("Content-Length"), len(rest))
	}
	e.block = rest[:length]
	if end := string(rest[length : length+4]); end != "\r\n\r\n" {
		t.Errorf("the block is followed by %q", end)
	}
	checkFields(t, e)
	return e, len(header) + 4 + length + 4
}

func checkFields(t testing.TB, e entry) {
	t.Helper()
	if !idForm.MatchString(e.field("WARC-Record-ID")) || !dateForm.MatchString(e.field("WARC-Date")) {
		t.Errorf("%s: ID %q, date %q", e.kind, e.field("WARC-Record-ID"), e.field("WARC-Date"))
	}
	for name := range e.fields {
		if kinds, ok := allowed[name]; ok && !slices.Contains(strings.Fields(kinds), e.kind) {
			t.Errorf("a %s record has %s", e.kind, name)
		}
	}
	target := e.field("WARC-Target-URI")
	if (target == "") != (e.kind == "warcinfo") || strings.ContainsAny(target, " <>@#") {
		t.Errorf("%s: target %q", e.kind, target)
	}
	wantType := map[string]string{
		"warcinfo": "application/warc-fields", "metadata": "application/warc-fields",
		"request": "application/http;msgtype=request", "response": "application/http;msgtype=response", "revisit": "application/http;msgtype=response",
	}[e.kind]
	if got := e.field("Content-Type"); got != wantType {
		t.Errorf("%s: type %q, want %q", e.kind, got, wantType)
	}
	if got, want := e.field("WARC-Block-Digest"), digest(e.block); got != want {
		t.Errorf("%s: block digest %q, want %q", e.kind, got, want)
	}
	head, payload, found := bytes.Cut(e.block, []byte("\r\n\r\n"))
	switch e.kind {
	case "response", "revisit":
		if !found || !regexp.MustCompile(`^HTTP/1\.[01] \d{3} `).Match(head) {
			t.Errorf("%s: no HTTP answer: %.80q", e.kind, e.block)
		}
		if bytes.Contains(bytes.ToLower(head), []byte("\r\ntransfer-encoding:")) {
			t.Errorf("%s: Transfer-Encoding of a body without one", e.kind)
		}
	case "request":
		if !found || !regexp.MustCompile(`^GET \S+ HTTP/1\.1\r\nHost: \S+`).Match(head) || len(payload) > 0 {
			t.Errorf("no HTTP request: %q", e.block)
		}
	default:
		for line := range strings.Lines(string(e.block)) {
			if name, _, found := strings.Cut(line, ": "); !found || !nameForm.MatchString(name) || !strings.HasSuffix(line, "\r\n") {
				t.Errorf("%s: no field: %q", e.kind, line)
			}
		}
	}
	switch e.kind {
	case "response":
		if got, want := e.field("WARC-Payload-Digest"), digest(payload); got != want {
			t.Errorf("payload digest %q, want %q", got, want)
		}
	case "revisit":
		if len(payload) > 0 {
			t.Errorf("a revisit record has a body of %d bytes", len(payload))
		}
		switch e.field("WARC-Profile") {
		case "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest":
			if e.field("WARC-Payload-Digest") == "" || e.field("WARC-Truncated") != "length" {
				t.Errorf("a revisit record without digest or mark: %v", e.fields)
			}
		case "http://netpreserve.org/warc/1.1/revisit/server-not-modified":
			if !bytes.HasPrefix(head, []byte("HTTP/1.1 304 ")) {
				t.Errorf("not modified, but %.40q", head)
			}
		default:
			t.Errorf("profile %q", e.field("WARC-Profile"))
		}
	}
}

// checkReferences looks at what records say about each other.
func checkReferences(t testing.TB, entries []entry) {
	t.Helper()
	byID := map[string]entry{}
	info := ""
	for i, e := range entries {
		id := e.field("WARC-Record-ID")
		if _, twice := byID[id]; twice {
			t.Errorf("%s twice", id)
		}
		byID[id] = e
		if e.kind == "warcinfo" {
			info = id
		} else if e.field("WARC-Warcinfo-ID") != info {
			t.Errorf("record %d: warcinfo %q, want %q", i, e.field("WARC-Warcinfo-ID"), info)
		}
	}
	if len(entries) == 0 || entries[0].kind != "warcinfo" {
		t.Error("the first record is no warcinfo")
	}
	for _, e := range entries {
		for _, to := range e.fields["WARC-Concurrent-To"] {
			if beside, ok := byID[to]; !ok || beside.field("WARC-Target-URI") != e.field("WARC-Target-URI") {
				t.Errorf("%s: beside %s, which is no record of the URL", e.kind, to)
			}
		}
		if e.field("WARC-Refers-To") == "" {
			continue
		}
		first := byID[e.field("WARC-Refers-To")]
		if first.kind != "response" || first.field("WARC-Target-URI") != e.field("WARC-Refers-To-Target-URI") ||
			first.field("WARC-Date") != e.field("WARC-Refers-To-Date") || first.field("WARC-Payload-Digest") != e.field("WARC-Payload-Digest") {
			t.Errorf("revisit %v of %v", e.fields, first.fields)
		}
	}
}

func digest(b []byte) string {
	sum := sha1.Sum(b)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

// kinds counts records by type.
func kinds(entries []entry) map[string]int {
	n := map[string]int{}
	for _, e := range entries {
		n[e.kind]++
	}
	return n
}
