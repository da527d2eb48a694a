package topical

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
)

// ofOneRun are the flags that a crawl which is resumed does not take over; paths those that
// name files.
var (
	ofOneRun = []string{"config", "control", "dashboard", "frontier", "json", "resume", "stay"}
	paths    = []string{"jsonl", "ontology", "out", "topics", "warc", "web"}
)

// kept returns what was said of the flags that a crawl is resumed with. URLs are without
// credentials, which a crawl does not use.
func (o Options) kept() map[string][]string {
	kept := maps.Clone(o.Said)
	if kept == nil {
		kept = map[string][]string{}
	}
	kept["out"] = []string{o.Out} // the default is a relative path too
	maps.DeleteFunc(kept, func(name string, _ []string) bool { return slices.Contains(ofOneRun, name) })
	if seeds := kept["seed"]; len(seeds) > 0 {
		kept["seed"] = nil
		for _, seed := range seeds {
			if canonical, err := crawl.Canonical(seed); err == nil {
				kept["seed"] = append(kept["seed"], canonical)
			}
		}
	}
	return kept
}

// Again sets the flags of a crawl that is resumed as they were when it began, but for those that
// are said anew. A crawl that kept none is resumed by what is said.
func (o Options) Again(flags *flag.FlagSet) error {
	path := o.begunPath()
	if !o.Resume || path == "" {
		return nil
	}
	then, err := readBegun(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(then.Flags)) {
		if o.Said[name] != nil || flags.Lookup(name) == nil || slices.Contains(ofOneRun, name) {
			continue
		}
		for _, text := range then.Flags[name] {
			if slices.Contains(paths, name) {
				text = from(then.Dir, text)
			}
			if err := flags.Set(name, text); err != nil {
				return fmt.Errorf("%s: -%s: %w", path, name, err)
			}
		}
	}
	return nil
}

// from returns a path as it was in a directory: relative ones stay as they are where that is
// this one, or is gone.
func from(dir, path string) string {
	here, err := os.Getwd()
	if err != nil || dir == here || path == "" || filepath.IsAbs(path) {
		return path
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return path
	}
	return filepath.Join(dir, path)
}
