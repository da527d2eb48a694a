package markup

import "slices"

// root is the document, the parent of html. It is never written to.
var root = frame{feature: -1}

// open opens an element.
func (s *Scanner) open(tag Tag, kind kind, pos int, class []byte) {
	if len(class) > maxClass {
		class = class[:maxClass]
		s.fp.Truncated = true
	}
	depth := len(s.frames)
	if depth == cap(s.frames) {
		s.frames = slices.Grow(s.frames, depth)
	}
	s.frames = s.frames[:depth+1]
	f, above := &s.frames[depth], &root
	if depth > 0 {
		above = &s.frames[depth-1]
	}
	f.Tag, f.Kind = tag, kind
	f.key = rawHash(above.key^uint64(tag), class)
	s.fp.Elements++
	s.fp.Depth = max(s.fp.Depth, depth+1)
	if tag == tagP {
		s.paras++
	}
	if !s.known(f) {
		s.learn(f, above, class, pos)
	}
}

// known fills in what follows from an element's shape if the page has had it
// before.
func (s *Scanner) known(f *frame) bool {
	for i := f.key >> 32 % featureSlots; s.byKey[i] != 0; i = (i + 1) % featureSlots {
		p := &s.shapes[s.byKey[i]-1]
		if p.key != f.key {
			continue
		}
		f.Sig, f.path, f.feature = p.sig, p.path, p.feature
		p.again++
		return true
	}
	return false
}

// spread adds the elements of each shape to the counts of its features.
func (s *Scanner) spread() {
	for i := range s.shapes {
		p := &s.shapes[i]
		if p.feature >= 0 {
			s.fp.Features[p.feature].Count += p.again
		}
		if p.onPath >= 0 {
			s.fp.Features[p.onPath].Count += p.again
		}
		p.again = 0
	}
}

// learn computes what follows from an element's shape.
func (s *Scanner) learn(f, above *frame, class []byte, pos int) {
	f.Sig = Signature(f.Tag, class)
	f.path = mix(above.path ^ uint64(f.Tag))
	s.fp.Paths.add(f.path)
	onPath := s.count(f.path^pathSalt, 0, -1, pos, FromPath)
	var from Origin
	if len(class) > 0 || f.Kind&Wording == 0 {
		from = FromFrame
	}
	f.feature = s.count(mix(above.Sig+3*f.Sig), f.Sig, above.feature, pos, from)
	if len(s.shapes) == maxFeatures {
		return
	}
	i := f.key >> 32 % featureSlots
	for s.byKey[i] != 0 {
		i = (i + 1) % featureSlots
	}
	s.shapes = append(s.shapes, shape{f.key, f.Sig, f.path, f.feature, onPath, 0, uint16(i)})
	s.byKey[i] = uint16(len(s.shapes))
}

// popTo closes all elements but the n outermost.
func (s *Scanner) popTo(n int) {
	for len(s.frames) > n {
		last := len(s.frames) - 1
		if s.frames[last].Tag == tagP {
			s.paras--
		}
		s.frames = s.frames[:last]
	}
	if s.foreign > n {
		s.foreign = 0
	}
}

// count counts an occurrence of a feature and returns its index, -1 if the page
// has too many.
func (s *Scanner) count(hash, sig uint64, parent int32, pos int, from Origin) int32 {
	i := hash >> 32 % featureSlots
	for ; s.table[i] != 0; i = (i + 1) % featureSlots {
		n := s.table[i] - 1
		if old := &s.fp.Features[n]; old.Hash == hash {
			old.Count++
			return int32(n)
		}
	}
	if len(s.fp.Features) == maxFeatures {
		s.fp.Truncated = true
		return -1
	}
	s.fp.Features = append(s.fp.Features, Feature{hash, sig, parent, int32(pos), 1, uint16(i), from})
	s.table[i] = uint16(len(s.fp.Features))
	return int32(len(s.fp.Features) - 1)
}
