package wordnet

import (
	"bytes"
	"fmt"
	"strings"
)

// readIndex reads an index file, a lemma a line with its synsets, the commonest
// sense first.
func (p *partOfSpeech) readIndex(l *file) error {
	var offsets []uint32
	for {
		more, err := l.next()
		if err != nil || !more {
			return err
		}
		lemma, found, want := p.parseLemma(l.text, offsets[:0])
		if want != "" {
			return l.expected(want)
		}
		offsets = found
		name := spaced(lemma)
		for sense, offset := range offsets {
			synset := p.byOffset[offset]
			if synset == nil {
				return l.expected(fmt.Sprintf("synsets of the data file; it has no %08d", offset))
			}
			synset.setSense(name, p.before+1+min(sense, maxSenses-1))
		}
	}
}

func (s *synset) setSense(name string, sense int) {
	if strings.EqualFold(s.Name, name) {
		s.Sense = sense
		return
	}
	for i := range s.Names {
		if strings.EqualFold(s.Names[i].Text, name) {
			s.Names[i].Sense = sense
		}
	}
}

// parseLemma reads
//
//	lemma pos synset_cnt p_cnt symbol... sense_cnt tagsense_cnt offset...
//
// and adds the offsets to a list. Want is what a line lacks.
func (p *partOfSpeech) parseLemma(line []byte, offsets []uint32) (lemma []byte, _ []uint32, want string) {
	f := fields(line)
	lemma = f.next()
	if pos := f.next(); string(pos) != string(p.letter) {
		return nil, nil, fmt.Sprintf("a lemma and the part of speech %c", p.letter)
	}
	synsets, ok := f.number(10, 0)
	symbols, ok2 := f.number(10, 0)
	if !ok || !ok2 {
		return nil, nil, "the numbers of synsets and of pointer symbols"
	}
	for range symbols {
		if f.next() == nil {
			return nil, nil, fmt.Sprintf("%d pointer symbols", symbols)
		}
	}
	_, ok = f.number(10, 0)
	_, ok2 = f.number(10, 0)
	if !ok || !ok2 {
		return nil, nil, "the numbers of senses and of tagged senses"
	}
	for range synsets {
		offset, ok := f.offset()
		if !ok {
			return nil, nil, fmt.Sprintf("%d offsets of eight digits", synsets)
		}
		offsets = append(offsets, offset)
	}
	if len(bytes.TrimSpace(f)) > 0 {
		return nil, nil, fmt.Sprintf("no more than %d offsets", synsets)
	}
	return lemma, offsets, ""
}
