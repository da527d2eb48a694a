package words

import (
	"math"
	"math/bits"
	"strings"
)

// Alike is the F1 from which on two readings of a zone are the same.
const Alike = 0.97

// Same reports whether two texts are alike as bags of words. Of what stands in the
// same order at the ends, but for headings that one of them lacks, the words are only
// counted, and no further than needed to tell.
func Same(a, b string) bool {
	var common []string // what they share, in parts
	skipped := 0
	for {
		n := commonStart(a, b)
		common = append(common, a[:n])
		a, b = a[n:], b[n:]
		x, y := skipHeading(a, b), skipHeading(b, a)
		if x+y == 0 {
			break
		}
		skipped += count(a[:x]) + count(b[:y])
		a, b = a[x:], b[y:]
	}
	n := commonEnd(a, b)
	common = append(common, a[len(a)-n:])
	a, b = a[:len(a)-n], b[:len(b)-n]
	x, y := count(a), count(b)
	rest, same := skipped+x+y, 0
	enough := 1 + int(math.Ceil(Alike/(1-Alike)*float64(rest)/2)) // words in common that make them alike
	for _, s := range common {
		same += countUpTo(enough-same, s)
	}
	all := float64(2*same + rest)
	if all == 0 || 2*float64(same+min(x, y))/all < Alike {
		return false
	}
	return 2*float64(same)/all >= Alike || 2*float64(same+CommonHashes(AppendHashes(nil, a), AppendHashes(nil, b)))/all >= Alike
}

// commonStart returns how many bytes two texts begin with in common, up to the end of
// a word and the space behind it.
func commonStart(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], ' ') + 1
}

// commonEnd returns how many bytes two texts end with in common, from a space on.
func commonEnd(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	if i := strings.IndexByte(a[len(a)-n:], ' '); i >= 0 {
		return n - i
	}
	return 0
}

// skipHeading returns the length of a few words at the start of a text behind which it
// goes on as another, 0 if it does not.
func skipHeading(a, b string) int {
	const most, longest, enough = 4, 60, 20 // words, bytes of one, bytes that agree
	to := 0
	for range most {
		n := strings.IndexByte(a[to:min(len(a), to+longest)], ' ')
		if n < 0 {
			return 0
		}
		to += n + 1
		if len(a) >= to+enough && strings.HasPrefix(b, a[to:to+enough]) {
			return to
		}
	}
	return 0
}

// CommonHashes returns how many hashes two lists have in common.
func CommonHashes(g, o []uint64) int {
	n := 0
	var left bag
	left.resize(2 << bits.Len(uint(len(g))))
	for _, h := range g {
		left.add(h)
	}
	for _, h := range o {
		if c := left.find(h); c.n > 0 {
			c.n--
			n++
		}
	}
	return n
}
