package topical

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// isWARC reports whether a path names a WARC file, or a directory that holds some and no
// manifest.
func isWARC(path string) bool {
	if warc.IsName(path) {
		return true
	}
	_, err := os.Stat(filepath.Join(path, "manifest.jsonl"))
	entries, _ := os.ReadDir(path) // none of a file
	return errors.Is(err, fs.ErrNotExist) && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return warc.IsName(e.Name()) })
}

// archive is the file of -warc: all that is asked and answered, and what the
// crawl thinks of each page.
type archive struct {
	path     string
	resumed  bool
	writer   *warc.Writer
	recorder *warc.Recorder
}

// openArchive returns nil if there is to be no archive.
func openArchive(o Options, s subject) (*archive, error) {
	if o.WARC == "" {
		return nil, nil
	}
	if isSame(o.WARC, o.Web) {
		return nil, program.Usage(fmt.Errorf("-warc %s is the web that is crawled", o.WARC))
	}
	if info, err := os.Stat(o.WARC); err == nil && info.Size() > 0 && !o.Resume {
		return nil, fmt.Errorf("-warc %s holds a crawl already: go on with it by -resume, or name another file", o.WARC)
	}
	a := &archive{path: o.WARC, resumed: o.Resume}
	open := warc.Create
	if o.Resume {
		open = warc.Append
	}
	info := warc.Fields{
		{Name: "software", Value: crawl.DefaultUserAgent},
		{Name: "robots", Value: "obey"},
		{Name: "nofollow", Value: s.noFollow()},
		{Name: "description", Value: fmt.Sprintf("topical crawl: %s, strategy %s", s.topic.Name, o.Strategy)},
	}
	for _, seed := range s.seeds {
		canonical, err := crawl.Canonical(seed) // without credentials
		if err != nil {
			return nil, fmt.Errorf("seed: %w", err)
		}
		info = append(info, warc.Field{Name: archivedSeed, Value: canonical})
	}
	var err error
	a.writer, err = open(o.WARC, info)
	if err != nil {
		return nil, fmt.Errorf("-warc: %w", err)
	}
	a.recorder = &warc.Recorder{Transport: s.transport, Writer: a.writer}
	return a, nil
}

// archivedSeed names the fields of an archive's information that hold the seeds.
const archivedSeed = "seed"

// archivedSeeds returns where the crawl that is in an archive started from.
func archivedSeeds(web *warc.Web) []string {
	var seeds []string
	for _, f := range web.Info() {
		if f.Name == archivedSeed {
			seeds = append(seeds, f.Value)
		}
	}
	return seeds
}

func isSame(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// transport is what a crawl that is archived asks instead of another.
func (a *archive) transport(other http.RoundTripper) http.RoundTripper {
	if a == nil {
		return other
	}
	return a.recorder
}

// page writes what the crawl thinks of a page. An archive that cannot be
// written ends the crawl.
func (a *archive) page(r Record, p *crawl.Page) error {
	if a == nil {
		return nil
	}
	if err := a.recorder.Err(); err != nil {
		return err
	}
	f := warc.Fields{
		{Name: "via", Value: r.Parent},
		{Name: "depth", Value: strconv.Itoa(r.Depth)},
		{Name: "value", Value: strconv.FormatFloat(r.Value, 'g', -1, 64)},
		{Name: "score", Value: strconv.FormatFloat(r.Score, 'g', -1, 64)},
		{Name: "explanation", Value: r.Why},
	}
	if r.Parent == "" {
		f = f[1:]
	}
	for u := range p.LinkURLs() {
		f = append(f, warc.Field{Name: "outlink", Value: u})
	}
	return a.writer.Metadata(r.URL, f)
}

// close closes the archive, and removes one that was begun for nothing.
func (a *archive) close(pages int) error {
	if a == nil {
		return nil
	}
	a.recorder.CloseIdleConnections()
	err := a.writer.Close()
	if pages == 0 && !a.resumed {
		_ = os.Remove(a.path) // the error of the crawl says why it has no pages
	}
	return err
}
