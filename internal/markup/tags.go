package markup

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// kind says how a tag behaves in a page, as far as fingerprints depend on it.
type kind uint16

const (
	Void     kind = 1 << iota // has no end tag
	raw                       // its content is text up to its own end tag
	Phrasing                  // formats text; a and span count as layout
	block                     // closes an open p
	scope                     // hides elements open outside of it from end tags
	special                   // ends the search for an open li, dd or dt
	Wording                   // appears in running text: whether it is there is content
	Heading                   // h1 to h6
	headOnly                  // belongs in head while no body is open
	foreign                   // svg and math, inside which <x/> is closed
	item                      // closes others of its kind
	outer                     // html, head and body

	implies = block | item | outer // may close or open others when it starts
)

// Tag is the identity of a tag name, whatever its case.
type Tag uint64

func hashTag(name []byte) Tag {
	var h uint64
	for ; len(name) >= wordLen; name = name[wordLen:] {
		h = mixWord(h ^ lowered(binary.LittleEndian.Uint64(name)))
	}
	if len(name) > 0 {
		var last [wordLen]byte
		copy(last[:], name)
		h = mixWord(h ^ lowered(binary.LittleEndian.Uint64(last[:])))
	}
	return Tag(h)
}

// Names are read as words of eight bytes, the first byte lowest.
const (
	wordLen   = 8
	sixBits   = 0x4040404040404040 // set in letters and a few other bytes, not in what ends a name
	wordClass = 'c' | 'l'<<8 | 'a'<<16 | 's'<<24 | 's'<<32
)

// wordAt returns the eight bytes of b from at on. With the slice's capacity given the
// compiler omits a check, which is a third of the time.
func wordAt(b []byte, at int) uint64 {
	return binary.LittleEndian.Uint64(b[at : at+wordLen : at+wordLen])
}

// nameAt returns the word at b[at], and how many of its bytes, from the first,
// may be letters or the digits 0 to 7: those of h1 have bits 5 and 4 and not 3.
func nameAt(b []byte, at int) (name uint64, n int) {
	name = wordAt(b, at)
	in := name | name<<1&(name<<2)&^(name<<3)
	return name, bits.TrailingZeros64(^in&sixBits) >> 3
}

// firstIn returns the index of the first such byte in a word, wordLen if there is
// none.
func firstIn(word uint64, c byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	word ^= ones * uint64(c)
	return bits.TrailingZeros64((word-ones)&^word&tops) >> 3
}

// firstSign returns the index of the first of < = > ? in a word, wordLen if there
// is none.
func firstSign(word uint64) int {
	const allButTwoBits = 0xfcfcfcfcfcfcfcfc
	return firstIn(word&allButTwoBits, '<')
}

// lowered makes letters lower-case; a few other bytes become equal too.
func lowered(word uint64) uint64 { return word | word&sixBits>>1 }

// lowerWord returns the first n bytes of a word, 0 to 7, in lower case.
func lowerWord(word uint64, n int) uint64 { return lowered(word & (1<<(8*uint(n)&63) - 1)) }

// hashWord is hashTag of the first n bytes of a word, 1 to 7.
func hashWord(word uint64, n int) Tag { return Tag(mixWord(lowerWord(word, n))) }

func mixWord(h uint64) uint64 {
	h *= pathSalt
	return h ^ h>>32
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// TagOf returns the tag of a name.
func TagOf(name string) Tag { return hashTag([]byte(name)) }

var (
	tagHTML, TagHead, tagBody                  = TagOf("html"), TagOf("head"), TagOf("body")
	tagP, tagLi, tagDd, tagDt                  = TagOf("p"), TagOf("li"), TagOf("dd"), TagOf("dt")
	TagTable, TagTr, tagTd, tagTh              = TagOf("table"), TagOf("tr"), TagOf("td"), TagOf("th")
	TagTbody, TagThead, TagTfoot               = TagOf("tbody"), TagOf("thead"), TagOf("tfoot")
	tagColgroup, tagCaption                    = TagOf("colgroup"), TagOf("caption")
	tagOption, tagOptgroup, tagAddress, tagDiv = TagOf("option"), TagOf("optgroup"), TagOf("address"), TagOf("div")
	tagPlaintext                               = TagOf("plaintext")
	tagTemplate, TagA, tagSpan, tagButton      = TagOf("template"), TagOf("a"), TagOf("span"), TagOf("button")
	tagWbr                                     = TagOf("wbr")
)

var kindNames = []struct {
	kind  kind
	names string
}{
	{Void, "area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen"},
	{raw, "script style textarea title xmp iframe noembed noframes noscript plaintext"},
	{Phrasing, "b i u em strong font small big tt s strike sub sup code abbr acronym cite q mark nobr"},
	{block, "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp"},
	{scope, "html table td th caption marquee object applet template"},
	{special, "address applet article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp"},
	{Wording, "a abbr acronym b big blockquote br caption center cite code col colgroup dd dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img li mark math ol p pre q s small span strike strong sub sup svg table tbody td tfoot th thead tr tt u ul"},
	{Heading, "h1 h2 h3 h4 h5 h6"},
	{headOnly, "base basefont bgsound link meta noframes noscript script style template title"},
	{foreign, "svg math"},
	{item, "li dd dt option optgroup td th tr tbody thead tfoot h1 h2 h3 h4 h5 h6"},
	{outer, "html head body"},
}

// kinds is an open-addressed table of the tags that have a kind.
var kinds = makeKinds()

type kindSlot struct {
	tag  Tag
	kind kind
}

const kindSlots = 1 << 9

func makeKinds() *[kindSlots]kindSlot {
	var t [kindSlots]kindSlot
	for _, g := range kindNames {
		for name := range strings.FieldsSeq(g.names) {
			s := slotOf(&t, TagOf(name))
			s.tag = TagOf(name)
			s.kind |= g.kind
		}
	}
	return &t
}

func slotOf(t *[kindSlots]kindSlot, h Tag) *kindSlot {
	for i := uint64(h) >> 32 % kindSlots; ; i = (i + 1) % kindSlots {
		if s := &t[i]; s.tag == h || s.tag == 0 {
			return s
		}
	}
}

func kindOf(h Tag) kind { return slotOf(kinds, h).kind }

// ends says which bytes end the name of a tag or an attribute; endsKey is set
// for those that end only an attribute's name.
var ends = [256]uint8{'>': endsName, '/': endsName, ' ': endsName | space, '\n': endsName | space, '\t': endsName | space, '\r': endsName | space, '\f': endsName | space, '=': endsKey}

const (
	endsName = 1 << iota
	endsKey
	space
)

func isSpace(c byte) bool { return ends[c]&space != 0 }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

const pathSalt = 0x9e3779b97f4a7c15

// FNV-1a, for class tokens.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// mix spreads the bits of a hash (the finalizer of SplitMix64).
func mix(h uint64) uint64 {
	h ^= h >> 30
	h *= 0xbf58476d1ce4e5b9
	h ^= h >> 27
	h *= 0x94d049bb133111eb
	return h ^ h>>31
}

// rawHash adds bytes to a hash, eight at a time. The last may be read twice, so
// that the length counts too.
func rawHash(h uint64, b []byte) uint64 {
	n := len(b)
	h ^= uint64(n) * fnvOffset
	var last uint64
	switch {
	case n == 0:
	case n >= 8:
		for i := 0; i < n-8; i += 8 {
			h = (h ^ binary.LittleEndian.Uint64(b[i:])) * pathSalt
			h ^= h >> 29
		}
		last = binary.LittleEndian.Uint64(b[n-8:])
	case n >= 4:
		last = uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<32
	default:
		last = uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	h = (h ^ last) * pathSalt
	return h ^ h>>32
}

// Signature is the hash of a tag and its classes, whatever their order. The
// classes of html and body describe the state of one page and do not count, nor
// do numbers of four digits or more in a class.
func Signature[T string | []byte](tag Tag, class T) uint64 {
	h := mix(uint64(tag))
	if tag == tagHTML || tag == tagBody {
		return h
	}
	token, before, digits, some := uint64(fnvOffset), uint64(0), 0, false
	for i := range len(class) {
		switch c := class[i]; {
		case isSpace(c):
			if some {
				h += mix(token)
			}
			token, digits, some = fnvOffset, 0, false
			continue
		case c < '0' || c > '9':
			digits = 0
			token = (token ^ uint64(c)) * fnvPrime
		case digits == 3:
			token = before
		default:
			if digits == 0 {
				before = token
			}
			digits++
			token = (token ^ uint64(c)) * fnvPrime
		}
		some = true
	}
	if some {
		h += mix(token)
	}
	return h
}
