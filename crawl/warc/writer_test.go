package warc_test

import (
	"io"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// A record that lacks what the standard has mandatory is not written, and the file
// can be gone on with.
func TestMandatoryFields(t *testing.T) {
	field := func(name, value string) warc.Field { return warc.Field{Name: name, Value: value} }
	url := field("WARC-Target-URI", "http://a.test/")
	for _, c := range []struct {
		fields warc.Fields
		want   string // in the error, "" for none
	}{
		{warc.Fields{url}, "WARC-Type"},
		{warc.Fields{field("WARC-Type", " "), url}, "WARC-Type"},
		{warc.Fields{field("WARC-Type", "response")}, "WARC-Target-URI"},
		{warc.Fields{field("warc-type", "Resource"), field("WARC-Target-URI", "")}, "WARC-Target-URI"},
		{warc.Fields{field("WARC-Type", "request")}, "WARC-Target-URI"},
		{warc.Fields{field("WARC-Type", "revisit"), url}, "WARC-Profile"},
		{warc.Fields{field("WARC-Type", "continuation"), url, field("WARC-Segment-Number", "2")}, "WARC-Segment-Origin-ID"},
		{warc.Fields{field("WARC-Type", "resource"), url, field("Content-Length", "4")}, "Content-Length"},
		{warc.Fields{field("WARC-Type", "metadata")}, ""},
		{warc.Fields{field("WARC-Type", "resource"), url}, ""},
		{warc.Fields{field("WARC-Type", "of my own")}, ""},
	} {
		var file strings.Builder
		w := warc.NewWriter(&file)
		w.Plain = true
		err := w.Write(c.fields, strings.NewReader("block"), 5)
		if c.want == "" {
			if err != nil {
				t.Errorf("%v: %v, want it written", c.fields, err)
			}
			for _, name := range []string{"WARC-Record-ID: <urn:uuid:", "WARC-Date: 2", "Content-Length: 5\r\n"} {
				if !strings.Contains(file.String(), name) {
					t.Errorf("%v: written as %q, want %s in it", c.fields, file.String(), name)
				}
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || file.Len() > 0 {
			t.Errorf("%v: %v and %d bytes written, want an error about %s", c.fields, err, file.Len(), c.want)
		}
		if err := w.Metadata("http://a.test/", nil); err != nil {
			t.Errorf("%v: then %v", c.fields, err)
		}
	}
}

// A record without a type is passed on: where it ends is known.
func TestReaderOfUntyped(t *testing.T) {
	r := warc.NewReader(strings.NewReader("WARC/1.1\r\nContent-Length: 5\r\n\r\nblock\r\n\r\n" + text("resource", "http://a.test/", "x")))
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if block, err := io.ReadAll(rec); rec.Type() != "" || string(block) != "block" || err != nil {
		t.Errorf("type %q, block %q, %v", rec.Type(), block, err)
	}
	if rec, err = r.Next(); err != nil || rec.Type() != "resource" {
		t.Errorf("then %v, %v, want the resource", rec, err)
	}
}
