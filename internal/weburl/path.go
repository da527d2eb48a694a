package weburl

import (
	"bytes"
	"strings"
)

// appendPath appends path to dst, in which a path without a slash at its end,
// possibly empty, begins at start: the path state of the standard. The slash
// that parts the two may be missing from path.
func appendPath(dst []byte, start int, path string) []byte {
	if path != "" && isSlash(path[0]) {
		path = path[1:]
	}
	if isPlain(path) {
		dst = append(dst, '/')
		return append(dst, path...)
	}
	for {
		end := 0
		for end < len(path) && !isSlash(path[end]) {
			end++
		}
		last := end == len(path)
		dst = appendSegment(dst, start, path[:end], last)
		if last {
			return dst
		}
		path = path[end+1:]
	}
}

// isPlain reports whether path needs no change. It may miss that, for a
// segment that starts with '.' or '%' and is no dot segment.
func isPlain(path string) bool {
	if path != "" && startsDot(path[0]) {
		return false
	}
	for i := range len(path) {
		c := path[i]
		if classes[c]&(inPath|backslash) != 0 {
			return false
		}
		if c == '/' && i+1 < len(path) && startsDot(path[i+1]) {
			return false
		}
	}
	return true
}

func startsDot(c byte) bool { return c == '.' || c == '%' }

// appendSegment appends a slash and the segment, or does what a dot segment
// says. Dot segments at the end leave a slash there.
func appendSegment(dst []byte, start int, segment string, last bool) []byte {
	switch dots(segment) {
	case 0:
		dst = append(dst, '/')
		return appendEscaped(dst, segment, inPath)
	case 2:
		if slash := bytes.LastIndexByte(dst[start:], '/'); slash >= 0 {
			dst = dst[:start+slash]
		}
	}
	if last {
		dst = append(dst, '/')
	}
	return dst
}

// dots returns the number of dots, bare or escaped, if segment is a single-dot
// or double-dot segment, and otherwise 0.
func dots(segment string) int {
	n := 0
	for ; segment != ""; n++ {
		switch {
		case n == 2:
			return 0
		case segment[0] == '.':
			segment = segment[1:]
		case strings.HasPrefix(segment, "%2e"), strings.HasPrefix(segment, "%2E"):
			segment = segment[len("%2e"):]
		default:
			return 0
		}
	}
	return n
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }
