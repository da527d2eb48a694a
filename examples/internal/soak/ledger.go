//go:build linux

package soak

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// ledger is where a process writes what becomes of pages: a line when a page
// is delivered, before it is acknowledged to the frontier, and one when that
// has been done. Times are Unix microseconds: when it was asked for last, and
// now.
//
//	delivered 1790000000000000 1790000000000042 fetched http://h1.test/p/1
//	acknowledged 1790000000000050 http://h1.test/p/1
//
// Each line is written by one call: what the operating system has been given
// outlives the process.
type ledger struct{ file *os.File }

func createLedger(path string) (*ledger, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &ledger{f}, nil
}

func (l *ledger) delivered(url string, asked time.Time, result string) error {
	return l.write(fmt.Appendf(nil, "delivered %d %d %s %s\n", asked.UnixMicro(), time.Now().UnixMicro(), strings.ReplaceAll(result, " ", "-"), url))
}

func (l *ledger) acknowledged(url string) error {
	return l.write(fmt.Appendf(nil, "acknowledged %d %s\n", time.Now().UnixMicro(), url))
}

func (l *ledger) write(line []byte) error {
	_, err := l.file.Write(line)
	return err
}

func (l *ledger) close() error { return l.file.Close() }

// reader reads a ledger that is still written.
type reader struct {
	path   string
	offset int64
}

// next hands the whole lines that are new to a function. What was cut off by a
// kill is no line.
func (r *reader) next(line func(fields []string) error) error {
	f, err := os.Open(r.path)
	if os.IsNotExist(err) {
		return nil // the process has not come so far
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(r.offset, io.SeekStart); err != nil {
		return err
	}
	var rest []byte
	chunk := make([]byte, 1<<20)
	for {
		n, err := f.Read(chunk)
		rest = append(rest, chunk[:n]...)
		for {
			text, after, found := bytes.Cut(rest, []byte("\n"))
			if !found {
				break
			}
			if err := line(strings.Fields(string(text))); err != nil {
				return fmt.Errorf("%s: at byte %d: %w", r.path, r.offset, err)
			}
			r.offset += int64(len(text)) + 1
			rest = after
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func micros(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }
