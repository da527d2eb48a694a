package umls

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/names"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Find implements ontology.Store. Identifiers are CUIs and the further ones of
// concepts; the latter may have the source as a prefix ("SNOMEDCT_US:38907003"),
// which then is preferred.
func (d Dir) Find(ctx context.Context, name string) ([]string, error) {
	s := newSearch(d, name)
	if s.normal == "" && !s.coded {
		return nil, nil
	}
	if err := d.scan(ctx, mrconso, s.row); err != nil {
		return nil, err
	}
	if id := s.identified(); id != "" {
		return d.preferring(ctx, []string{id}, nil)
	}
	if s.coded && len(s.exact.ids)+len(s.loose.ids) == 0 {
		if err := d.scan(ctx, mrhier, s.position); err != nil {
			return nil, err
		}
		if id := s.identified(); id != "" {
			return d.named(ctx, []string{id}, nil)
		}
	}
	if len(s.exact.ids) > 0 {
		return d.preferring(ctx, s.exact.ids, s.sameName)
	}
	return d.preferring(ctx, s.loose.ids, s.sameWords)
}

// preferring returns concepts that have a wanted name as named does, without
// reading them if there is nothing to decide.
func (d Dir) preferring(ctx context.Context, ids []string, meant func(string) bool) ([]string, error) {
	if len(ids) == 0 || len(ids) == 1 && !d.Suppressed {
		return ids, nil
	}
	return d.named(ctx, ids, meant)
}

// named returns those of some concepts that have a wanted name and are not
// obsolete, first the ones whose preferred name is meant.
func (d Dir) named(ctx context.Context, ids []string, meant func(string) bool) ([]string, error) {
	r := d.reader(ids)
	if err := r.readNames(ctx); err != nil {
		return nil, err
	}
	var first, others []string
	for _, c := range r.drafts {
		switch {
		case c.isObsolete():
		case meant != nil && meant(c.Names[c.best].Text):
			first = append(first, c.ID)
		default:
			others = append(others, c.ID)
		}
	}
	return append(first, others...), nil
}

// A search looks for the concepts that a name or an identifier means.
type search struct {
	filter  *filter
	normal  string    // the name in normal form
	words   string    // its loose form
	letters letterSet // its words begin with these
	sign    signature
	plain   bool
	coded   bool // it may be an identifier

	forms  [2][]byte // of the identifier: as it is, and without what is before the colon
	prefix string

	byID         [5]string // the first found for each form, as CUI and code: see identified
	exact, loose hits
}

// hits are concepts, each once.
type hits struct {
	ids  []string
	seen map[string]struct{}
}

func (h *hits) add(cui []byte) {
	if _, again := h.seen[string(cui)]; again {
		return
	}
	if h.seen == nil {
		h.seen = map[string]struct{}{}
	}
	id := string(cui)
	h.seen[id] = struct{}{}
	h.ids = append(h.ids, id)
}

func newSearch(d Dir, name string) *search {
	s := &search{filter: d.filter(), normal: phrase.Normalize(name), words: names.Loose(name), coded: isCode([]byte(name))}
	s.letters = anyLetter
	if s.sign, s.plain = sign([]byte(s.normal)); s.plain {
		s.letters = firstLetters(s.normal)
	}
	s.forms[0] = []byte(name)
	if prefix, rest, ok := strings.Cut(name, ":"); ok && prefix != "" && !strings.HasPrefix(rest, "//") {
		s.prefix, s.forms[1] = prefix, []byte(rest)
	}
	return s
}

// row looks at a row of MRCONSO. Most are not split.
func (s *search) row(row []byte) error {
	begin, end := stringOf(row)
	named := s.mayBe(row[begin:end]) && s.filter.wantsLanguage(row)
	coded := s.coded && s.hasForm(row[:begin])
	if !named && !coded {
		return nil
	}
	var f [18][]byte
	split(row, f[:])
	_, source, ok := s.filter.atom(&f)
	if !ok {
		return nil
	}
	if !utf8.Valid(f[conSTR]) {
		return unexpected("text in UTF-8", row)
	}
	if coded {
		s.identify(&f, source)
	}
	if !named {
		return nil
	}
	text := string(f[conSTR])
	switch {
	case s.sameName(text):
		s.exact.add(f[conCUI])
	case len(s.exact.ids) == 0 && s.sameWords(text):
		s.loose.add(f[conCUI])
	}
	return nil
}

// mayBe reports whether a name can be the one that is looked for.
func (s *search) mayBe(name []byte) bool {
	if !s.letters.begins(name) {
		return false
	}
	own, plain := sign(name)
	return !plain || s.plain && own == s.sign
}

func (s *search) sameName(text string) bool { return phrase.Normalize(text) == s.normal }

func (s *search) sameWords(text string) bool { return names.Loose(text) == s.words }

// hasForm reports whether the CUI, SCUI, SDUI or CODE of a row may be the
// identifier; head is the row before STR. Both forms end as the one without a
// prefix does.
func (s *search) hasForm(head []byte) bool {
	form := s.lastForm()
	end := len(head) - 1
	for range conCODE - conSCUI + 1 {
		begin := end
		for head[begin-1] != '|' {
			begin--
		}
		if bytes.HasSuffix(head[begin:end], form) {
			return true
		}
		end = begin - 1
	}
	return bytes.HasSuffix(head[:bytes.IndexByte(head, '|')], form)
}

// lastForm returns the form of the identifier without a prefix.
func (s *search) lastForm() []byte {
	if len(s.forms[1]) > 0 {
		return s.forms[1]
	}
	return s.forms[0]
}

// identify notes whether an atom's concept has the identifier.
func (s *search) identify(f *[18][]byte, source string) {
	for i, form := range s.forms {
		if len(form) == 0 {
			continue
		}
		if bytes.Equal(f[conCUI], form) {
			s.note(2*i, f[conCUI])
		}
		for _, column := range [3]int{conCODE, conSCUI, conSDUI} {
			if !bytes.Equal(f[column], form) || !isCode(f[column]) {
				continue
			}
			if s.note(2*i+1, f[conCUI]); i == 1 && strings.EqualFold(source, s.prefix) {
				s.note(4, f[conCUI])
			}
		}
	}
}

func (s *search) note(i int, cui []byte) {
	if s.byID[i] == "" {
		s.byID[i] = string(cui)
	}
}

// position looks at a row of MRHIER for a position in a tree.
func (s *search) position(row []byte) error {
	if !bytes.Contains(row, s.lastForm()) {
		return nil
	}
	var f [9][]byte
	split(row, f[:])
	for i, form := range s.forms {
		if len(form) > 0 && bytes.Equal(f[hierHCD], form) && s.filter.source(f[hierSAB]) {
			s.note(2*i+1, f[0])
		}
	}
	return nil
}

// identified returns the concept of the identifier, or "".
func (s *search) identified() string {
	for _, i := range [5]int{0, 1, 2, 4, 3} {
		if s.byID[i] != "" {
			return s.byID[i]
		}
	}
	return ""
}
