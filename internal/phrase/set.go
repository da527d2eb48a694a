package phrase

// A Set is an immutable set of phrases, each with an id, that finds them in
// texts. It is safe for concurrent use; its zero value is empty.
//
// It is a trie whose edges are words, in flat slices: 34 to 68 bytes an edge,
// 40 to 72 and its letters a distinct word, and 4 a node.
type Set struct {
	words wordTable
	edges edgeTable

	// The ids of the phrases that end at a node. A node that one word alone
	// leads to is found by the word's number and startNode, and its id is in
	// wordIDs; the others are numbered from 1 on.
	wordIDs []uint32
	nodeIDs []uint32

	folding Folding
	stemmer *stemmer // nil if words count as they are

	count int // phrases
	depth int // words of the longest
}

// startNode is set in the number of a node that one word alone leads to.
const startNode = 1 << 31

// startOf returns the node that a word leads to at the start of a phrase.
func startOf(word uint32) uint32 { return word&^longWord | startNode }

// id returns where the id of the phrase that ends at a node is kept.
func (s *Set) id(at uint32) *uint32 {
	if at >= startNode {
		return &s.wordIDs[at&^startNode-firstWord]
	}
	return &s.nodeIDs[at]
}

// The mask of a slot that leads to a node says what can follow: isPhrase is
// set if a phrase ends there, and for each word that leads on one of the other
// bits.
const isPhrase = 1 << 31

// maskBit returns the bit of a word in a mask.
func maskBit(word uint32) uint32 {
	return 1 << (word % 31)
}

// A Hit is one phrase found in a text.
type Hit struct {
	ID         uint32
	Start, End int // text[Start:End] is the phrase as written, in bytes
}

// A token is one word of a text as the trie sees it.
type token struct {
	start, end int
	key        uint64 // of a word of at most 8 bytes, until its number is known
	word       uint32 // its number; 0 if it is in no phrase
	mask       uint32 // what can follow it at the start of a phrase; 0 inside a rune
	before     boundary
	open       bool // the next word comes from the same rune: no phrase ends here
}

// window is how many words of a text Match holds at a time: enough for the
// longest phrase, and as many again to begin at.
const window = 2 * MaxWords

// Match appends to dst the phrases found in text and returns it. Of the
// phrases that begin at a word the longest is taken, and the next is looked
// for after its end, so hits are in order and do not overlap. They consist of whole runes:
// 2 is not found in ½. Match allocates
// only to grow dst, and rarely a pooled buffer for words that are not in NFC.
//
// It takes time in O(len(text) + words*depth), where depth, at most MaxWords,
// is the number of words of the longest phrase; only texts that nearly repeat
// long phrases come near it.
func (s *Set) Match(dst []Hit, text string) []Hit { return s.match(dst, text, false, nil) }

// MatchEach is Match that finds every phrase at every word where it begins, so
// that hits overlap. Those of one word come the shortest first.
func (s *Set) MatchEach(dst []Hit, text string) []Hit { return s.match(dst, text, true, nil) }

// Read is Match or MatchEach that adds the words of the text to words on its way, as Words
// folds them.
func (s *Set) Read(dst []Hit, text string, each bool, words *Hashes) []Hit {
	if s.count == 0 || s.folding != (Folding{}) {
		words.Read(text)
		words = nil
	}
	return s.match(dst, text, each, words)
}

func (s *Set) match(dst []Hit, text string, each bool, words *Hashes) []Hit {
	if s.count == 0 {
		return dst
	}
	var (
		scan  = scanner{text: text, folding: s.folding, words: words}
		queue [window]token
		have  int // words in queue
		more  = true
	)
	scan.startStems(s.stemmer)
	defer scan.endStems()
	if words != nil && s.stemmer == nil {
		words.of(&s.words)
	}
	for at := 0; ; {
		if more && at+s.depth > have {
			kept := copy(queue[:], queue[at:have])
			have = kept + s.read(queue[kept:], &scan)
			more = have == window
			at = 0
		}
		for at < have && queue[at].mask == 0 {
			at++
		}
		if more && at+s.depth > have {
			continue
		}
		if at == have {
			return dst
		}
		if each {
			dst = s.each(dst, queue[at:have])
			at++
			continue
		}
		id, n := s.longest(queue[at:have])
		if n == 0 {
			at++
			continue
		}
		dst = append(dst, Hit{id, queue[at].start, queue[at+n-1].end})
		at += n
	}
}

// each appends all phrases that begin at the first token.
func (s *Set) each(dst []Hit, tokens []token) []Hit {
	at, mask := startOf(tokens[0].word), tokens[0].mask
	for i := 1; ; i++ {
		if mask&isPhrase != 0 && !tokens[i-1].open {
			dst = append(dst, Hit{*s.id(at), tokens[0].start, tokens[i-1].end})
		}
		if i == len(tokens) || mask&^isPhrase == 0 {
			return dst
		}
		next := &tokens[i]
		if next.before == block {
			return dst
		}
		if next.before == sentence {
			at, mask = s.step(at, mask, anEnd)
		}
		if at, mask = s.step(at, mask, next.word); mask == 0 {
			return dst
		}
	}
}

// read makes tokens of the next words and returns how many; fewer than there
// is room for only at the end of the text. It looks the words up in a round of
// its own, so that the memory that one waits for is fetched beside that of the
// others.
func (s *Set) read(tokens []token, scan *scanner) (n int) {
	if scan.stemmer == nil && scan.words != nil && scan.words.Hash != nil {
		return readKnown(tokens, scan)
	}
	for n < len(tokens) && scan.next() {
		t := &tokens[n]
		*t = token{start: scan.start, end: scan.end, before: scan.before, open: scan.part > 0}
		if scan.inside && scan.size > 0 {
			t.word = s.words.Slots[s.words.find(scan)].Word
		} else if scan.size > 8 {
			slot := &s.words.Slots[s.words.findLong(scan.buf[:scan.size])]
			t.word, t.mask = slot.Word, slot.Mask
		} else if scan.size > 0 {
			t.key = scan.key
		}
		n++
	}
	for i := range tokens[:n] {
		if t := &tokens[i]; t.key != 0 {
			slot := &s.words.Slots[s.words.findShort(t.key)]
			t.word, t.mask = slot.Word, slot.Mask
		}
	}
	return n
}

// readKnown is read of words that the scanner's words look up. Words in a row
// that are in no phrase have one token together.
func readKnown(tokens []token, scan *scanner) (n int) {
	for n < len(tokens) && scan.next() {
		if scan.word == 0 && n > 0 && tokens[n-1].word == 0 {
			continue
		}
		tokens[n] = token{start: scan.start, end: scan.end, word: scan.word, mask: scan.mask, before: scan.before, open: scan.part > 0}
		if scan.inside {
			tokens[n].mask = 0
		}
		n++
	}
	return n
}

// longest returns the id and the number of words of the longest phrase that
// begins at the first token, or 0 words if there is none.
func (s *Set) longest(tokens []token) (id uint32, words int) {
	at, mask := startOf(tokens[0].word), tokens[0].mask
	end := at
	for i := 1; ; i++ {
		if mask&isPhrase != 0 && !tokens[i-1].open {
			end, words = at, i
		}
		if i == len(tokens) || mask&^isPhrase == 0 {
			break
		}
		next := &tokens[i]
		if next.before == block {
			break
		}
		if next.before == sentence {
			at, mask = s.step(at, mask, anEnd)
		}
		if at, mask = s.step(at, mask, next.word); mask == 0 {
			break
		}
	}
	if words == 0 {
		return 0, 0
	}
	return *s.id(end), words
}

// step returns the node that a word leads to from another, with its mask, or
// a mask of 0 if there is none.
func (s *Set) step(from, mask, word uint32) (to, toMask uint32) {
	if word == 0 || mask&maskBit(word) == 0 {
		return 0, 0
	}
	return s.edges.to(from, word)
}
