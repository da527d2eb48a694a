package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// A journal is the file of a harvest that is under way: a line a page, on disk before
// the page is acknowledged. A page that was in flight when the program was killed has
// two lines, of which the last one counts.
type journal struct {
	file  *os.File
	fresh bool // begun now
}

// line is one line of the journal.
type line struct {
	Task     string           `json:"task,omitempty"` // the first line: what the harvest is of
	List     string           `json:"list,omitempty"` // URL of a page of the list
	Own      string           `json:"own,omitempty"`  // the address of an own page, as its record names it
	URL      string           `json:"url,omitempty"`  // where that was found, if it was redirected
	Records  []records.Record `json:"records,omitempty"`
	Result   string           `json:"result,omitempty"` // of an own page
	Region   bartree.Region   `json:"region,omitzero"`
	Deferred string           `json:"deferred,omitempty"`
}

func journalPath(dir string) string  { return filepath.Join(dir, "harvest.journal") }
func frontierPath(dir string) string { return filepath.Join(dir, "frontier.bolt") }

// openJournal goes on with a journal, whose torn last line is cut, or begins one.
func openJournal(dir, task string) (*journal, error) {
	path := journalPath(dir)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := os.Remove(frontierPath(dir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	j := &journal{file: f}
	whole, first, err := j.whole()
	switch {
	case err != nil:
	case first == "":
		j.fresh = true
		if err = f.Truncate(0); err == nil {
			_, err = f.Seek(0, io.SeekStart)
		}
		if err == nil {
			err = j.put(line{Task: task})
		}
	case first != task:
		err = fmt.Errorf("%s is of another harvest: name another -out, or remove it to give that up", path)
	default:
		if err = f.Truncate(whole); err == nil {
			_, err = f.Seek(whole, io.SeekStart)
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

// whole returns how long the part of whole lines is, and the task in the first.
func (j *journal) whole() (size int64, task string, err error) {
	r := bufio.NewReader(j.file)
	for n := 0; ; n++ {
		b, err := r.ReadBytes('\n')
		if err == io.EOF {
			return size, task, nil
		}
		if err != nil {
			return 0, "", err
		}
		size += int64(len(b))
		if n == 0 {
			var l line
			if err := json.Unmarshal(b, &l); err != nil || l.Task == "" {
				return 0, "", fmt.Errorf("%s: not a journal", j.file.Name())
			}
			task = l.Task
		}
	}
}

// put writes a line and waits until it is on disk.
func (j *journal) put(l line) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(b, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// lines returns the journal's lines but the first.
func (j *journal) lines() ([]line, error) {
	b, err := os.ReadFile(j.file.Name())
	if err != nil {
		return nil, err
	}
	var out []line
	for n, text := range bytes.SplitAfter(b, []byte("\n")) {
		if n == 0 || len(text) == 0 {
			continue
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", j.file.Name(), n+1, err)
		}
		out = append(out, l)
	}
	return out, nil
}

// remove ends a journal: the next harvest starts again.
func (j *journal) remove(dir string) error {
	err := errors.Join(j.file.Close(), os.Remove(journalPath(dir)))
	if removed := os.Remove(frontierPath(dir)); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}
