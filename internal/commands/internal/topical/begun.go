package topical

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
)

// begun is what a crawl began as, in a file beside its frontier, or beside its records
// if the frontier is on a server.
type begun struct {
	Topic    string   `json:"topic"`
	ID       string   `json:"id,omitempty"`
	Terms    []string `json:"terms,omitempty"`    // of -term, sorted
	Ontology string   `json:"ontology,omitempty"` // path; "" for the built-in one
	Strategy string   `json:"strategy"`
	Web      string   `json:"web,omitempty"` // where its pages came from; files older than this field lack it

	Flags map[string][]string `json:"flags,omitempty"` // of the command line, but for those of one run
	Dir   string              `json:"dir,omitempty"`   // that their relative paths are in
}

func newBegun(o Options, s subject) begun {
	return begun{
		Topic: s.topic.Name, ID: s.topic.ID, Terms: slices.Compact(slices.Sorted(slices.Values(o.Terms))), Strategy: o.Strategy,
		Ontology: o.Ontology, Web: o.pagesFrom(), Flags: o.kept(),
	}
}

// pagesFrom says where pages come from. A recorded web has its file's name, since it
// may lie elsewhere when the crawl is resumed.
func (o Options) pagesFrom() string {
	switch {
	case o.Web != "":
		return "-web " + filepath.Base(o.Web)
	case o.demo():
		return "the built-in web"
	}
	return "the network"
}

// String is the topic as the command line has it.
func (b begun) String() string {
	s := fmt.Sprintf("-topic %q", b.Topic)
	if b.ID != "" {
		s += fmt.Sprintf(" (%s)", b.ID)
	}
	for _, t := range b.Terms {
		s += fmt.Sprintf(" -term %q", t)
	}
	if b.Ontology != "" {
		s += " -ontology " + b.Ontology
	}
	return s
}

// path of the file, "" if there is no place for it.
func (o Options) begunPath() string {
	file := o.JSONL
	if o.Frontier.kind == "bolt" {
		file = o.Frontier.target
	}
	if file == "" || o.Frontier.kind == "" {
		return ""
	}
	return file + ".topic.json"
}

func readBegun(path string) (b begun, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return b, err
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return b, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// beginFrontier opens the frontier of a crawl that begins or is resumed, if it is one
// of that.
func beginFrontier(ctx context.Context, o Options, s subject, st crawl.Strategy) (queue, error) {
	f, err := openFrontier(ctx, o, st)
	if err != nil {
		return f, err
	}
	if err = f.expect(ctx, o.Resume); err == nil {
		err = expectBegun(o, s)
	}
	if err != nil {
		f.Close()
	}
	return f, err
}

// openFrontier opens the frontier with what the strategy asks for. One that was begun
// by another strategy may refuse that.
func openFrontier(ctx context.Context, o Options, st crawl.Strategy) (queue, error) {
	f, err := o.Frontier.open(ctx, o.Server, frontierOptions(o, st), o.Resume)
	if err != nil && o.Resume {
		if then, readErr := readBegun(o.begunPath()); readErr == nil && then.Strategy != o.Strategy {
			err = fmt.Errorf("%w; it was begun by another -strategy: resume with that one, %s", err, then.Strategy)
		}
	}
	return f, err
}

// expectBegun keeps what a crawl begins as, and refuses another topic or web for one
// that is resumed.
func expectBegun(o Options, s subject) error {
	path, now := o.begunPath(), newBegun(o, s)
	if path == "" {
		return nil
	}
	if !o.Resume {
		var err error
		if now.Dir, err = os.Getwd(); err != nil {
			return err
		}
		line, err := json.Marshal(now)
		if err != nil {
			return err
		}
		return os.WriteFile(path, append(line, '\n'), 0o600)
	}
	then, err := readBegun(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the crawl is older than the file, or it was moved without it
	}
	if err != nil {
		return err
	}
	if cmp.Or(then.ID, then.Topic) != cmp.Or(now.ID, now.Topic) || !slices.Equal(then.Terms, now.Terms) {
		return fmt.Errorf("-resume: the crawl in %s began as %v, not %v: resume it as that", o.Frontier, then, now)
	}
	if then.Web != "" && then.Web != now.Web {
		return fmt.Errorf("-resume: the pages of the crawl in %s came from %s, not from %s: resume it with the same -web or -seed", o.Frontier, then.Web, now.Web)
	}
	return nil
}
