package bartree

import "fmt"

// A spotter records the path to the region while a page is scanned: that of its
// first occurrence in the body, else in the head.
type spotter struct {
	rank  int // of the occurrence that is recorded: 2 in the body, 1 in the head, 0 for none
	depth int // its levels
	open  int // how many of them are still open
	kids  []uint64
	names []byte
}

func (p *spotter) reset() {
	p.rank, p.depth, p.open = 0, 0, 0
	p.kids, p.names = p.kids[:0], p.names[:0]
}

// Find makes the Scanner look for a region by its text in the pages that it
// reads from now on. The text is compared as people see it: character
// references decoded, white space collapsed, tags ignored. It is an error if
// the text is blank or longer than 64 KiB. The empty string ends the search.
func (s *Scanner) Find(text string) error {
	s.find, s.spot = nil, nil
	if text == "" {
		return nil
	}
	m := newMatcher(text)
	if len(m.want) == 0 || len(m.want) > maxText {
		return fmt.Errorf("bartree: region text of %d bytes: want 1 to %d", len(m.want), maxText)
	}
	s.find, s.spot = m, &spotter{}
	m.hit = s.hit
	return nil
}

// hit is called for each occurrence of the text.
func (s *Scanner) hit(start, end int) {
	before := s.find.seen - len(s.find.want)
	n := len(s.frames)
	for n > 0 && s.frames[n-1].seen > before {
		n--
	}
	if n == 0 {
		return
	}
	rank := 1
	if n > 1 && s.frames[1].tag != tagHead {
		rank = 2
	}
	switch {
	case rank > s.spot.rank:
		s.take(n, rank)
		s.fp.Found, s.fp.Start, s.fp.End = 1, start, end
	case rank == s.spot.rank:
		s.fp.Found++
	}
}

// indexOf returns the index of an open element among its siblings.
func (s *Scanner) indexOf(level int) int {
	if level == 0 {
		return 0
	}
	return int(s.frames[level].kids-s.frames[level-1].kids) - 1
}

// take records the n outermost open elements as the path to the region.
func (s *Scanner) take(n, rank int) {
	p := s.spot
	p.reset()
	p.rank, p.depth, p.open = rank, n, n
	s.fp.levels = s.fp.levels[:0]
	for i := range n {
		f := &s.frames[i]
		end := len(s.names)
		if i+1 < len(s.frames) {
			end = int(s.frames[i+1].name)
		}
		from := len(p.names)
		p.names = append(p.names, s.names[f.name:end]...)
		tag := p.names[from:]
		class := tag
		for k, c := range tag {
			if c == ' ' {
				tag, class = tag[:k:k], class[k+1:]
				break
			}
		}
		s.fp.levels = append(s.fp.levels, level{tag: tag, class: class, index: s.indexOf(i)})
	}
	p.kids = append(p.kids, s.frames[0].sig)
	s.fp.levels[0].siblings = p.kids[:1:1]
}

// closed records the siblings on the level below an element of the path that ends.
func (p *spotter) closed(s *Scanner, i int) {
	if i >= p.open {
		return
	}
	p.open = i
	if i+1 < p.depth {
		from := len(p.kids)
		p.kids = append(p.kids, s.kids[s.frames[i].kids:]...)
		s.fp.levels[i+1].siblings = p.kids[from:len(p.kids):len(p.kids)]
	}
}
