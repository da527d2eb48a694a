package shelf

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Lines yields the lines of the manifest in the order of Put, and ends with an error if it
// cannot be read. Methods of the shelf must not be called in the loop.
func (s *Shelf) Lines() iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		errStopped := errors.New("the loop has ended")
		_, err := s.manifest.read(s.manifest.end, func(l Line) error {
			if !yield(l, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(Line{}, err)
		}
	}
}

// Refile gives stored pages, named by their URLs, other classes and other evidence, and
// moves their bodies. That the end of a body is missing stays in the evidence. The manifest is replaced whole before bodies are moved: those that a
// kill has kept from it are moved by the next Open.
func (s *Shelf) Refile(classes map[string]classify.Classification) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for url, c := range classes {
		if !isFolder(cmp.Or(c.Class, classify.ClassUnfiled)) {
			return fmt.Errorf("%w: %.80q of %s", ErrClass, c.Class, weburl.Redact(url))
		}
	}
	if len(classes) == 0 {
		return nil
	}
	changed, err := s.manifest.copy(func(l Line) Line {
		if c, ok := classes[l.URL]; ok && l.File != "" {
			l.Class, l.Evidence = cmp.Or(c.Class, classify.ClassUnfiled), append(missing(l.Evidence, c.Evidence), c.Evidence...)
			l.File = path.Join(l.Class, path.Base(l.File))
		}
		return l
	})
	if err != nil {
		return err
	}
	name := s.manifest.file.Name()
	err = s.manifest.file.Close() // Windows replaces no open file
	err = errors.Join(err, os.Rename(changed, name))
	s.forget()
	return errors.Join(err, s.manifest.open(name, s.settle))
}

// missing returns what of a page's evidence is about its body, but for what others have too.
func missing(evidence, others []string) []string {
	var about []string
	for _, e := range evidence {
		marked := strings.HasPrefix(e, incompleteMark) || strings.HasPrefix(e, cutShortMark)
		if marked && !slices.Contains(others, e) {
			about = append(about, e)
		}
	}
	return about
}

// settle notes a line of the manifest, and moves its page's body to its folder if it is in
// another one.
func (s *Shelf) settle(l Line) error {
	s.note(l)
	if !filepath.IsLocal(filepath.FromSlash(l.File)) {
		return nil
	}
	place := filepath.Join(s.dir, filepath.FromSlash(l.File))
	if _, err := os.Lstat(place); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	folders, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, f := range folders {
		from := filepath.Join(s.dir, f.Name(), path.Base(l.File))
		if _, err := os.Lstat(from); err != nil || !f.IsDir() {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			return err
		}
		return os.Rename(from, place)
	}
	return nil // it was removed by another program
}
