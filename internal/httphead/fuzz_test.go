package httphead_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// spaced finds names with a space before the colon, which net/http keeps so.
var spaced = regexp.MustCompile(`(?m)^[^:/\r\n]*[ \t]:`)

// FuzzRead compares with net/http by itself: what that accepts is the same answer,
// perhaps the last of its connection. What it refuses is an answer only if nothing in
// it says twice where it ends, and the last of its connection.
func FuzzRead(f *testing.F) {
	for _, c := range oddAnswers() {
		f.Add([]byte(c.raw))
	}
	for _, raw := range refusedAnswers() {
		f.Add([]byte(raw))
	}
	f.Add([]byte("HTTP/1.0 200 OK\r\nTransfer-Encoding: gzip\r\nX Y: z\r\n\r\n" + page))
	f.Fuzz(func(t *testing.T, raw []byte) {
		alone, got := read(bytes.NewReader(raw)), read(asked(bytes.NewReader(raw)))
		if slow := read(asked(iotest.OneByteReader(bytes.NewReader(raw)))); !cmp.Equal(got, slow) {
			t.Errorf("byte by byte it is another answer:\n%s", cmp.Diff(got, slow))
		}
		if alone.Err == "" && !spaced.Match(raw) {
			alone.Close = alone.Close || got.Close
			alone.Header.Del("Connection")
			got.Header.Del("Connection")
			if diff := cmp.Diff(alone, got); diff != "" {
				t.Errorf("not as net/http reads it (-alone +got):\n%s", diff)
			}
			return
		}
		if got.Err != "" {
			return
		}
		if !got.Close {
			t.Errorf("the connection would be used again after %+v", got)
		}
		if lengths, chunked := framings(raw); len(lengths) > 1 || len(lengths) == 1 && chunked {
			t.Errorf("an answer with the lengths %v, and chunks %v: %+v", lengths, chunked, got)
		}
	})
}

var (
	interim = regexp.MustCompile(`(?i)\A.{0,4}(http|icy)[^ \t\n]*[ \t]+1\d\d`)
	ends    = regexp.MustCompile(`\n\r?\n`)
)

// framings returns the different lengths that any line below the first of a head seems to
// name, and whether one names chunks: as somebody reads it who only looks for words.
func framings(raw []byte) (lengths map[string]bool, chunked bool) {
	if interim.Match(raw) {
		return nil, false // the head is another one
	}
	if end := ends.FindIndex(raw[min(4, len(raw)):]); end != nil {
		raw = raw[:4+end[0]]
	}
	lengths = make(map[string]bool)
	_, raw, _ = bytes.Cut(raw[min(4, len(raw)):], []byte("\n"))
	for line := range bytes.FieldsFuncSeq(bytes.ToLower(raw), func(r rune) bool { return r == '\r' || r == '\n' }) {
		name, value, _ := strings.Cut(string(line), ":")
		switch {
		case strings.Contains(name, "content-length"):
			for one := range strings.SplitSeq(value, ",") {
				if one = strings.Trim(one, " \t"); strings.ContainsAny(one, "0123456789") && one[0] != '-' {
					lengths[one] = true
				}
			}
		case strings.Contains(name, "transfer-encoding") && strings.Contains(value, "chunked"):
			chunked = true
		}
	}
	return lengths, chunked
}
