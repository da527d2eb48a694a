package stored

import (
	"io"
	"maps"
	"slices"
	"sync"
)

// A Memory has validators by their URLs, as crawl.MemoryValidators. A nil one has none.
type Memory struct {
	mu    sync.Mutex
	byURL map[string]Validator
}

// Of returns the validator of a URL.
func (m *Memory) Of(url string) Validator {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byURL[url]
}

// Keep remembers a validator; the zero value forgets it.
func (m *Memory) Keep(url string, v Validator) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byURL == nil {
		m.byURL = make(map[string]Validator)
	}
	if v == (Validator{}) {
		delete(m.byURL, url)
	} else {
		m.byURL[url] = v
	}
}

// URLs returns the URLs, sorted.
func (m *Memory) URLs() []string {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.byURL))
}

// WriteTo writes what ReadFrom reads.
func (m *Memory) WriteTo(w io.Writer) (int64, error) {
	m.mu.Lock()
	b, err := writeValidators(m.byURL)
	m.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}

// ReadFrom makes the validators those that WriteTo has written.
func (m *Memory) ReadFrom(r io.Reader) (int64, error) {
	all, n, err := readValidators(r)
	if err == nil {
		m.mu.Lock()
		m.byURL = all
		m.mu.Unlock()
	}
	return n, err
}
