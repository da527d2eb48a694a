// Package markup reads pages from their bytes: a Scanner makes the fingerprint of a page, by which
// pages of one template are told from others, and ReadOutline keeps its elements, tags and text.
package markup

// Limits of what a Scanner keeps of one page; a page that exceeds them is read to
// its end, with Fingerprint.Truncated set.
const (
	MaxDepth    = 1024
	maxFeatures = 8192 // distinct paths and signatures
	maxClass    = 512  // bytes of a class attribute
	endSearch   = 8    // open elements in which the start tag of an end tag is looked for

	featureSlots = 2 * maxFeatures
)

// A Scanner makes the fingerprint of a page in one pass over its bytes, without a DOM,
// and once warm without allocating. Pages are UTF-8. It follows the HTML standard on
// optional tags, void elements and raw text. The zero value is ready; a Scanner serves
// one goroutine at a time and is best used for many pages. Time is linear in the page,
// memory at most about 2 MB whatever the page.
type Scanner struct {
	fp Fingerprint

	frames  []frame
	over    int                   // elements open beyond maxDepth
	table   *[featureSlots]uint16 // features by hash: index in fp.features + 1
	shapes  []shape
	byKey   *[featureSlots]uint16 // shapes by key: index in shapes + 1
	foreign int                   // depth of the outermost svg or math, 0 outside
	body    bool                  // a body was opened
	quirks  bool                  // there is no doctype
	paras   int                   // open p elements
	long    bool                  // no short way is taken: a test compares both
}

// Scan reads a page. The result is valid until the Scanner is used again.
func (s *Scanner) Scan(page []byte) *Fingerprint {
	s.reset()
	s.fp.Bytes = len(page)
	s.read(page)
	s.popTo(0)
	s.spread()
	return &s.fp
}

// reset prepares the Scanner for a new page.
func (s *Scanner) reset() {
	if s.frames == nil {
		s.frames = make([]frame, 0, 64)
	}
	if s.table == nil {
		s.table, s.byKey = new([featureSlots]uint16), new([featureSlots]uint16)
	}
	for i := range s.fp.Features {
		s.table[s.fp.Features[i].slot] = 0
	}
	for i := range s.shapes {
		s.byKey[s.shapes[i].slot] = 0
	}
	s.shapes, s.frames = s.shapes[:0], s.frames[:0]
	s.fp = Fingerprint{Features: s.fp.Features[:0]}
	s.over, s.foreign, s.paras, s.body, s.quirks = 0, 0, 0, false, true
}

// frame is an open element.
type frame struct {
	Tag     Tag
	Kind    kind
	key     uint64 // tags and classes as written, from the root
	Sig     uint64 // tag and classes
	path    uint64 // tags from the root
	feature int32  // its signature under its parent's, in fp.features
}

// A shape is a path from the root with tags and classes as written. What follows
// from it is computed once a page.
type shape struct {
	key, sig, path  uint64
	feature, onPath int32
	again           int32 // elements after the first, not yet counted in the features
	slot            uint16
}
