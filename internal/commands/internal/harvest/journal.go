package harvest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/program"
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
	Task     string              `json:"task,omitempty"` // the first line: what the harvest is of
	List     string              `json:"list,omitempty"` // URL of a page of the list
	Own      string              `json:"own,omitempty"`  // the address of an own page, as its record names it
	URL      string              `json:"url,omitempty"`  // where that was found, if it was redirected
	Records  []records.Record    `json:"records,omitempty"`
	Result   string              `json:"result,omitempty"` // of an own page
	Region   bartree.Region      `json:"region,omitzero"`
	Links    map[string][]string `json:"links,omitempty"` // of an own page, by keywords
	Deferred string              `json:"deferred,omitempty"`
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
	if err := j.goOn(task); err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

func (j *Journal) goOn(task string) error {
	lines, torn, err := program.ReadWhole[Line](j.file)
	if j.Fresh = err == nil && len(lines) == 0; !j.Fresh {
		switch {
		case len(lines) == 0 || lines[0].Task == "":
			return fmt.Errorf("%s: not a journal", j.file.Name())
		case err != nil:
			return err
		case lines[0].Task != task:
			return fmt.Errorf("%s is of another harvest: name another -out, or remove it to give that up", j.file.Name())
		}
	}
	if err := program.Cut(j.file, torn); err != nil || !j.Fresh {
		return err
	}
	return j.Put(Line{Task: task})
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
	lines, _, err := program.ReadWhole[Line](j.file)
	if err != nil {
		return nil, err
	}
	return lines[1:], nil
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
