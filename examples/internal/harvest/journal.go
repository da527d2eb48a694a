package harvest

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
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Journal is the file of a harvest that is under way: a line a page, on disk before
// the page is acknowledged. A page that was in flight when the program was killed has
// two lines, of which the last one counts.
type Journal struct {
	dir   string
	file  *os.File // nil once it is closed
	Fresh bool     // begun now
}

// Line is one line of the journal.
type Line struct {
	Task     string           `json:"task,omitempty"` // the first line: what the harvest is of
	List     string           `json:"list,omitempty"` // URL of a page of the list
	Own      string           `json:"own,omitempty"`  // the address of an own page, as its record names it
	URL      string           `json:"url,omitempty"`  // where that was found, if it was redirected
	Records  []records.Record `json:"records,omitempty"`
	Result   string           `json:"result,omitempty"` // of an own page
	Region   bartree.Region   `json:"region,omitzero"`
	Deferred string           `json:"deferred,omitempty"`
}

func journalPath(dir string) string { return filepath.Join(dir, "harvest.journal") }

// FrontierPath is the file of the frontier.
func FrontierPath(dir string) string { return filepath.Join(dir, "frontier.bolt") }

// OpenJournal goes on with a journal, whose torn last line is cut, or begins one.
func OpenJournal(dir, task string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	path := journalPath(dir)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := os.Remove(FrontierPath(dir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	j := &Journal{dir: dir, file: f}
	whole, first, err := j.whole()
	switch {
	case err != nil:
	case first == "":
		j.Fresh = true
		if err = f.Truncate(0); err == nil {
			_, err = f.Seek(0, io.SeekStart)
		}
		if err == nil {
			err = j.Put(Line{Task: task})
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
func (j *Journal) whole() (size int64, task string, err error) {
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
			var l Line
			if err := json.Unmarshal(b, &l); err != nil || l.Task == "" {
				return 0, "", fmt.Errorf("%s: not a journal", j.file.Name())
			}
			task = l.Task
		}
	}
}

// Put writes a line and waits until it is on disk.
func (j *Journal) Put(l Line) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(b, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// Lines returns the journal's lines but the first.
func (j *Journal) Lines() ([]Line, error) {
	b, err := os.ReadFile(j.file.Name())
	if err != nil {
		return nil, err
	}
	var out []Line
	for n, text := range bytes.SplitAfter(b, []byte("\n")) {
		if n == 0 || len(text) == 0 {
			continue
		}
		var l Line
		if err := json.Unmarshal(text, &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", j.file.Name(), n+1, err)
		}
		out = append(out, l)
	}
	return out, nil
}

// Close leaves the journal for the next run to go on with.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	f := j.file
	j.file = nil
	return f.Close()
}

// Remove ends a journal: the next harvest starts again.
func (j *Journal) Remove() error {
	err := errors.Join(j.Close(), os.Remove(journalPath(j.dir)))
	if removed := os.Remove(FrontierPath(j.dir)); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// Progress is what the screen says of a page.
func (l Line) Progress(p *crawl.Page) string {
	url := weburl.Redact(p.URL)
	switch {
	case p.Redirect != "":
		return fmt.Sprintf("moved     %s to %s", url, weburl.Redact(p.Redirect))
	case l.Deferred != "":
		return fmt.Sprintf("deferred  %s: %s", url, weburl.RedactText(l.Deferred))
	case l.Own != "":
		return fmt.Sprintf("own page  %s", url)
	}
	return fmt.Sprintf("list      %s: %d records", url, len(l.Records))
}
