package warc_test

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// files writes files into a directory of their own.
func files(t testing.TB, named map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range named {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"

func later(record, date string) string {
	return strings.Replace(record, "2020-01-02T03:04:05Z", date, 1)
}

// What other programs write is answered as it was meant.
func TestWebOfOthers(t *testing.T) {
	seven := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	named := map[string]string{
		"a.warc.gz": zip(
			text("response", "http://a.test/page", ok+"first", "WARC-Payload-Digest: sha1:FIRST"),
			text("response", "http://a.test/twice", ok+"old"),
			later(text("response", "http://a.test/twice", ok+"new"), "2021-01-01T00:00:00Z"),
			text("response", "http://a.test/twice", ok+"older, though last"),
			text("request", "http://a.test/request", "GET / HTTP/1.1\r\n\r\n"),
			text("response", "dns:a.test", "127.0.0.1"),
			text("response", "http://a.test/chunks", seven+"3\r\nabc\r\n3;x=y\r\ndef\r\n0\r\n\r\n"),
			text("response", "http://a.test/dechunked", seven+"no chunks here"),
			text("response", "http://a.test/h2", "HTTP/2 204\r\nodd line\r\nX: y\r\n\r\n"),
			text("response", "http://a.test/noise", "noise\r\n\r\n"),
			text("response", "http://a.test/cut", ok+"a part", "WARC-Truncated: length"),
			text("response", "HTTP://A.test:80/x y#z", ok+"canonical"),
		),
		"b.warc": text("revisit", "http://a.test/by-id", "HTTP/1.1 203 Again\r\n\r\n", "WARC-Refers-To: <urn:x:response:http://a.test/page>") +
			text("revisit", "http://a.test/by-digest", "HTTP/1.1 203 Again\r\n\r\n", "WARC-Payload-Digest: sha1:FIRST") +
			text("revisit", "http://a.test/by-url", "", "WARC-Refers-To-Target-URI: http://a.test/page") +
			text("revisit", "http://a.test/later", "HTTP/1.1 304 Not Modified\r\n\r\n", "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified", "WARC-Refers-To: <urn:x:response:http://a.test/c>") +
			text("revisit", "http://a.test/lost", "HTTP/1.1 200 OK\r\n\r\n", "WARC-Payload-Digest: sha1:LOST") +
			text("resource", "http://a.test/resource", "as it is"),
		"c.warc.gz":  zip(text("response", "http://a.test/b", ok+"b") + text("response", "http://a.test/c", ok+"c")),
		"notes.text": "not looked at",
	}
	web, err := warc.Open(files(t, named))
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"http://a.test/page":      "200 first",
		"http://a.test/twice":     "200 new",
		"http://a.test/request":   "404 not in the recorded web\n",
		"http://a.test/chunks":    "200 abcdef",
		"http://a.test/dechunked": "200 no chunks here",
		"http://a.test/h2":        "204 ",
		"http://a.test/cut":       "200 a part, then unexpected EOF",
		"http://a.test/x%20y":     "200 canonical",
		"http://a.test/by-id":     "203 first",
		"http://a.test/by-digest": "203 first",
		"http://a.test/by-url":    "200 first",
		"http://a.test/later":     "200 c",
		"http://a.test/b":         "200 b",
		"http://a.test/c":         "200 c",
		"http://a.test/resource":  "200 as it is",
	} {
		if got := get(t, web, url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	for url, want := range map[string]string{
		"http://a.test/noise": "expected a status line like HTTP/1.1 200 OK",
		"http://a.test/lost":  "the earlier visit is not in the files",
	} {
		if got := get(t, web, url); !strings.HasPrefix(got, "error: warc: ") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	if web.Len() != 16 || web.URLs()[0] != "http://a.test/page" {
		t.Errorf("%d URLs: %q", web.Len(), web.URLs())
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := files(t, map[string]string{
		"torn.warc": one + two[:20], "noise.warc": "noise\n", "empty.warc": "",
	})
	web, err := warc.Open(filepath.Join(dir, "torn.warc"))
	var e *warc.Error
	if !errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &e) || e.Offset != int64(len(one)) || web == nil || web.Len() != 1 {
		t.Errorf("torn: %v, %v", web, err)
	}
	if web, err := warc.Open(filepath.Join(dir, "noise.warc")); web != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), "noise.warc") {
		t.Errorf("noise: %v", err)
	}
	if web, err := warc.Open(filepath.Join(dir, "empty.warc")); err != nil || web.Len() != 0 {
		t.Errorf("empty: %v", err)
	}
	if _, err := warc.Open(filepath.Join(dir, "none.warc")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
	if _, err := warc.Open(t.TempDir()); err == nil {
		t.Error("a directory without files was opened")
	}
}

// Damage that came after opening is reported.
func TestWebOfDamagedFile(t *testing.T) {
	page := text("response", "http://a.test/1", ok+strings.Repeat("body ", 1000))
	dir := files(t, map[string]string{"x.warc.gz": zip(page, three)})
	path := filepath.Join(dir, "x.warc.gz")
	web, err := warc.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(zip(page))-6] ^= 1 // in the checksum
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := get(t, web, "http://a.test/1"); !strings.Contains(got, "checksum") {
		t.Errorf("%.100q ... %q", got, got[max(0, len(got)-100):])
	}
}

// A crawl that was killed is gone on with: the torn record is cut, nothing else.
func TestAppend(t *testing.T) {
	for _, name := range []string{"crawl.warc", "crawl.warc.gz", "crawl.warc.zst"} {
		path := filepath.Join(t.TempDir(), name)
		var ends []int64
		for i := range 3 {
			w, err := warc.Append(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Metadata("http://a.test/", warc.Fields{{Name: "n", Value: strings.Repeat("x", i)}}); err != nil {
				t.Fatal(err)
			}
			if err := w.Sync(); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if err := w.Metadata("http://a.test/", nil); !errors.Is(err, os.ErrClosed) {
				t.Errorf("closed: %v", err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			ends = append(ends, info.Size())
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// Cut within what the third run wrote.
		for n := ends[1]; n < ends[2]; n += 5 {
			if err := os.WriteFile(path, data[:n], 0o644); err != nil {
				t.Fatal(err)
			}
			w, err := warc.Append(path, nil)
			if err != nil {
				t.Fatalf("%d of %d bytes: %v", n, ends[2], err)
			}
			w.Close()
			again, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if string(again[:ends[1]]) != string(data[:ends[1]]) {
				t.Fatal("whole records were changed")
			}
			// One warcinfo record is new; one more may be of the third run.
			if strings.HasSuffix(name, ".zst") {
				again = readFrames(t, again, nil)
			}
			if k := kinds(readStandard(t, again, strings.HasSuffix(name, ".gz"))); k["metadata"] != 2 || k["warcinfo"] < 3 || k["warcinfo"] > 4 {
				t.Fatalf("%d of %d bytes: %v", n, ends[2], k)
			}
		}
		noise := append([]byte("noise\n"), data...)
		if err := os.WriteFile(path, noise, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := warc.Append(path, nil); err == nil || !strings.Contains(err.Error(), "cannot be appended to") {
			t.Errorf("noise: %v", err)
		}
		if kept, _ := os.ReadFile(path); string(kept) != string(noise) {
			t.Error("a file that is no WARC was changed")
		}
	}
}

// What is no WARC, or would lose whole records, is left as it is.
func TestAppendRefuses(t *testing.T) {
	one := text("response", "http://a.test/1", ok+strings.Repeat("one ", 50))
	two := text("response", "http://a.test/2", ok+strings.Repeat("two ", 50))
	together := zip(one + two + two)
	for name, c := range map[string]struct{ file, want string }{
		"notes without a line end":    {"notes of mine", `expected a record, which begins with WARC/1., found "notes o"`},
		"the first letters":           {"WAR", `found "WAR"`},
		"zeros":                       {strings.Repeat("\x00", 5000), `found "\x00`},
		"empty lines":                 {"\r\n\r\n", `found ""`},
		"gzip of notes":               {zip("notes of mine"), `found "notes o"`},
		"gzip of nothing":             {zip(""), `found ""`},
		"gzip of notes, torn":         {zip(strings.Repeat("notes of mine ", 100))[:40], `found "notes o`},
		"gzip, torn in its header":    {zip(one)[:5], `found ""`},
		"notes after a record":        {one + "notes of mine", `found "notes o"`},
		"gzipped notes after records": {zip(one, two) + zip("notes of mine")[:30], `found "notes o`},
		"one member for all, torn":    {together[:len(together)-1], "several records"},
		"the same after others":       {zip(one) + together[:len(together)-9], "several records"},
	} {
		path := filepath.Join(files(t, map[string]string{"x": c.file}), "x")
		_, err := warc.Append(path, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "cannot be appended to") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if kept, _ := os.ReadFile(path); string(kept) != c.file {
			t.Errorf("%s: %d bytes, want the %d there were", name, len(kept), len(c.file))
		}
	}
	for n := range len(together) - 1 {
		path := filepath.Join(files(t, map[string]string{"x.gz": together[:n+1]}), "x.gz")
		w, err := warc.Append(path, nil)
		if err != nil {
			continue
		}
		w.Close()
		r := warc.NewReader(strings.NewReader(together[:n+1]))
		if _, err := r.Next(); err == nil {
			_, err = r.Next() // reads over the first
			if err == nil {
				t.Errorf("%d of %d bytes: the first record was whole and is lost", n+1, len(together))
			}
		}
	}
	// What a record begins with is cut, however little there is of it.
	for name, whole := range map[string]string{"x.warc": one, "x.warc.gz": zip(one)} {
		for n := range len(whole) {
			path := filepath.Join(files(t, map[string]string{name: whole + whole[:n]}), name)
			w, err := warc.Append(path, nil)
			if err != nil {
				t.Fatalf("%s, %d bytes of a record: %v", name, n, err)
			}
			w.Close()
			again, _ := os.ReadFile(path)
			if got, err := all(warc.NewReader(strings.NewReader(string(again)))); len(got) != 2 || err != nil {
				t.Fatalf("%s, %d bytes of a record: %d records, want the whole one and the new warcinfo; %v", name, n, len(got), err)
			}
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	var file strings.Builder
	w := warc.NewWriter(&file)
	if err := w.Metadata("http://a.test/", warc.Fields{{Name: "two words", Value: "x"}}); err == nil {
		t.Error("a name with a space was written")
	}
	if err := w.Metadata("http://a.test/"+strings.Repeat("x", 300_000), nil); !errors.Is(err, warc.ErrTooLong) {
		t.Errorf("a long header: %v", err)
	}
	resource := warc.Fields{{Name: "WARC-Type", Value: "resource"}, {Name: "WARC-Target-URI", Value: "http://a.test/"}}
	if err := w.Write(resource, strings.NewReader("x"), -1); err == nil { // as net/http says that a length is not known
		t.Error("a block of an unknown length was written")
	}
	if file.Len() > 0 {
		t.Errorf("%d bytes written", file.Len())
	}
	if err := w.Metadata("http://a.test/\r\nWARC-Type: response", warc.Fields{{Name: "a", Value: "b\r\nc: d"}}); err != nil {
		t.Fatal(err)
	}
	r := warc.NewReader(strings.NewReader(file.String()))
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	block, err := io.ReadAll(rec)
	if diff := cmp.Diff("a: b c: d\r\n", string(block)); diff != "" || err != nil || rec.Type() != "metadata" {
		t.Errorf("%s %s %v", rec.Type(), diff, err)
	}
	// A block that is shorter than was said ends the file.
	if err := w.Write(resource, strings.NewReader("x"), 2); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a short block: %v", err)
	}
	if err := w.Metadata("http://a.test/", nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("afterwards: %v", err)
	}
}

// A web is asked by many at once.
func TestWebConcurrent(t *testing.T) {
	web, err := warc.Open(files(t, map[string]string{"x.warc.gz": zip(text("response", "http://a.test/1", ok+"1"), text("response", "http://a.test/2", ok+"2"))}))
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for range 50 {
				if get(t, web, "http://a.test/1") != "200 1" || get(t, web, "http://a.test/2") != "200 2" {
					t.Error("answers are mixed up")
				}
			}
		})
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(text("response", "http://a.test/1", ok+"1") + text("revisit", "http://a.test/2", ok, "WARC-Refers-To: <urn:x:response:http://a.test/1>")))
	f.Add([]byte(zip(text("response", "http://a.test/1", ok+"1")+text("response", "http://a.test/2", ok+"2"), text("metadata", "http://a.test/3", "fetch-error: x\r\n"))))
	f.Add([]byte(frames(f, "", text("response", "http://a.test/1", ok+"1"), text("response", "http://a.test/2", ok+"2"))))
	f.Add([]byte(string(dictionaryFrame(dictionary(f))) + frames(f, dictionary(f), text("response", "http://a.test/1", ok+"1"))))
	path := filepath.Join(f.TempDir(), "x.warc")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		web, err := warc.Open(path)
		if web == nil {
			if err == nil {
				t.Fatal("neither a web nor an error")
			}
			return
		}
		for _, url := range web.URLs()[:min(web.Len(), 20)] {
			u, err := weburl.Parse(url) // as a crawler does; http.NewRequest takes fewer hosts
			if err != nil {
				t.Fatal(err)
			}
			resp, err := web.RoundTrip((&http.Request{Method: http.MethodGet, URL: u.NetURL(), Host: u.Host()}).WithContext(t.Context()))
			if err != nil {
				continue
			}
			if resp.StatusCode < 0 || resp.StatusCode > 999 {
				t.Errorf("status %d", resp.StatusCode)
			}
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
			resp.Body.Close()
		}
	})
}

func TestWebInfo(t *testing.T) {
	r, path := record(t, "crawl.warc.gz", nil)
	finish(t, r, path)
	w, err := warc.Append(path, warc.Fields{{Name: "software", Value: "another"}})
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	web, err := warc.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := web.Info().Get("Software"); got != "test" || web.Info().Get("format") != "WARC File Format 1.1" {
		t.Errorf("%v", web.Info())
	}
}
