// Package shelf files the pages of a crawl in a directory, by their classes: a
// folder for each class with the bodies as they were served, a manifest of all
// URLs, and a list of those that have to be fetched by hand (L. Q. Tran,
// C. W. Moon, D. X. Le and G. R. Thoma, Web page downloading and
// classification, CBMS 2001: the folders of section 2.2 and Figure 3, and what
// section 2.1 leaves "for manually downloading later").
//
//	DIR/Abstract/issue-12-lee-1f0c3a5b9d2e.html
//	DIR/PDF/issue-12-lee-77ab01c4e9f3.pdf
//	DIR/manifest.jsonl   a [Line] for each URL
//	DIR/by-hand.jsonl    a [Missing] for each that is missing
package shelf

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"unicode"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/filelock"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Shelf is such a directory. Several goroutines may use it at once, but only
// one Shelf may be open on a directory: another one, in this process or another, is
// refused where the system can lock a directory, as Windows cannot. It takes about 100
// bytes of memory for each URL besides the URL.
type Shelf struct {
	dir  string
	lock *os.File // the directory

	mu         sync.Mutex
	manifest   manifest
	seen       map[string]bool // URLs in the manifest, with whether their pages are stored
	classes    map[string]int  // pages by class
	incomplete []Missing       // pages of which the end is missing
}

// ErrClass is the error for a class that cannot be the name of a folder.
var ErrClass = errors.New("shelf: a class must be 1 to 64 letters, digits, spaces, - or _, with no space at its ends")

// Open creates the directory with the folders of some classes, or goes on with
// what is there: the torn last line of a manifest whose program was killed is
// cut off, files that it did not come to write whole are removed, and bodies that it
// did not come to move are moved.
func Open(dir string, classes ...string) (*Shelf, error) {
	for _, class := range classes {
		if !isFolder(class) {
			return nil, fmt.Errorf("%w: %.80q", ErrClass, class)
		}
		if err := os.MkdirAll(filepath.Join(dir, class), 0o755); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	s := &Shelf{dir: dir, lock: lock}
	s.forget()
	if err = filelock.Lock(lock); err != nil {
		err = fmt.Errorf("shelf: %s: %w", dir, err)
	}
	if err == nil {
		err = sweep(dir)
	}
	if err == nil {
		err = s.manifest.open(filepath.Join(dir, manifestName), s.settle)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return s, nil
}

// forget makes room for what the manifest's lines say.
func (s *Shelf) forget() {
	s.seen, s.classes, s.incomplete = map[string]bool{}, map[string]int{}, nil
}

func isFolder(class string) bool {
	const most = 64 // bytes
	if class == "" || len(class) > most || class[0] == ' ' || class[len(class)-1] == ' ' || !filepath.IsLocal(class) {
		return false
	}
	for _, r := range class {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != ' ' {
			return false
		}
	}
	return true
}

// Put stores a page under its class, or under [classify.ClassUnfiled] if it has
// none, and notes it in the manifest; a page that failed, redirects or is not modified has
// a line alone. A URL is stored once: Put of one that is in the manifest
// does nothing, unless it has a page now and had none. The body is whole in its place before its line is written, so a
// crawl whose loop calls Put loses no page when it is killed.
func (s *Shelf) Put(p *crawl.Page, c classify.Classification) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	hasPage := p.Err == nil && p.Redirect == "" && !p.NotModified
	if stored, ok := s.seen[p.URL]; ok && (stored || !hasPage) {
		return nil
	}
	l := Line{URL: p.URL, Parent: p.Parent, Status: p.Status}
	switch {
	case p.Err != nil:
		l.Evidence = append(l.Evidence, "failed: "+cause(p.Err).Error())
	case p.Redirect != "":
		l.Evidence = append(l.Evidence, "redirects to "+p.Redirect)
	case p.NotModified:
		l.Evidence = append(l.Evidence, "not modified")
	default:
		if err := s.file(p, c, &l); err != nil {
			return err
		}
	}
	if err := s.manifest.write(l); err != nil {
		return err
	}
	s.note(l)
	return nil
}

// file stores a page's body and completes its line.
func (s *Shelf) file(p *crawl.Page, c classify.Classification, l *Line) error {
	sum := sha256.Sum256(p.Body)
	l.SHA256 = hex.EncodeToString(sum[:])
	l.Class = cmp.Or(c.Class, classify.ClassUnfiled)
	if !isFolder(l.Class) {
		return fmt.Errorf("%w: %.80q of %s", ErrClass, l.Class, weburl.Redact(p.URL))
	}
	// What is missing comes first, since a classifier may say more than a line takes.
	if p.Incomplete != nil {
		l.Evidence = append(l.Evidence, incompleteMark+p.Incomplete.Error())
	}
	if p.Truncated {
		l.Evidence = append(l.Evidence, cutShortMark+"the body was too long")
	}
	l.Evidence = append(l.Evidence, c.Evidence...)
	if s.classes[l.Class] == 0 {
		if err := os.MkdirAll(filepath.Join(s.dir, l.Class), 0o755); err != nil {
			return err
		}
	}
	l.File = path.Join(l.Class, fileName(p))
	return writeWhole(filepath.Join(s.dir, filepath.FromSlash(l.File)), p.Body)
}

// What begins the evidence of a page of which the end is missing.
const (
	incompleteMark = "incomplete: "
	cutShortMark   = "cut short: "
)

// cause is why a page failed, without the URL, which is in the same line.
func cause(err error) error {
	var e *crawl.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// Classes returns how many pages are stored under each class.
func (s *Shelf) Classes() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.classes)
}

// Close closes the manifest.
func (s *Shelf) Close() error { return errors.Join(s.manifest.file.Close(), s.lock.Close()) }

// partMark begins the name of a file that is being written.
const partMark = ".part-"

// sweep removes the parts of files that a killed program has left in a shelf.
func sweep(dir string) error {
	dir = filepath.Clean(dir)
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != dir && filepath.Dir(name) != dir:
			return fs.SkipDir // no folder of a class
		case !d.IsDir() && strings.HasPrefix(d.Name(), partMark):
			return os.Remove(name)
		}
		return nil
	})
}

// writeWhole leaves a whole file or none.
func writeWhole(name string, body []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), partMark+"*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(body)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
