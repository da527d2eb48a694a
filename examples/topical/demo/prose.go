package demo

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stream returns the random numbers for one purpose. Every page has its own streams, so that a
// change to one page's text leaves the others as they are.
func stream(seed uint64, purpose string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

func pick(rng *rand.Rand, from []string) string {
	return from[rng.IntN(len(from))]
}

// A writer turns patterns into sentences.
type writer struct {
	vocabulary *vocabulary
	rng        *rand.Rand
}

// fill expands a pattern: [a|b] is one of a and b, {slot} a word of that list, {name} and {Name} the
// subject as a page of row r calls it. What is put in is read again, for it may hold slots itself.
func (w *writer) fill(pattern string, s *subject, r row) string {
	var b strings.Builder
	for {
		open := strings.IndexAny(pattern, "[{")
		if open < 0 {
			b.WriteString(pattern)
			return b.String()
		}
		b.WriteString(pattern[:open])
		closing := byte(']')
		if pattern[open] == '{' {
			closing = '}'
		}
		shut := open + strings.IndexByte(pattern[open:], closing)
		pattern = w.expand(pattern[open+1:shut], s, r) + pattern[shut+1:]
	}
}

func (w *writer) expand(inner string, s *subject, r row) string {
	switch inner {
	case "name":
		return w.name(s, r)
	case "Name":
		return capital(w.name(s, r))
	}
	if words := w.vocabulary.lists[inner]; words != nil {
		return pick(w.rng, words)
	}
	return pick(w.rng, strings.Split(inner, "|"))
}

// name says what a page of row r calls its subject. Off-topic subjects have the phrase row only.
func (w *writer) name(s *subject, r row) string {
	chance := w.rng.Float64()
	switch {
	case r == phraseRow && chance < 0.4 && s.names[synonymRow] != nil:
		r = synonymRow
	case r == narrowRow && chance < 0.2 && s.names[synonymRow] != nil:
		r = synonymRow
	}
	if s.names[r] == nil {
		r = phraseRow
	}
	return pick(w.rng, s.names[r])
}

func (w *writer) sentence(pattern string, s *subject, r row) string {
	return capital(w.fill(pattern, s, r))
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// A part is a heading with its paragraphs.
type part struct {
	Heading    string
	Paragraphs []string
}

// article writes about the page's subjects until it has about the wanted number of words, or has
// said everything it knows. Two sentences in three are about a subject, the others could stand on
// any page of the domain.
func (w *writer) article(p *page, words int) []part {
	specific := make([][]string, len(p.subjects))
	for i, s := range p.subjects {
		specific[i] = w.shuffled(s.sentences)
	}
	general := w.shuffled(p.domain.sentences)
	headings := w.shuffled(p.domain.headings)

	var parts []part
	for n, written := 0, 0; written < words; n++ {
		paragraph := ""
		for range 2 + w.rng.IntN(4) {
			i := n % len(p.subjects)
			from := &specific[i]
			if len(*from) == 0 || len(general) > 0 && w.rng.IntN(3) == 0 {
				from = &general
			}
			if len(*from) == 0 {
				break
			}
			paragraph = join(paragraph, w.sentence((*from)[0], p.subjects[i], p.row))
			*from = (*from)[1:]
		}
		if paragraph == "" {
			break
		}
		written += len(strings.Fields(paragraph))
		if n == 0 || n%2 == 0 && n/2 <= len(headings) {
			parts = append(parts, part{})
			if n > 0 {
				parts[len(parts)-1].Heading = headings[n/2-1]
			}
		}
		last := &parts[len(parts)-1]
		last.Paragraphs = append(last.Paragraphs, paragraph)
	}
	return parts
}

// intro is the short text above a list of links; it speaks of the domain alone.
func (w *writer) intro(d *domain, sentences int) part {
	paragraph := ""
	for _, pattern := range w.shuffled(d.sentences)[:sentences] {
		paragraph = join(paragraph, w.sentence(pattern, nil, phraseRow))
	}
	return part{Paragraphs: []string{paragraph}}
}

func (w *writer) shuffled(patterns []string) []string {
	order := make([]string, len(patterns))
	for i, from := range w.rng.Perm(len(patterns)) {
		order[i] = patterns[from]
	}
	return order
}

func join(paragraph, sentence string) string {
	if paragraph == "" {
		return sentence
	}
	return paragraph + " " + sentence
}
