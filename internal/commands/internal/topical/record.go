package topical

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// A Record is one page as -jsonl writes it.
type Record struct {
	N      int     `json:"n"`
	URL    string  `json:"url"`
	Parent string  `json:"parent"`
	Depth  int     `json:"depth"`
	Status int     `json:"status"`
	Value  float64 `json:"value"`
	Score  float64 `json:"score"`
	Bytes  int     `json:"bytes"`
	Why    string  `json:"why"`
	Taken  string  `json:"taken,omitempty"` // what its link was worth and why

	// Relevant is left out of a page that nobody judged or that was not fetched.
	Relevant *bool `json:"relevant,omitempty"`
}

// failure begins the reason of a page that could not be fetched.
const failure = "failed: "

func newRecord(n int, p *crawl.Page) Record {
	r := Record{
		N: n, URL: p.URL, Parent: p.Parent, Depth: p.Depth, Status: p.Status,
		Value: p.Value, Score: p.Score, Bytes: len(p.Body), Why: p.Explanation.String(), Taken: p.LinkExplanation.String(),
	}
	switch {
	case p.Err != nil:
		r.Why = failure + advised(cause(p.Err)).Error()
	case p.Redirect != "":
		r.Why = "redirects to " + p.Redirect
	case r.Why == "":
		r.Why = "in the order of discovery"
	}
	return r
}

// cause is why a page failed, without the URL, which stands beside it.
func cause(err error) error {
	var e *crawl.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// advised says to an error about a host that may not be asked how this program allows
// it.
func advised(err error) error {
	var refused *dial.RefusedError
	if errors.As(err, &refused) {
		site := refused.Host
		if refused.Port != 0 {
			site = net.JoinHostPort(site, strconv.Itoa(int(refused.Port)))
		}
		return fmt.Errorf("%w: here by -open %s", err, site)
	}
	return err
}

// judge notes whether a page that counts as one is relevant, if there is a judge.
func (r *Record) judge(j experiment.Judge) {
	if j != nil && r.Fetched() {
		relevant := j.Relevant(r.URL)
		r.Relevant = &relevant
	}
}

// failed reports whether the page could not be fetched.
func (r Record) failed() bool { return strings.HasPrefix(r.Why, failure) }

// Fetched reports whether the page counts as one.
func (r Record) Fetched() bool { return r.Status/100 == 2 && !r.failed() }

// recordFile is the file of -jsonl. A new one is created with the first page
// that was fetched, so that a crawl that gets nowhere leaves nothing behind; of
// one that can be resumed with the first URL. A line that is written is in the
// operating system's hands when write returns.
type recordFile struct {
	path    string // "" for no file
	durable bool   // the crawl can be resumed: a URL that is done has its line
	pending []byte // lines before the first page
	file    *os.File
}

// check reports why the file could not be written, before a page is fetched.
func (f *recordFile) check() error {
	if f.path == "" {
		return nil
	}
	if err := program.CanWrite(f.path); err != nil {
		return fmt.Errorf("-jsonl: %w", err)
	}
	return nil
}

// resume opens the file to go on with it and returns what it holds. The torn
// last line of a crawl that was killed is cut off. A file that holds anything
// else stays as it is.
func (f *recordFile) resume() ([]Record, error) {
	if f.path == "" {
		return nil, nil
	}
	file, err := os.OpenFile(f.path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.file = file
	records, torn, err := program.ReadWhole[Record](file)
	if err != nil {
		return nil, err
	}
	if n := min(len(torn), len(firstField)); string(torn[:n]) != firstField[:n] {
		return nil, fmt.Errorf("%s:%d: not a page of a crawl: expected %s", f.path, len(records)+1, firstField)
	}
	return records, program.Cut(file, torn)
}

// firstField is what each line begins with.
const firstField = `{"n":`

func (f *recordFile) write(r Record) error {
	if f.path == "" {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f.pending = append(append(f.pending, line...), '\n')
	if f.file == nil {
		if !r.Fetched() && !f.durable {
			return nil
		}
		if f.file, err = program.Create(f.path); err != nil {
			return err
		}
	}
	_, err = f.file.Write(f.pending)
	f.pending = f.pending[:0]
	return err
}

func (f *recordFile) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
