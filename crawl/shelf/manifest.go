package shelf

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// A Line of the manifest is a JSON object with these fields. A page that could
// not be fetched, redirects or is not modified has no class and no file. If it is
// stored later, a second line of the URL says so.
type Line struct {
	URL      string   `json:"url"`            // of the page, canonical
	Class    string   `json:"class"`          // of the page; "" if it has none
	Evidence []string `json:"evidence"`       // for the class, or what happened instead
	Parent   string   `json:"parent"`         // the page that links here; "" for a seed
	SHA256   string   `json:"sha256"`         // of the body, in hexadecimal
	Status   int      `json:"status"`         // of the answer; 0 if there was none
	File     string   `json:"file,omitempty"` // in the directory, with slashes
}

const (
	manifestName = "manifest.jsonl"
	maxLine      = 1 << 20 // bytes
)

// What a line takes of the evidence: a classifier may say more.
const (
	maxEvidence      = 64
	maxEvidenceBytes = 1024 // of one
)

// A manifest is the file and the length of its whole lines.
type manifest struct {
	file *os.File
	end  int64
}

// open opens or creates the file and notes its lines.
func (m *manifest) open(name string, note func(Line) error) error {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	m.file = f
	if m.end, err = m.read(math.MaxInt64, note); err == nil {
		err = m.cut()
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return nil
}

// cut takes off what is behind the whole lines and ends the last one, which may lack
// its newline.
func (m *manifest) cut() error {
	if err := m.file.Truncate(m.end); err != nil || m.end == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := m.file.ReadAt(last, m.end-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err := m.file.WriteAt([]byte{'\n'}, m.end)
	m.end++
	return err
}

// read notes the whole lines of the first end bytes and returns how many bytes they have.
func (m *manifest) read(end int64, note func(Line) error) (read int64, err error) {
	in := bufio.NewReaderSize(io.NewSectionReader(m.file, 0, end), maxLine)
	for n := 1; ; n++ {
		b, err := in.ReadSlice('\n')
		if err == io.EOF {
			if len(b) == 0 || torn(b) {
				return read, nil
			}
			err = nil
		}
		var l Line
		if err == nil {
			err = json.Unmarshal(b, &l)
		}
		if err != nil {
			return read, fmt.Errorf("shelf: %s, line %d: %w", m.file.Name(), n, err)
		}
		if err := note(l); err != nil {
			return read, err
		}
		read += int64(len(b))
	}
}

// torn reports whether a line without an end is the beginning of one, or the zeros that
// a power failure leaves in its place.
func torn(b []byte) bool {
	return (b[0] == '{' || b[0] == 0) && !json.Valid(b)
}

// write appends a line. One that is written in part does not count.
func (m *manifest) write(l Line) error {
	b, err := l.encode()
	if err != nil {
		return err
	}
	if _, err := m.file.WriteAt(b, m.end); err != nil {
		return errors.Join(err, m.file.Truncate(m.end))
	}
	m.end += int64(len(b))
	return nil
}

// copy writes the lines that change makes of the manifest's into a new file beside it and
// returns the file's name.
func (m *manifest) copy(change func(Line) Line) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(m.file.Name()), partMark+"*")
	if err != nil {
		return "", err
	}
	w := bufio.NewWriter(f)
	_, err = m.read(m.end, func(l Line) error {
		b, err := change(l).encode()
		if err == nil {
			_, err = w.Write(b)
		}
		return err
	})
	if err := errors.Join(err, w.Flush(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

func (l Line) encode() ([]byte, error) {
	l.Evidence = append([]string{}, l.Evidence[:min(len(l.Evidence), maxEvidence)]...) // never null
	for i, e := range l.Evidence {
		l.Evidence[i] = excerpt.Cut(e, maxEvidenceBytes)
	}
	b, err := json.Marshal(l)
	return append(b, '\n'), err
}

// note remembers a line of the manifest.
func (s *Shelf) note(l Line) {
	s.seen[l.URL] = s.seen[l.URL] || l.File != ""
	if l.Class != "" {
		s.classes[l.Class]++
	}
	for _, e := range l.Evidence {
		if reason, ok := strings.CutPrefix(e, incompleteMark); ok {
			s.incomplete = append(s.incomplete, Missing{URL: l.URL, Parent: l.Parent, Reason: reason})
		}
	}
}
