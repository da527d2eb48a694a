package phrase

// MaxWords bounds the words of one phrase.
const MaxWords = 64

// A Builder collects phrases for a Set. Its zero value is ready.
type Builder struct {
	set  Set
	scan scanner
}

// Add puts a phrase into the set under an id, which may be any number and may
// serve many phrases. It returns the id that the phrase has from now on: if
// the same words were added before, that is the first id, which stays. It
// returns false, and the set does not change, if the phrase has no word, more
// than MaxWords, or a word over MaxWordBytes.
//
// A phrase in which sentences end ("St. Louis encephalitis") is found both
// with all these ends and with none of them.
func (b *Builder) Add(phrase string, id uint32) (current uint32, ok bool) {
	s := &b.set
	s.words.reserve(MaxWords)
	b.scan.text, b.scan.pos = phrase, 0
	var (
		scan  = &b.scan
		path  [MaxWords]uint32 // numbers of the words
		ends  uint64           // bit i is set if a sentence ends before word i
		first int              // slot of the first word
		n     int
	)
	for ; scan.next(); n++ {
		if n == MaxWords || scan.size == 0 {
			return 0, false
		}
		slot := s.words.add(scan)
		path[n] = s.words.Slots[slot].Word
		if n == 0 {
			first = slot
		} else if scan.before == sentence {
			ends |= 1 << n
		}
	}
	if n == 0 {
		return 0, false
	}
	s.edges.reserve(len(s.nodes) + 3*MaxWords) // fewer edges than nodes
	if len(s.nodes) == 0 {
		s.nodes = make([]node, 1, smallestTable)
	}
	start := &s.words.Slots[first].Node
	if *start == 0 {
		*start = b.newNode()
	}
	last := &s.nodes[b.insert(*start, path[1:n], 0)]
	if last.Mask&isPhrase == 0 {
		last.ID = id
		last.Mask |= isPhrase
		s.count++
		s.depth = max(s.depth, n)
	}
	current = last.ID
	if ends != 0 {
		last = &s.nodes[b.insert(*start, path[1:n], ends>>1)]
		last.ID = current
		last.Mask |= isPhrase
	}
	return current, true
}

// insert returns the node to which words lead from a node, with a sentence
// end before word i if bit i of ends is set, and makes what is missing.
func (b *Builder) insert(at uint32, words []uint32, ends uint64) uint32 {
	for _, word := range words {
		if ends&1 != 0 {
			at = b.extend(at, anEnd)
		}
		at = b.extend(at, word)
		ends >>= 1
	}
	return at
}

// extend returns the node to which one word leads, making it if need be.
func (b *Builder) extend(from, word uint32) uint32 {
	s := &b.set
	i := s.edges.find(from, word)
	if to := s.edges.Slots[i].To; to != 0 {
		return to
	}
	to := b.newNode()
	s.edges.put(i, edgeSlot{from, word, to})
	s.nodes[from].Mask |= maskBit(word)
	return to
}

func (b *Builder) newNode() uint32 {
	b.set.nodes = append(b.set.nodes, node{})
	return uint32(len(b.set.nodes) - 1)
}

// Build returns the set of the phrases added so far and leaves the builder
// empty.
func (b *Builder) Build() *Set {
	set := b.set
	*b = Builder{}
	return &set
}
