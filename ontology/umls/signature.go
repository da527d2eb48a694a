package umls

// A signature is a sum over the first letters of the words of a name, in any
// order. Names that are equal as phrase.Normalize or names.Loose say have
// equal signatures, for neither changes how a word begins. So a scan of millions
// of names normalizes the few that can be equal.
type signature uint64

// Kinds of bytes: 0 for separators, otherwise 1 plus the place of a letter or
// digit, case folded, in "a...z0...9", or one of two bits.
const (
	separator  = 0
	apostrophe = 1 << 6 // a separator that may begin an 's, which is no word
	other      = 1 << 7 // belongs to a word or not: normalize the name
)

var kinds = func() (kinds [256]uint8) {
	for c := range kinds {
		switch {
		case 'a' <= c && c <= 'z':
			kinds[c] = uint8(c-'a') + 1
		case 'A' <= c && c <= 'Z':
			kinds[c] = uint8(c-'A') + 1
		case '0' <= c && c <= '9':
			kinds[c] = uint8(c-'0') + 27
		case c == '\'':
			kinds[c] = apostrophe
		case c >= 0x80 || c == '+' || c == '#':
			kinds[c] = other
		}
	}
	return kinds
}()

// shares are what each first letter adds to a sum, by its kind: numbers far
// apart, so that different letters hardly have equal sums. Separators add 0.
var shares = func() (shares [256]signature) {
	for i := 1; i < apostrophe; i++ {
		x := uint64(i) * 0x9e3779b97f4a7c15
		x ^= x >> 31
		shares[i] = signature(x * 0xbf58476d1ce4e5b9)
	}
	return shares
}()

// isWord reports whether a byte of a kind belongs to a word or may do so.
func isWord(kind uint8) bool { return kind&^apostrophe != separator }

// sign returns the signature of a name. It is not plain if the name has bytes
// that the signature cannot divide into words.
func sign(name []byte) (s signature, plain bool) {
	// Without branches, which the lengths of words make hard to predict: what
	// is behind a separator is added, which is nothing behind another.
	separated := ^signature(0)
	seen := uint8(0)
	for _, c := range name {
		kind := kinds[c]
		s += shares[kind] & separated
		separated = -(signature(int64(kind&63)-1) >> 63)
		seen |= kind
	}
	switch {
	case seen&other != 0:
		return 0, false
	case seen&apostrophe != 0:
		for i := range name {
			if isPossessive(name, i) {
				s -= shares[kinds['s']]
			}
		}
	}
	return s, true
}

// isPossessive reports whether an 's that is no word begins at i.
func isPossessive(name []byte, i int) bool {
	return name[i] == '\'' && i > 0 && isWord(kinds[name[i-1]]) &&
		i+1 < len(name) && kinds[name[i+1]] == kinds['s'] && (i+2 == len(name) || !isWord(kinds[name[i+2]]))
}

// A letterSet holds kinds of letters and digits.
type letterSet uint64

const anyLetter = ^letterSet(0)

// firstLetters returns the first letters of the words of an ASCII name in
// normal form.
func firstLetters(normal string) (set letterSet) {
	for i := range len(normal) {
		if i == 0 || normal[i-1] == ' ' {
			set |= 1 << kinds[normal[i]]
		}
	}
	return set
}

// begins reports whether the first word of a name begins with one of the letters
// or with what is no ASCII letter.
func (set letterSet) begins(name []byte) bool {
	for _, c := range name {
		if kind := kinds[c]; isWord(kind) {
			return kind == other || set>>kind&1 != 0
		}
	}
	return false
}
