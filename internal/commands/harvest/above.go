package harvest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

func (r *reader) abovePath(level int) string {
	return filepath.Join(r.o.Out, fmt.Sprintf("above-%d.json", level+1))
}

// openAbove reads the lists of lists that an earlier run learned, and removes them if this
// one is taught others.
func (r *reader) openAbove(fresh bool) error {
	for i := 0; fresh && r.o.Record.Text != ""; i++ {
		err := os.Remove(r.abovePath(i))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return err
		}
	}
	for i := 0; ; i++ {
		l, err := program.Load[records.List](r.abovePath(i))
		if err != nil || l == nil && i >= len(r.o.Above) {
			return err
		}
		r.above = append(r.above, l)
	}
}

// level returns how many lists of lists are above a page of a list.
func (r *reader) level(p *crawl.Page) int {
	level := 0
	if p.Note == noteList {
		return len(r.above)
	}
	if n, ok := strings.CutPrefix(p.Note, noteAbove); ok {
		fmt.Sscan(n, &level)
	}
	return level
}

// readAbove reads a list of lists, and learns it from its first page.
func (r *reader) readAbove(url string, body []byte, level int) result {
	if r.above[level] == nil {
		if r.above[level], r.failed = records.Learn(body, bartree.Region{Text: r.o.Above[level]}); r.failed != nil {
			r.failed = fmt.Errorf("%s: %w", weburl.Redact(url), r.failed)
			return result{err: r.failed}
		}
	}
	got, err := r.above[level].Read(url, body)
	return result{got, err}
}

// below values the lists that the records of a list of lists lead to: that of the taught entry
// before all, as the next list is learned from it.
func (r *reader) below(p *crawl.Page, got result, level int) (v crawl.Valuation) {
	note := noteList
	if level+1 < len(r.above) {
		note = noteAbove + fmt.Sprint(level+1)
	}
	for _, rec := range got.Records {
		value := float64(valueAbove)
		if level < len(r.o.Above) && strings.Contains(rec.Text, strings.Join(strings.Fields(r.o.Above[level]), " ")) {
			value = valueTaught
		}
		if address, err := crawl.Canonical(rec.Links[""]); err == nil {
			v.Links = append(v.Links, frontier.Entry{URL: address, Value: value, Note: note})
		}
	}
	if next, err := crawl.Canonical(got.Next); err == nil {
		v.Links = append(v.Links, frontier.Entry{URL: next, Value: valueAbove, Note: p.Note})
	}
	return v
}

// owns reports whether the own pages of records are read.
func (r *reader) owns() bool { return r.watch != nil || len(r.o.Words) > 0 }

// known returns the links of an own page that the keywords know.
func (r *reader) known(p *crawl.Page) map[string][]string {
	return (&records.Harvest{Keywords: r.o.Words}).Links(p.URL, p.UTF8())
}
