package program

import "os"

// CanWrite reports why a file could not be written, so that a program does not find out
// at its end. A file that is there stays as it is, and none is left behind.
func CanWrite(path string) error {
	_, missing := os.Lstat(path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if missing != nil {
		defer os.Remove(path)
	}
	return f.Close()
}

// Create makes a file, or empties one, that nobody but its owner can read: what a crawl
// has found names URLs whole.
func Create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
}
