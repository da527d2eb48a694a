package warc_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// text writes a record by hand.
func text(kind, url, block string, more ...string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:x:%s:%s>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Target-URI: %s\r\n%sContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, kind, url, url, strings.Join(append(more, ""), "\r\n"), len(block), block)
}

func zip(parts ...string) string {
	var out bytes.Buffer
	for _, p := range parts {
		z := gzip.NewWriter(&out)
		io.WriteString(z, p)
		z.Close()
	}
	return out.String()
}

// all reads a file and returns each record as "type url block".
func all(r *warc.Reader) (records []string, err error) {
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return records, err
		}
		block, err := io.ReadAll(rec)
		if err != nil {
			return records, err
		}
		records = append(records, fmt.Sprintf("%s %s %s", rec.Type(), rec.URL(), block))
	}
}

var (
	one     = text("response", "http://a.test/1", "first\r\n\r\nblock")
	two     = text("request", "http://a.test/2", "")
	three   = text("response", "http://a.test/3", "third")
	records = []string{"response http://a.test/1 first\r\n\r\nblock", "request http://a.test/2 ", "response http://a.test/3 third"}
)

func TestReaderForgives(t *testing.T) {
	unix := strings.ReplaceAll
	for _, c := range []struct{ name, file string }{
		{"plain", one + two + three},
		{"a member each", zip(one, two, three)},
		{"one member", zip(one + two + three)},
		{"two members", zip(one+two, three)},
		{"plain and compressed", one + zip(two) + three},
		{"a frame each", frames(t, "", one, two, three)},
		{"one frame", frames(t, "", one+two+three)},
		{"several frames a record", frames(t, "", one[:9], one[9:120], "", one[120:], two, three[:len(three)-8], three[len(three)-8:])},
		{"line ends in a frame of their own", frames(t, "", one[:len(one)-4], one[len(one)-4:], two, three)},
		{"no line ends after blocks in frames", frames(t, "", one[:len(one)-4], two[:len(two)-2], three)},
		{"frames that hold no text", frames(t, "", one[:50]) + skipped("index") + frames(t, "", one[50:]) + skipped("") + skipped("x") + frames(t, "", two, "", three) + skipped("end")},
		{"members and frames", zip(one) + frames(t, "", two) + three},
		{"a dictionary", dictionaryFrame(dictionary(t)) + frames(t, dictionary(t), one, two, three)},
		{"a compressed dictionary", dictionaryFrame(encoded(t, "zstd", dictionary(t))) + frames(t, dictionary(t), one, two, three)},
		{"a dictionary that no frame needs", dictionaryFrame(dictionary(t)) + frames(t, "", one, two, three)},
		{"empty members", zip("", one, "", two, three, "")},
		{"no line ends after compressed blocks", zip(one[:len(one)-4], two[:len(two)-2], three)},
		{"too many line ends", "\r\n\n" + one + "\r\n" + two + zip("\n\n"+three+"\n")},
		{"newlines alone", unix(two, "\r\n", "\n") + unix(three, "\r\n", "\n")},
		{"brackets", unix(one, "http://a.test/1\r", "<http://a.test/1>\r") + two + three},
		{"names in any case", unix(one, "WARC-Type", "warc-type") + unix(two, "Content-Length", "content-length") + three},
		{"folded", unix(one, "Content-Type: ", "Content-Type:\r\n\t ") + unix(two, "http://a.test/2\r", "\r\n http://a.test/2\r") + three},
		{"drafts", unix(one, "WARC/1.0", "WARC/0.18") + two + unix(three, "WARC/1.0", "WARC/1.1 ")},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := records
			if c.name == "newlines alone" {
				want = records[1:]
			}
			for _, slow := range []bool{false, true} {
				src := io.Reader(strings.NewReader(c.file))
				if slow {
					src = iotest.OneByteReader(src)
				}
				got, err := all(warc.NewReader(src))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestReaderRefuses(t *testing.T) {
	at := int64(len(one))
	damaged := []byte(zip(one, two))
	damaged[len(zip(one))-5] ^= 1 // in the checksum
	damagedFrame := []byte(frames(t, "", one, two))
	damagedFrame[len(damagedFrame)-2] ^= 1 // in the checksum
	long := "X: " + strings.Repeat("x", 300_000) + "\r\n"
	for _, c := range []struct {
		name, file string
		before     int
		offset     int64
		want       string
		is         error
	}{
		{"noise", one + "noise\r\n", 1, at, `expected WARC/1.1 or an earlier version, found "noise"`, nil},
		{"later version", "WARC/2.0\r\n\r\n", 0, 0, `found "WARC/2.0"`, nil},
		{"no field", one + "WARC/1.0\r\nWARC-Type\r\n\r\n", 1, at, `expected a name, a colon and a value, found "WARC-Type"`, nil},
		{"no length", one + "WARC/1.0\r\nWARC-Type: x\r\n\r\n", 1, at, `expected a Content-Length in bytes, found ""`, nil},
		{"negative length", "WARC/1.0\r\nContent-Length: -1\r\n\r\n", 0, 0, `found "-1"`, nil},
		{"length beyond numbers", "WARC/1.0\r\nContent-Length: 99999999999999999999\r\n\r\n", 0, 0, `found "99999999999999999999"`, nil},
		{"length beyond limit", "WARC/1.0\r\nContent-Length: 9999999999999\r\n\r\n", 0, 0, "the limit is", warc.ErrTooLong},
		{"long line", "WARC/1.0\r\n" + long, 0, 0, "too long", warc.ErrTooLong},
		{"many lines", "WARC/1.0\r\n" + strings.Repeat("X: x\r\n", 50_000), 0, 0, "too long", warc.ErrTooLong},
		{"wrong length", strings.Replace(three, "Length: 5", "Length: 4", 1) + one, 1, 0, "expected the end of a line after the block, found 'd'", nil},
		{"torn header", one + "WARC/1.0\r\nWARC-Ty", 1, at, "unexpected EOF", io.ErrUnexpectedEOF},
		{"torn block", one + three[:len(three)-6], 1, at, "unexpected EOF", io.ErrUnexpectedEOF},
		{"damaged", string(damaged), 1, 0, "checksum", nil},
		{"a damaged frame", string(damagedFrame), 1, int64(len(frames(t, "", one))), "", nil},
		{"a large window", "\x28\xb5\x2f\xfd\x00\x70\x00\x00\x00", 0, 0, "window size", nil},
		{"a large dictionary", "\x5d\x2a\x4d\x18\x00\x00\x81\x00" + one, 0, 0, "8454144 bytes is too long", warc.ErrTooLong},
		{"a dictionary that unfolds", dictionaryFrame(encoded(t, "zstd", strings.Repeat("x", 9<<20))) + one, 0, 0, "too long", warc.ErrTooLong},
		{"no dictionary", dictionaryFrame("noise, as it seems, and no dictionary") + frames(t, "", one), 0, 45, "dictionary", nil},
		{"a dictionary that is missing", frames(t, dictionary(t), one), 0, 0, "dictionary", nil},
		{"no gzip", one + "\x1f\x8bnoise-noise-noise", 1, at, "gzip", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := warc.NewReader(strings.NewReader(c.file))
			r.Name = "x.warc"
			got, err := all(r)
			var e *warc.Error
			if !errors.As(err, &e) || e.Offset != c.offset || e.File != "x.warc" || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("error %v, want %q at %d", err, c.want, c.offset)
			}
			if len(got) != c.before {
				t.Errorf("%d records before, want %d", len(got), c.before)
			}
			if len(err.Error()) > 250 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			if _, again := r.Next(); again != err {
				t.Errorf("then %v", again)
			}
		})
	}
}

// A file cut anywhere yields the records before, then says that it is torn.
func TestReaderOfTornFiles(t *testing.T) {
	for name, parts := range map[string][]string{
		"plain": {one, two, three}, "compressed": {zip(one), zip(two), zip(three)},
		"zstd":       {frames(t, "", one), frames(t, "", two), frames(t, "", three)},
		"dictionary": {dictionaryFrame(dictionary(t)) + frames(t, dictionary(t), one), frames(t, dictionary(t), two)},
	} {
		file := strings.Join(parts, "")
		for n := range len(file) {
			whole, end := 0, 0
			for end+len(parts[whole]) <= n {
				end += len(parts[whole])
				whole++
			}
			r := warc.NewReader(strings.NewReader(file[:n]))
			got, err := all(r)
			if n == end {
				if err != nil || len(got) != whole {
					t.Fatalf("%s, %d bytes: %d records, %v; want %d", name, n, len(got), err, whole)
				}
				continue
			}
			var e *warc.Error
			// The last record may be whole but for what follows its block.
			at := int64(end)
			if before := len(dictionaryFrame(dictionary(t))); name == "dictionary" && n >= before {
				at = max(at, int64(before))
				if n == before && err == nil {
					continue // as an empty file
				}
			}
			if !errors.As(err, &e) || e.Err != io.ErrUnexpectedEOF || e.Offset != at || len(got) < whole || len(got) > whole+1 {
				t.Fatalf("%s, %d bytes: %d records, %v; want %d and a torn one at %d", name, n, len(got), err, whole, end)
			}
		}
	}
}

// The block of a record may be read in part, or not at all.
func TestReaderSkips(t *testing.T) {
	r := warc.NewReader(strings.NewReader(one + zip(two+three)))
	first, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, first, 3); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Read(make([]byte, 1)); err == nil || err == io.EOF {
		t.Errorf("a record that was passed: %v", err)
	}
	third, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if third.URL() != "http://a.test/3" || third.Offset != int64(len(one)) || third.Skip != int64(len(two)) {
		t.Errorf("%s at %d, %d", third.URL(), third.Offset, third.Skip)
	}
}

func TestDate(t *testing.T) {
	for value, want := range map[string]string{
		"2020-01-02T03:04:05Z":        "2020-01-02T03:04:05Z",
		"2020-01-02T03:04:05.678901Z": "2020-01-02T03:04:05.678901Z",
		"2020-01-02T03:04Z":           "2020-01-02T03:04:00Z",
		"2020-01-02":                  "2020-01-02T00:00:00Z",
		"2020":                        "2020-01-01T00:00:00Z",
		"yesterday":                   "0001-01-01T00:00:00Z",
	} {
		rec := warc.Record{Fields: warc.Fields{{Name: "WARC-Date", Value: value}}}
		if got := rec.Date().Format("2006-01-02T15:04:05.999999999Z07:00"); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
}

// What is written is read back, by the package and by the standard.
func TestWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var file bytes.Buffer
		w := warc.NewWriter(&file)
		w.Plain = rapid.Bool().Draw(rt, "plain")
		if err := w.Info(nil); err != nil {
			rt.Fatal(err)
		}
		var want []string
		for i := range rapid.IntRange(0, 5).Draw(rt, "records") {
			url := fmt.Sprintf("http://a.test/%d", i)
			fields := warc.Fields{}
			block := ""
			for range rapid.IntRange(0, 4).Draw(rt, "fields") {
				value := rapid.String().Draw(rt, "value")
				fields = append(fields, warc.Field{Name: "note", Value: value})
				value = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ", "\x00", " ").Replace(value)
				block += "note: " + strings.TrimSpace(value) + "\r\n"
			}
			if err := w.Metadata(url, fields); err != nil {
				rt.Fatal(err)
			}
			want = append(want, "metadata "+url+" "+block)
		}
		got, err := all(warc.NewReader(bytes.NewReader(file.Bytes())))
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(want, got[1:], cmp.Transformer("none", func(s []string) string { return strings.Join(s, "|") })); diff != "" {
			rt.Error(diff)
		}
		readStandard(t, file.Bytes(), !w.Plain)
	})
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(one + two + three))
	f.Add([]byte(zip(one, two, three)))
	f.Add([]byte(zip(one + two)))
	f.Add([]byte(text("response", "http://a.test/", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")))
	f.Add([]byte(text("revisit", "http://a.test/", "HTTP/1.1 304 x\r\n\r\n", "WARC-Truncated: length")))
	f.Add([]byte("WARC/1.1\nContent-Length: 3\n a: b\n\nabc\n\n"))
	f.Add([]byte(frames(f, "", one[:60], one[60:], two) + skipped("x") + frames(f, "", three)))
	f.Add([]byte(dictionaryFrame(dictionary(f)) + frames(f, dictionary(f), one)))
	f.Add([]byte(text("response", "http://a.test/", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: deflate, br\r\n\r\n10\r\nabc\r\n0\r\n\r\n")))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := warc.NewReader(bytes.NewReader(data))
		last := int64(-1)
		for {
			rec, err := r.Next()
			if err == io.EOF {
				return
			}
			var e *warc.Error
			if err != nil {
				if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(data)) {
					t.Fatalf("error %v", err)
				}
				return
			}
			if rec.Offset < last || rec.Offset >= int64(len(data)) || rec.Length < 0 {
				t.Fatalf("record at %d after %d, %d bytes", rec.Offset, last, rec.Length)
			}
			last = rec.Offset
			resp, err := rec.Response()
			if err != nil {
				continue
			}
			n, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
			if err == nil && n > rec.Length {
				t.Fatalf("a body of %d bytes in a block of %d", n, rec.Length)
			}
		}
	})
}
