package warc

import (
	"cmp"
	"io"
	"strings"
	"time"
)

// A Record is a record's header, and a reader of its block.
type Record struct {
	Version string // "1.1"
	Fields  Fields
	Length  int64 // of the block in bytes

	// Where the record begins: at byte Offset of the file, or Skip bytes into
	// what the gzip member at Offset holds.
	Offset, Skip int64

	reader *Reader
	left   int64
}

// Types of records (6). Others are possible.
const (
	TypeInfo     = "warcinfo"
	TypeRequest  = "request"
	TypeResponse = "response"
	TypeRevisit  = "revisit"
	TypeMetadata = "metadata"
	TypeResource = "resource"
)

// Type returns the record's type, such as [TypeResponse].
func (r *Record) Type() string { return strings.ToLower(r.Fields.Get("WARC-Type")) }

// ID returns the record's identifier, a URI, without angle brackets.
func (r *Record) ID() string { return uri(r.Fields.Get("WARC-Record-ID")) }

// URL returns what the record is about, without the angle brackets that some
// programs write.
func (r *Record) URL() string { return uri(r.Fields.Get("WARC-Target-URI")) }

// Date returns when the record's content was obtained, the zero time if the
// record does not say.
func (r *Record) Date() time.Time {
	value := r.Fields.Get("WARC-Date")
	// W3CDTF lets parts be left out from the end.
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", time.DateOnly, "2006-01", "2006"} {
		if t, err := time.Parse(layout, value); err == nil {
			return t
		}
	}
	return time.Time{}
}

// dateFormat is that of the dates written: with fractions, as 1.1 allows.
const dateFormat = "2006-01-02T15:04:05.000000Z"

// Read reads the block. It may be called until the reader goes on to the next
// record. A block that is not whole ends with an *[Error].
func (r *Record) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if r.reader.current != r {
		return 0, cmp.Or(r.reader.err, errPast)
	}
	n, err := r.reader.text.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if err == nil || n > 0 {
		return n, nil
	}
	return 0, r.reader.fail(err)
}

func uri(s string) string {
	if inner, found := strings.CutPrefix(s, "<"); found {
		return strings.TrimSuffix(inner, ">")
	}
	return s
}
