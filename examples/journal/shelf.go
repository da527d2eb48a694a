package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// shelf is the directory that a download fills.
type shelf struct {
	dir      string
	manifest *os.File
	seen     map[string]bool // URLs in the manifest
	folders  map[string]int  // pages by class

	incomplete []missing // pages of which the end is missing
}

// line is a line of the manifest; its field names are a contract. A page that
// could not be fetched or that redirects has no class.
type line struct {
	URL      string   `json:"url"`
	Class    string   `json:"class"`
	Evidence []string `json:"evidence"`
	Parent   string   `json:"parent"`
	SHA256   string   `json:"sha256"`
	Status   int      `json:"status"`
	File     string   `json:"file,omitempty"`
}

var classes = []string{classify.ClassAbstract, classify.ClassFullText, classify.ClassPDF, classify.ClassUnfiled}

// openShelf creates the directory or goes on with what is there. The torn last
// line of a download that was killed is cut off.
func openShelf(dir string) (*shelf, error) {
	for _, class := range classes {
		if err := os.MkdirAll(filepath.Join(dir, class), 0o755); err != nil {
			return nil, err
		}
	}
	s := &shelf{dir: dir, seen: map[string]bool{}, folders: map[string]int{}}
	f, err := os.OpenFile(filepath.Join(dir, "manifest.jsonl"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	s.manifest = f
	if err := s.read(); err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

func (s *shelf) read() error {
	data, err := io.ReadAll(s.manifest)
	if err != nil {
		return err
	}
	end := bytes.LastIndexByte(data, '\n') + 1
	if err := s.manifest.Truncate(int64(end)); err != nil {
		return err
	}
	if _, err := s.manifest.Seek(int64(end), io.SeekStart); err != nil {
		return err
	}
	n := 0
	for b := range bytes.Lines(data[:end]) {
		n++
		var l line
		if err := json.Unmarshal(b, &l); err != nil {
			return fmt.Errorf("%s, line %d: %w", s.manifest.Name(), n, err)
		}
		s.note(l)
	}
	return nil
}

func (s *shelf) note(l line) {
	s.seen[l.URL] = true
	if l.Class != "" {
		s.folders[l.Class]++
	}
	for _, e := range l.Evidence {
		if reason, ok := strings.CutPrefix(e, incompleteMark); ok {
			s.incomplete = append(s.incomplete, missing{l.URL, l.Parent, reason, revisited})
		}
	}
}

// incompleteMark begins the evidence of a page that broke off, at its revisit
// too.
const (
	incompleteMark = "incomplete: "
	revisited      = 2 // attempts
)

// put stores a page and notes it in the manifest, once. The body is there
// before its line is.
func (s *shelf) put(p *crawl.Page, c classify.Classification) error {
	if s.seen[p.URL] {
		return nil
	}
	l := line{URL: p.URL, Evidence: []string{}, Parent: p.Parent, Status: p.Status}
	switch {
	case p.Err != nil:
		l.Evidence = append(l.Evidence, "failed: "+cause(p.Err).Error())
	case p.Redirect != "":
		l.Evidence = append(l.Evidence, "redirects to "+p.Redirect)
	default:
		sum := sha256.Sum256(p.Body)
		l.SHA256 = hex.EncodeToString(sum[:])
		l.Class, l.Evidence = c.Class, c.Evidence
		if p.Incomplete != nil {
			l.Evidence = append(l.Evidence, incompleteMark+p.Incomplete.Error())
		}
		if p.Truncated {
			l.Evidence = append(l.Evidence, "cut short: the body was too long")
		}
		l.File = path.Join(c.Class, fileName(p))
		if err := writeWhole(filepath.Join(s.dir, filepath.FromSlash(l.File)), p.Body); err != nil {
			return err
		}
	}
	return s.write(l)
}

func (s *shelf) write(l line) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if _, err := s.manifest.Write(append(b, '\n')); err != nil {
		return err
	}
	s.note(l)
	return nil
}

func (s *shelf) close() error { return s.manifest.Close() }

// writeWhole leaves a whole file or none.
func writeWhole(name string, body []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".part-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(body)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

const maxName = 80 // bytes of a name that come from the URL

// fileName makes a name of a URL that is safe on any system and no other URL
// has: what can be read of its path, and the beginning of its hash.
func fileName(p *crawl.Page) string {
	u, err := url.Parse(p.URL)
	if err != nil {
		u = &url.URL{}
	}
	ext := extension(p, u.Path)
	stem := strings.Trim(strings.TrimSuffix(u.Path, path.Ext(u.Path)), "/")
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, stem)
	if len(name) > maxName {
		name = name[len(name)-maxName:]
	}
	name = strings.Trim(name, "-")
	if name == "" {
		name = "index"
	}
	sum := sha256.Sum256([]byte(p.URL))
	return name + "-" + hex.EncodeToString(sum[:6]) + ext
}

// extension prefers what the page is to what its URL says.
func extension(p *crawl.Page, urlPath string) string {
	switch t := p.MediaType(); {
	case p.IsHTML():
		return ".html"
	case t == "application/pdf":
		return ".pdf"
	default:
		ext := strings.ToLower(path.Ext(urlPath))
		if known, err := mime.ExtensionsByType(t); err == nil && len(known) > 0 && !contains(known, ext) {
			return known[0]
		}
		if len(ext) > 6 || strings.Trim(ext, ".abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return ""
		}
		return ext
	}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// cause is why a page failed, without the URL, which is in the same line.
func cause(err error) error {
	var e *crawl.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// missing is a page that an operator has to fetch by hand.
type missing struct {
	URL      string `json:"url"`
	Parent   string `json:"parent"`
	Reason   string `json:"reason"`
	Attempts int    `json:"attempts"`
}

// writeMissing replaces the list of what is missing.
func (s *shelf) writeMissing(all []missing) error {
	name := filepath.Join(s.dir, "by-hand.jsonl")
	if len(all) == 0 {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, m := range all {
		if err := e.Encode(m); err != nil {
			return err
		}
	}
	return writeWhole(name, b.Bytes())
}
