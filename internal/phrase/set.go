package phrase

// A Set is an immutable set of phrases, each with an id, that finds them in
// texts. It is safe for concurrent use; its zero value is empty.
//
// It is a trie whose edges are words, in flat slices: about 8 bytes a node
// and 24 to 48 an edge, besides 32 to 64 and its letters for each distinct
// word.
type Set struct {
	words wordTable
	edges edgeTable
	nodes []node // the first is no node
	count int    // phrases
	depth int    // words of the longest
}

// A node is reached by the words of at least one phrase, or by a beginning.
type node struct {
	ID   uint32 // of the phrase that ends here
	Mask uint32 // isPhrase, and one of the other bits for each word that leads on
}

// isPhrase is set in the mask of a node where a phrase ends.
const isPhrase = 1 << 31

// maskBit returns the bit that stands for a word in the mask of a node, so
// that most words that do not lead on are turned away without a search.
func maskBit(word uint32) uint32 {
	return 1 << (word % 31)
}

// A Hit is one phrase found in a text.
type Hit struct {
	ID         uint32
	Start, End int // text[Start:End] is the phrase as written, in bytes
}

// Len returns the number of distinct phrases.
func (s *Set) Len() int { return s.count }

// A token is one word of a text as the trie sees it.
type token struct {
	start, end int
	key        uint64 // of a word of at most 8 bytes, until its number is known
	word       uint32 // its number; 0 if it is in no phrase
	node       uint32 // where it leads at the start of a phrase, or 0
	mask       uint32 // of that node
	before     boundary
}

// window is how many words of a text Match holds at a time: enough for the
// longest phrase, and as many again to begin at.
const window = 2 * MaxWords

// Match appends to dst the phrases found in text and returns it. Of the
// phrases that begin at a word the longest is taken, and the next is looked
// for after its end, so hits are in order and do not overlap. Match allocates
// only to grow dst. It takes time in O(len(text) + words*depth), where depth,
// at most MaxWords, is the number of words of the longest phrase; only texts
// that nearly repeat long phrases come near it.
func (s *Set) Match(dst []Hit, text string) []Hit {
	if s.count == 0 {
		return dst
	}
	var (
		scan  = scanner{text: text}
		queue [window]token
		have  int // words in queue
		more  = true
	)
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
		id, n := s.longest(queue[at:have])
		if n == 0 {
			at++
			continue
		}
		dst = append(dst, Hit{id, queue[at].start, queue[at+n-1].end})
		at += n
	}
}

// read makes tokens of the next words and returns how many; fewer than there
// is room for only at the end of the text. It does so in three rounds, so that
// the memory that one word waits for is fetched beside that of the others.
func (s *Set) read(tokens []token, scan *scanner) (n int) {
	for n < len(tokens) && scan.next() {
		t := &tokens[n]
		t.start, t.end, t.before = scan.start, scan.end, scan.before
		t.key, t.word, t.node = 0, 0, 0
		if scan.size > 8 {
			slot := &s.words.Slots[s.words.findLong(scan.buf[:scan.size])]
			t.word, t.node = slot.Word, slot.Node
		} else if scan.size > 0 {
			t.key = scan.key
		}
		n++
	}
	tokens = tokens[:n]
	for i := range tokens {
		if t := &tokens[i]; t.key != 0 {
			slot := &s.words.Slots[s.words.findShort(t.key)]
			t.word, t.node = slot.Word, slot.Node
		}
	}
	for i := range tokens {
		tokens[i].mask = s.nodes[tokens[i].node].Mask
	}
	return n
}

// longest returns the id and the number of words of the longest phrase that
// begins at the first token, or 0 words if there is none. The token must have
// a node.
func (s *Set) longest(tokens []token) (id uint32, words int) {
	at, mask := tokens[0].node, tokens[0].mask
	for i := 1; ; i++ {
		if mask&isPhrase != 0 {
			id, words = s.nodes[at].ID, i
		}
		if i == len(tokens) || mask&^isPhrase == 0 {
			return id, words
		}
		next := &tokens[i]
		if next.before != within {
			if next.before == block {
				return id, words
			}
			at = s.step(at, anEnd)
			mask = s.nodes[at].Mask
		}
		if next.word == 0 || mask&maskBit(next.word) == 0 {
			return id, words
		}
		at = s.edges.to(at, next.word)
		mask = s.nodes[at].Mask
	}
}

// step returns the node that a word leads to, or 0.
func (s *Set) step(from, word uint32) uint32 {
	if word == 0 || s.nodes[from].Mask&maskBit(word) == 0 {
		return 0
	}
	return s.edges.to(from, word)
}

// Lookup returns the id of a phrase: of the one that has the same words,
// whatever separates them.
func (s *Set) Lookup(phrase string) (id uint32, ok bool) {
	if s.count == 0 {
		return 0, false
	}
	var at uint32
	scan := scanner{text: phrase}
	for first := true; scan.next(); first = false {
		if scan.size == 0 {
			return 0, false
		}
		slot := &s.words.Slots[s.words.find(&scan)]
		if first {
			at = slot.Node
		} else {
			at = s.step(at, slot.Word)
		}
		if at == 0 {
			return 0, false
		}
	}
	end := s.nodes[at]
	return end.ID, end.Mask&isPhrase != 0
}
