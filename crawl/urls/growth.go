package urls

import "strings"

// depth returns the number of segments of a path, but for an empty one at its
// end.
func depth(path string) int {
	n := strings.Count(path, "/")
	if strings.HasSuffix(path, "/") {
		n--
	}
	return n
}

// maxSegments bounds how many segments of a path are compared with each other.
const maxSegments = 64

// repeats returns how often the most frequent segment stands in a path.
// Numbers do not count, for they are dates and coordinates.
func repeats(path string) int {
	var segments [maxSegments]string
	n, most := 0, 0
	for segment := range strings.SplitSeq(path[1:], "/") {
		if n == maxSegments {
			break
		}
		if isNumber(segment) {
			continue
		}
		same := 1
		for _, other := range segments[:n] {
			if segment == other {
				same++
			}
		}
		segments[n] = segment
		n++
		most = max(most, same)
	}
	return most
}

// isNumber reports whether s is of digits alone, or empty.
func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}
