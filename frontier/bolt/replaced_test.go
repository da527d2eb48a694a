package bolt_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// What is written to a file that no path leads to any more is gone with the process.
func TestReplacedWhileOpen(t *testing.T) {
	for name, replace := range map[string]func(path string) error{
		"removed": os.Remove,
		"renamed": func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error {
			contents, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path+".new", contents, 0o600), os.Rename(path+".new", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, first := range []string{"Push", "Close"} {
				path := tempFile(t)
				f, err := bolt.Open(path, bolt.Options{})
				if err != nil {
					t.Fatal(err)
				}
				testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
				if err := replace(path); err != nil {
					t.Fatal(err)
				}
				if first == "Push" {
					err = f.Push(t.Context(), frontier.Entry{URL: "http://a.test/2"})
					f.Close()
				} else {
					err = f.Close()
				}
				if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "removed or replaced") {
					t.Errorf("%s = %v, want an error that names the file and says what happened", first, err)
				}
			}
		})
	}
}

// A relative path means the same file in another working directory.
func TestWorkingDirectoryChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := bolt.Open("frontier", bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
	closeNow(t, f)
}

// A file that was damaged while it was open belongs to nobody after Close.
func TestDamagedFileIsUnlocked(t *testing.T) {
	contents := busyFile(t)
	path := tempFile(t)
	if err := os.WriteFile(path, contents, 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, path, damageOptions)
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Write(bytes.Repeat([]byte{0x5a}, len(contents)))
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if err := promptly(t, "Push", func() error { return f.Push(t.Context(), frontier.Entry{URL: "http://a.test/new"}) }); err == nil {
		t.Error("Push = nil")
	}
	promptly(t, "Close", f.Close)
	err = promptly(t, "Open", func() error {
		f, err := bolt.Open(path, damageOptions)
		if err == nil {
			f.Close()
		}
		return err
	})
	if err == nil || strings.Contains(err.Error(), "is locked") {
		t.Errorf("opened again: %v, want an error about what is in the file", err)
	}
}
