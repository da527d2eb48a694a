package watch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/commands/internal/watched"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// A loop is the library's, or the paper's, with the one region that the program watches.
type loop interface {
	io.WriterTo
	agree(pages int) // how many pages must agree on a new version
	add(region bartree.Region, now time.Time, page []byte, more ...[]byte) error
	look(url string, page []byte, now time.Time) (bartree.Look, watched.Drawing, error)
	versions() []watched.Version
}

// enhanced is the library's loop.
type enhanced struct{ *bartree.Watch }

func (e enhanced) agree(pages int) { e.Quorum = pages }

func (e enhanced) add(region bartree.Region, now time.Time, page []byte, more ...[]byte) error {
	return e.Add(target, region, now, page, more...)
}

func (e enhanced) look(url string, page []byte, now time.Time) (bartree.Look, watched.Drawing, error) {
	l, err := e.Look(target, url, page, now)
	return l, l, err
}

func (e enhanced) versions() (out []watched.Version) {
	versions, _ := e.Versions(target)
	for _, v := range versions {
		out = append(out, watched.Version{Parent: v.Parent, Pages: v.Template.Pages(), Reason: v.Reason, Confidence: v.Confidence, First: v.First, Last: v.Last})
	}
	return out
}

// published is the paper's loop. It looks at one page at a time.
type published struct{ *paper.Watch }

func (published) agree(int) {}

func (p published) add(region bartree.Region, now time.Time, page []byte, _ ...[]byte) error {
	return p.Add(target, region, now, page)
}

func (p published) look(url string, page []byte, now time.Time) (bartree.Look, watched.Drawing, error) {
	l, err := p.Look(target, url, page, now)
	return l.Look, l, err
}

func (p published) versions() (out []watched.Version) {
	versions, _ := p.Versions(target)
	for _, v := range versions {
		out = append(out, watched.Version{Parent: v.Parent, Pages: 1, Reason: v.Reason, Confidence: v.Confidence, First: v.First, Last: v.Last})
	}
	return out
}

// load reads what an earlier run learned; without a file, or one that is not there yet, the loop
// has learned nothing.
func load(o options) (loop, error) {
	if o.paper {
		w, err := program.Load[paper.Watch](o.state)
		return published{cmp.Or(w, &paper.Watch{})}, err
	}
	w, err := program.Load[bartree.Watch](o.state)
	return enhanced{cmp.Or(w, &bartree.Watch{})}, err
}

// sameRegion returns an error if an earlier run learned another region than is asked for now.
func sameRegion(o options) error {
	file, err := os.ReadFile(o.state)
	if err != nil {
		return err
	}
	var state struct {
		Targets map[string]struct{ Region bartree.Region }
	}
	if err := json.Unmarshal(file, &state); err != nil {
		return fmt.Errorf("-state %s: %w", o.state, err)
	}
	learned := state.Targets[target].Region
	what := ""
	switch {
	case o.text != "" && o.text != learned.Text:
		what = fmt.Sprintf("-text %q", excerpt.Of(learned.Text, 80))
	case len(o.parts) > 0 && !maps.Equal(o.parts, learned.Parts):
		what = "-part"
	default:
		return nil
	}
	return program.Usage(fmt.Errorf("-state %s: it was learned with another %s: give another region another file", o.state, what))
}
