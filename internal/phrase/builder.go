package phrase

// MaxWords bounds the words of one phrase.
const MaxWords = 64

// A Builder collects phrases for a Set. Its zero value is ready.
type Builder struct {
	// Stem, if set before the first Add, returns the stem of a folded word; words
	// with one stem are equal then. It is called by many goroutines at once.
	Stem func(word string) string

	// Stop, if set before the first Add, reports whether a folded word counts for
	// nothing: such words of phrases and texts are passed over. It is asked
	// before Stem, by many goroutines at once.
	Stop func(word string) bool

	// Folding, if set before the first Add, holds more words equal.
	Folding Folding

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
	if (b.Stem != nil || b.Stop != nil) && s.stemmer == nil {
		s.stemmer = newStemmer(b.Stem, b.Stop)
	}
	s.folding, b.scan.folding = b.Folding, b.Folding
	b.scan.startStems(s.stemmer)
	defer b.scan.endStems()
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
	for len(s.wordIDs) < len(s.words.Ends) {
		s.wordIDs = append(s.wordIDs, 0)
	}
	if len(s.nodeIDs) == 0 {
		s.nodeIDs = append(s.nodeIDs, 0) // no node
	}
	s.edges.reserve(len(s.nodeIDs) + 3*MaxWords) // each node but the first has one edge
	end, mask := b.insert(path[:n], first, 0)
	if *mask&isPhrase == 0 {
		*mask |= isPhrase
		*s.id(end) = id
		s.count++
		s.depth = max(s.depth, n)
	}
	current = *s.id(end)
	if ends != 0 {
		end, mask = b.insert(path[:n], first, ends)
		*mask |= isPhrase
		*s.id(end) = current
	}
	return current, true
}

// insert returns the node to which the words of a phrase lead, and its mask,
// and makes what is missing. The first word is in slot first; a sentence ends
// before word i if bit i of ends is set.
func (b *Builder) insert(words []uint32, first int, ends uint64) (at uint32, mask *uint32) {
	at, mask = startOf(words[0]), &b.set.words.Slots[first].Mask
	for i, word := range words[1:] {
		if ends>>(i+1)&1 != 0 {
			at, mask = b.extend(at, mask, anEnd)
		}
		at, mask = b.extend(at, mask, word)
	}
	return at, mask
}

// extend returns the node to which one word leads from another, and its mask.
func (b *Builder) extend(from uint32, fromMask *uint32, word uint32) (to uint32, mask *uint32) {
	s := &b.set
	i := s.edges.find(from, word)
	slot := &s.edges.Slots[i]
	if slot.To == 0 {
		s.edges.put(i, edgeSlot{From: from, Word: word, To: uint32(len(s.nodeIDs))})
		s.nodeIDs = append(s.nodeIDs, 0)
		*fromMask |= maskBit(word)
	}
	return slot.To, &slot.Mask
}

// Build returns the set of the phrases added so far and leaves the builder
// empty.
func (b *Builder) Build() *Set {
	set := b.set
	*b = Builder{}
	return &set
}
