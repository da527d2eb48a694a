package chrome

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
)

// ErrNoBrowser is what [Renderer.Start] returns where there is no browser.
var ErrNoBrowser = errors.New("no Chrome or Chromium found: install one (package chromium or google-chrome-stable) or set Path")

// find returns the path of the browser's program.
func find(path string) (string, error) {
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrNoBrowser, err)
		}
		return filepath.Abs(found) // the browser has another working directory
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell", "headless_shell"} {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", ErrNoBrowser
}
