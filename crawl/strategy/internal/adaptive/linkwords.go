package adaptive

import (
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// linkWords are the words of the texts of links to one URL, each once.
type linkWords struct {
	words []uint32 // their numbers
	texts normalized.Texts
	near  float64 // to the examples
	as    int     // Of the centre of this number; 0 if words were added since.
}

// wants reports whether the words of a text are to be added: there are fewer than most, and
// the text is new.
func (s *linkWords) wants(text string, most int) bool {
	return len(s.words) < most && !s.texts.Add("", text)
}

// add adds the words of a part of a page's text, until there are most.
func (s *linkWords) add(v *vocabulary, part string, of *partReader, most int) {
	s.as = 0
	var marks wordMarks
	for _, number := range s.words {
		marks.add(number)
	}
	words, ok := of.words(part)
	if !ok {
		for w := range phrase.Words(part) {
			if len(s.words) >= most {
				break
			}
			s.addWord(v.number(slotOf(xxhash.Sum64(w.Text))), &marks)
		}
		return
	}
	s.words = v.room.grow(s.words, min(most, len(s.words)+len(words)))
	for _, w := range words {
		if len(s.words) >= most {
			break
		}
		s.addWord(v.number(slotOf(w.Hash)), &marks)
	}
}

func (s *linkWords) addWord(number uint32, marks *wordMarks) {
	if marks.add(number) && slices.Contains(s.words, number) {
		return
	}
	s.words = append(s.words, number)
}

// wordMarks tell of most words that they are not among those added.
type wordMarks [4]uint64

// add adds a word and reports whether it may have been added before.
func (m *wordMarks) add(number uint32) bool {
	mark, bit := &m[number/64%uint32(len(m))], uint64(1)<<(number%64)
	before := *mark
	*mark |= bit
	return before&bit != 0
}

// nearness returns how near the words are to the examples.
func (s *linkWords) nearness(v *vocabulary) float64 {
	if s.as != v.centres {
		s.near, s.as = v.nearnessOf(s.words), v.centres
	}
	return s.near
}
