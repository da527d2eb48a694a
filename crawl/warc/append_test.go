package warc_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// What a killed crawl has recorded whole is not recorded again by the one that goes
// on with its file.
func TestAppendKnowsWhatIsRecorded(t *testing.T) {
	for _, name := range []string{"crawl.warc", "crawl.warc.gz", "crawl.warc.zst"} {
		t.Run(name, func(t *testing.T) {
			s := site(t)
			r, path := record(t, name, s.Client().Transport)
			get(t, r, s.URL+"/page")
			get(t, r, s.URL+"/empty")
			get(t, r, s.URL+"/unmodified")
			whole := size(t, path)
			get(t, r, s.URL+"/chunks")
			finish(t, r, path)
			if err := os.Truncate(path, whole+20); err != nil { // within the answer of /chunks
				t.Fatal(err)
			}

			w, err := warc.Append(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r = &warc.Recorder{Transport: s.Client().Transport, Writer: w}
			get(t, r, s.URL+"/copy") // the same body under another name
			get(t, r, s.URL+"/empty")
			get(t, r, s.URL+"/chunks")
			req, err := http.NewRequest(http.MethodGet, s.URL+"/unmodified", nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("If-None-Match", `"x"`)
			resp, err := r.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			entries := finish(t, r, path)

			for path, want := range map[string]string{"/page": "response", "/empty": "response response", "/copy": "revisit", "/chunks": "response", "/unmodified": "response revisit"} {
				var got []string
				for _, e := range entries {
					if strings.HasSuffix(e.field("WARC-Target-URI"), path) && (e.kind == "response" || e.kind == "revisit") {
						got = append(got, e.kind)
					}
				}
				if strings.Join(got, " ") != want {
					t.Errorf("%s has the records %q, want %s", path, got, want)
				}
			}
			for from, to := range map[string]string{"/copy": "/page", "/unmodified": "/unmodified"} {
				original, revisit := find(entries, "response", to)[0], find(entries, "revisit", from)
				if len(revisit) != 1 {
					continue
				}
				for field, want := range map[string]string{
					"WARC-Refers-To": original.field("WARC-Record-ID"), "WARC-Refers-To-Target-URI": s.URL + to,
					"WARC-Refers-To-Date": original.field("WARC-Date"), "WARC-Payload-Digest": original.field("WARC-Payload-Digest"),
				} {
					if got := revisit[0].field(field); got != want {
						t.Errorf("the revisit of %s has the %s %q, want %q", from, field, got, want)
					}
				}
			}
			web, err := warc.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := get(t, web, s.URL+"/copy"), get(t, s.Client().Transport, s.URL+"/copy"); got != want {
				t.Errorf("the web answers %q, want %q", got, want)
			}
		})
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// A machine that lost its power may leave zeros where the last records were to be.
func TestAppendAfterPowerLoss(t *testing.T) {
	for _, name := range []string{"crawl.warc", "crawl.warc.gz", "crawl.warc.zst"} {
		whole, next := one, text("response", "http://a.test/next", ok+strings.Repeat("some text, ", 500))
		if strings.HasSuffix(name, ".gz") {
			whole, next = zip(one), zip(next)
		} else if strings.HasSuffix(name, ".zst") {
			whole, next = frames(t, "", one), frames(t, "", next)
		}
		for _, zeros := range []int{16, 5000, 600_000} {
			for _, kept := range []int{0, 1, 9, 30, len(next) / 2, len(next) - 9} {
				file := whole + next[:kept] + strings.Repeat("\x00", zeros)
				path := filepath.Join(files(t, map[string]string{name: file}), name)
				w, err := warc.Append(path, nil)
				if err != nil {
					t.Errorf("%s, %d bytes of a record and %d zeros: %v", name, kept, zeros, err)
					continue
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				again, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := all(warc.NewReader(strings.NewReader(string(again)))); len(got) != 2 || err != nil {
					t.Errorf("%s, %d bytes of a record and %d zeros: %d records, want the whole one and the new warcinfo; %v", name, kept, zeros, len(got), err)
				}
			}
		}
		// Damage before other records is none of this, nor is damage without zeros.
		for _, file := range []string{
			whole + next[:len(next)/2] + strings.Repeat("\x00", 5000) + whole + strings.Repeat("\x00", 5000),
			whole + next[:len(next)/2] + strings.Repeat("\x01", 600_000),
			strings.Repeat("\x00", 5000),
		} {
			path := filepath.Join(files(t, map[string]string{name: file}), name)
			if _, err := warc.Append(path, nil); err == nil {
				t.Errorf("%s: damage was cut off", name)
			}
			if again, _ := os.ReadFile(path); string(again) != file {
				t.Errorf("%s: a file that was refused was changed", name)
			}
		}
	}
}

// Whatever a file holds, it is left as it is or gone on with, and then is whole.
func FuzzAppend(f *testing.F) {
	f.Add([]byte(one+two+three[:20]), uint8(0))
	f.Add([]byte(zip(one, two)+zip(three)[:30]), uint8(1))
	f.Add([]byte(frames(f, "", one, two)+frames(f, "", three)[:30]+strings.Repeat("\x00", 40)), uint8(2))
	f.Add([]byte(dictionaryFrame(dictionary(f))+frames(f, dictionary(f), one)), uint8(2))
	f.Add([]byte(dictionaryFrame(dictionary(f))[:90]), uint8(2))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		path := filepath.Join(dir, []string{"x.warc", "x.warc.gz", "x.warc.zst"}[kind%3])
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		w, err := warc.Append(path, nil)
		if err == nil {
			err = w.Metadata("http://a.test/", nil)
			w.Close()
			if err != nil {
				t.Fatal(err)
			}
		}
		after, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if w == nil {
			if string(after) != string(data) {
				t.Errorf("refused (%v), and changed", err)
			}
			return
		}
		got, err := all(warc.NewReader(bytes.NewReader(after)))
		if err != nil || len(got) < 2 {
			t.Errorf("%d records, %v", len(got), err)
		}
	})
}
