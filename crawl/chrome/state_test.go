package chrome

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A browser that does not start is tried again later, but logged once.
func TestNoBrowserIsLoggedOnce(t *testing.T) {
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

// A browser that hangs at its start is given up after a while, for all pages,
// even if each page is given up before.
func TestHangsAtStart(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	program := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho no display >&2\nexec sleep 1000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	r := &Renderer{Path: program, NoSandbox: true, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	defer r.Close()
	s := r.init()
	s.startTime = 2 * time.Second
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 3 {
		if _, err := s.browser(over, r); !errors.Is(err, context.Canceled) {
			t.Errorf("a page that is given up before: %v, want the context's error", err)
		}
	}
	for range 2 {
		_, err := s.browser(t.Context(), r)
		if err == nil {
			t.Fatal("started")
		}
		for _, want := range []string{"no answer within 2s", "--headless --dump-dom about:blank", "set Path", "no display"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %q, want %q", err, want)
			}
		}
	}
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Errorf("log %q, want one warning", log.String())
	}
}

// Close ends a start that hangs, and who waits for it.
func TestCloseWhileStarting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	program := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexec sleep 1000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := &Renderer{Path: program, NoSandbox: true}
	r.init().startTime = time.Hour
	started := make(chan error)
	go func() { started <- r.Start(context.Background()) }()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.state.browser(over, r); !errors.Is(err, context.Canceled) {
		t.Errorf("a page that is given up: %v, want the context's error", err)
	}
	r.Close()
	if err := <-started; !errors.Is(err, errClosed) {
		t.Errorf("Start: %v, want errClosed", err)
	}
}
