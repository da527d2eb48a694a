package warc_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

const lockPath = "LOKMAN_WARC_LOCK_PATH" // set in a child that holds a file

func TestMain(m *testing.M) {
	if path := os.Getenv(lockPath); path != "" {
		w, err := warc.Append(path, nil)
		fmt.Println("held", err)
		if err == nil {
			_, _ = io.Copy(io.Discard, os.Stdin)
			w.Close()
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Two writers of one file would destroy it.
func TestOneWriter(t *testing.T) {
	open := map[string]func(path string) (*warc.Writer, error){
		"Create": func(path string) (*warc.Writer, error) { return warc.Create(path, nil) },
		"Append": func(path string) (*warc.Writer, error) { return warc.Append(path, nil) },
	}
	refused := func(t *testing.T, path string) {
		t.Helper()
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, open := range open {
			if _, err := open(path); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "locked") {
				t.Errorf("%s of a file that another writer has: %v", name, err)
			}
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Error("the file was changed")
		}
	}
	for name, first := range open {
		for _, file := range []string{"x.warc", "x.warc.gz"} {
			t.Run(name+" "+file, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), file)
				w, err := first(path)
				if err != nil {
					t.Fatal(err)
				}
				refused(t, path)
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				w, err = warc.Append(path, nil)
				if err != nil {
					t.Fatalf("after Close: %v", err)
				}
				w.Close()
			})
		}
	}
	t.Run("another process", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "x.warc.gz")
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), lockPath+"="+path)
		in, err := child.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		if line, _ := bufio.NewReader(out).ReadString('\n'); line != "held <nil>\n" {
			t.Fatalf("the child says %q", line)
		}
		refused(t, path)
		child.Process.Kill()
		child.Wait()
		w, err := warc.Append(path, nil)
		if err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		w.Close()
	})
}

// numberedSite answers each path with a body of its own, which does not compress well.
func numberedSite(t *testing.T) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s", r.URL.Path, strings.Repeat(r.URL.Path, 50))
	}))
	t.Cleanup(s.Close)
	return s
}

// A crawl is written to files of about one size, and read back by one name.
func TestSize(t *testing.T) {
	for _, name := range []string{"crawl.warc", "crawl.warc.gz", "crawl.warc.zst"} {
		t.Run(name, func(t *testing.T) {
			s := numberedSite(t)
			path := filepath.Join(t.TempDir(), name)
			const most = 4000
			o := warc.Options{Size: most, Info: warc.Fields{{Name: "software", Value: "test"}}}
			if strings.HasSuffix(name, ".zst") {
				o.Dictionary = []byte(dictionary(t))
			}
			open := o.Create
			for run := range 3 { // the second and third go on
				w, err := open(path)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := o.Append(path); err == nil {
					t.Error("two writers have one set of files")
				}
				r := &warc.Recorder{Transport: s.Client().Transport, Writer: w}
				for n := range 12 {
					get(t, r, fmt.Sprintf("%s/%d/%d", s.URL, run, n))
				}
				get(t, r, s.URL+"/0/0") // in the first file already
				if err := w.Sync(); err != nil {
					t.Fatal(err)
				}
				if err := r.Err(); err != nil {
					t.Fatal(err)
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				open = o.Append
				names, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
				if err != nil {
					t.Fatal(err)
				}
				// A kill tears the request beside the last answer.
				if last := names[len(names)-1]; run < 2 {
					if err := os.Truncate(last, size(t, last)-10); err != nil {
						t.Fatal(err)
					}
				}
			}

			entries, err := os.ReadDir(filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			if len(entries) < 3 {
				t.Errorf("%d files", len(entries))
			}
			answers := 0
			for i, e := range entries {
				want := strings.Replace(name, ".warc", fmt.Sprintf("-%05d.warc", i), 1)
				data, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
				if err != nil || e.Name() != want {
					t.Fatalf("%s, want %s; %v", e.Name(), want, err)
				}
				if i < len(entries)-1 && (len(data) < most || len(data) > 3*most) {
					t.Errorf("%s has %d bytes", e.Name(), len(data))
				}
				all := data
				if strings.HasSuffix(name, ".zst") {
					all = readFrames(t, data, o.Dictionary)
				}
				records := readAlone(t, all, strings.HasSuffix(name, ".gz"))
				if first := records[0]; first.kind != "warcinfo" || first.field("WARC-Filename") != e.Name() || !strings.Contains(string(first.block), "software: test") {
					t.Errorf("%s begins with %v", e.Name(), first)
				}
				for _, r := range records {
					if beside := r.field("WARC-Concurrent-To"); beside != "" && !slices.ContainsFunc(records, func(o entry) bool { return o.field("WARC-Record-ID") == beside }) {
						t.Errorf("%s: a %s record is without the record beside it", e.Name(), r.kind)
					}
					if r.kind == "response" {
						answers++
					}
				}
			}
			if answers != 36 {
				t.Errorf("%d answers, want 36, and revisits", answers)
			}
			web, err := warc.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			for run := range 3 {
				for n := range 12 {
					url := fmt.Sprintf("%s/%d/%d", s.URL, run, n)
					if got, want := get(t, web, url), get(t, s.Client().Transport, url); got != want {
						t.Errorf("%s: %q, want %q", url, got, want)
					}
				}
			}
			if _, err := o.Create(path); err == nil || !strings.Contains(err.Error(), "there already") {
				t.Errorf("Create over a set of files: %v", err)
			}
		})
	}
}

// What is named like a file of the set, or is in the way, is left as it is.
func TestSizeInTheWay(t *testing.T) {
	dir := files(t, map[string]string{"x-00001.warc": "not ours", "x-1.warc": "", "x-00000.warc.bak": "", "y-00000.warc": ""})
	path := filepath.Join(dir, "x.warc")
	o := warc.Options{Size: 1}
	if _, err := o.Append(path); err == nil {
		t.Error("appended to noise")
	}
	if err := os.Rename(filepath.Join(dir, "x-00001.warc"), filepath.Join(dir, "aside")); err != nil {
		t.Fatal(err)
	}
	w, err := o.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "aside"), filepath.Join(dir, "x-00001.warc")); err != nil {
		t.Fatal(err)
	}
	if err := w.Metadata("http://a.test/", nil); err == nil || !strings.Contains(err.Error(), "x-00001.warc is there already") {
		t.Errorf("%v", err)
	}
	if err := w.Close(); err == nil {
		t.Error("Close does not say that a record was not written")
	}
	if kept, _ := os.ReadFile(filepath.Join(dir, "x-00001.warc")); string(kept) != "not ours" {
		t.Errorf("%q", kept)
	}
}
