package wordnet

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

// readData reads a data file, a synset a line.
func (p *partOfSpeech) readData(l *file) error {
	for {
		more, err := l.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		offset, s, want := p.parseSynset(l.text)
		if want != "" {
			return l.expected(want)
		}
		if _, twice := p.byOffset[offset]; twice {
			return l.expected("another offset: there is a synset of this one")
		}
		p.byOffset[offset] = s
		p.synsets = append(p.synsets, s)
	}
	if len(p.synsets) == 0 {
		return l.expected("a synset")
	}
	return nil
}

// parseSynset reads
//
//	offset lex_filenum ss_type w_cnt (word lex_id)... p_cnt (symbol offset pos source/target)... [frames] | gloss
//
// with w_cnt and the lex_ids in hexadecimal. Want is what a line lacks.
func (p *partOfSpeech) parseSynset(line []byte) (offset uint32, s *synset, want string) {
	s = new(synset)
	before, _, ok := bytes.Cut(line, []byte("|"))
	if !ok {
		return 0, s, "a gloss after a bar"
	}
	f := fields(before)
	offset, ok = f.offset()
	if !ok {
		return 0, s, "a synset's offset of eight digits"
	}
	file, ok := f.number(10, 2)
	if !ok || file >= len(lexFiles) {
		return 0, s, fmt.Sprintf("the number of a lexicographer file, 00 to %d", len(lexFiles)-1)
	}
	kind := f.next()
	satellite := p.letter == 'a' && string(kind) == "s"
	if !satellite && string(kind) != string(p.letter) {
		return 0, s, fmt.Sprintf("the synset type %c of this file", p.letter)
	}
	s.ID = id(offset, p.letter)
	s.Language = "en"
	s.Types = lexFiles[file : file+1]
	if satellite {
		s.AltIDs = []string{id(offset, 's')}
	}
	if !s.parseWords(&f) {
		return 0, s, "the number of words (two hexadecimal digits) and as many words with a lex_id"
	}
	if !s.parsePointers(&f) {
		return 0, s, "the number of pointers (three digits) and as many pointers of four fields"
	}
	if p.letter != 'v' && f.next() != nil {
		return 0, s, "the gloss after the last pointer"
	}
	return offset, s, ""
}

func (s *synset) parseWords(f *fields) bool {
	n, ok := f.number(16, 2)
	if !ok || n == 0 {
		return false
	}
	if n > 1 {
		s.Names = make([]ontology.Name, 0, n-1)
	}
	for i := range n {
		text := word(f.next())
		if _, ok := f.number(16, 1); !ok || text == "" {
			return false
		}
		if i == 0 {
			s.Name = text
		} else {
			s.Names = append(s.Names, ontology.Name{Text: text, Relation: ontology.Synonym, Language: s.Language})
		}
	}
	return true
}

// word returns the text of a lemma, "" if there is none.
func word(lemma []byte) string {
	for _, marker := range [...]string{"(a)", "(p)", "(ip)"} {
		if bare, ok := bytes.CutSuffix(lemma, []byte(marker)); ok {
			lemma = bare
			break
		}
	}
	return spaced(lemma)
}

// spaced returns a lemma with spaces for its underscores.
func spaced(lemma []byte) string {
	return strings.ReplaceAll(string(lemma), "_", " ")
}

func (s *synset) parsePointers(f *fields) bool {
	n, ok := f.number(10, 3)
	if !ok {
		return false
	}
	for range n {
		symbol := f.next()
		offset, ok := f.offset()
		pos := f.next()
		if _, words := f.number(16, 4); !ok || len(pos) != 1 || !words {
			return false
		}
		switch string(symbol) {
		case "@", "@i", "#p", "#m", "#s":
			s.Parents = append(s.Parents, id(offset, pos[0]))
		}
	}
	return true
}

// id returns the identifier of a synset.
func id(offset uint32, letter byte) string {
	var b [10]byte
	for i := 7; i >= 0; i-- {
		b[i] = '0' + byte(offset%10)
		offset /= 10
	}
	b[8], b[9] = '-', letter
	return string(b[:])
}

// fields is what is left of a line of fields with spaces between.
type fields []byte

// next takes the next field, nil if there is none.
func (f *fields) next() []byte {
	line, start := *f, 0
	for start < len(line) && line[start] == ' ' {
		start++
	}
	end := start
	for end < len(line) && line[end] != ' ' {
		end++
	}
	*f = line[end:]
	if start == end {
		return nil
	}
	return line[start:end]
}

// number takes a number of so many digits; 0 means one to eight.
func (f *fields) number(base, digits int) (n int, ok bool) {
	field := f.next()
	if len(field) == 0 || len(field) > 8 || len(field) != digits && digits != 0 {
		return 0, false
	}
	for _, c := range field {
		digit := 16
		switch {
		case '0' <= c && c <= '9':
			digit = int(c - '0')
		case 'a' <= c && c <= 'f':
			digit = int(c-'a') + 10
		case 'A' <= c && c <= 'F':
			digit = int(c-'A') + 10
		}
		if digit >= base {
			return 0, false
		}
		n = n*base + digit
	}
	return n, true
}

func (f *fields) offset() (uint32, bool) {
	n, ok := f.number(10, 8)
	return uint32(n), ok
}
