package chrome

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A browser that does not start is tried again later, but told of once.
func TestNoBrowserIsToldOnce(t *testing.T) {
	var log bytes.Buffer
	r := &Renderer{Path: "/nowhere/chromium", Logger: slog.New(slog.NewTextHandler(&log, nil))}
	defer r.Close()
	for range 3 {
		if err := r.Start(t.Context()); err == nil {
			t.Fatal("started")
		}
		r.state.until = time.Time{} // it is later
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "level=WARN") || !strings.Contains(text, "install one") {
		t.Errorf("log %q, want one warning", text)
	}
}

func TestFind(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs have other names there")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if _, err := find(""); err != ErrNoBrowser {
		t.Errorf("of an empty directory: %v, want ErrNoBrowser", err)
	}
	// From the last to the first: each goes before those that are there already.
	for _, name := range []string{"headless_shell", "headless-shell", "google-chrome-stable", "google-chrome", "chromium-browser", "chromium"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		if got, err := find(""); got != path || err != nil {
			t.Errorf("%q and %v, want %q", got, err, path)
		}
	}
}
