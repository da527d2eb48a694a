package urls

import "strings"

// documentIDs is how many times as many ids may stand in a URL where they may
// be those of documents.
const documentIDs = 100

// draftSession drafts the session ids in a URL among those of its like.
// Parameters that are no known session ids but look like ids are taken if there
// are no others, and may be more.
func draftSession(d *draft, p parts) (times int) {
	if p.query == "" && strings.IndexByte(p.path, ';') < 0 && strings.IndexByte(p.path, '(') < 0 {
		return 0
	}
	d.keep(p.host)
	known := draftPathSessions(d, p.path)
	if anyOf(p.query, "&", isSession) {
		draftParameters(d, p.query, isSession)
		return 1
	}
	if known {
		d.keep(p.query)
		return 1
	}
	if anyOf(p.query, "&", hasID) {
		draftParameters(d, p.query, hasID)
		return documentIDs
	}
	return 0
}

func hasID(parameter string) bool {
	_, value, _ := strings.Cut(parameter, "=")
	return isID(value)
}

func draftPathSessions(d *draft, path string) (some bool) {
	for segment := range strings.SplitSeq(path[1:], "/") {
		switch kept, ok := withoutSegmentSession(segment); {
		case !ok:
			d.tell(segment)
			some = true
		case kept != segment:
			d.keep(kept)
			d.tell(segment)
			some = true
		default:
			d.keep(segment)
		}
	}
	return some
}

// draftParameters drafts the values of the parameters that are varied.
func draftParameters(d *draft, query string, varied func(string) bool) {
	for parameter := range strings.SplitSeq(query, "&") {
		if varied(parameter) {
			name, value, _ := strings.Cut(parameter, "=")
			d.keep(name)
			d.tell(value)
		} else {
			d.keep(parameter)
		}
	}
}

func anyOf(s, separator string, is func(string) bool) bool {
	for piece := range strings.SplitSeq(s, separator) {
		if is(piece) {
			return true
		}
	}
	return false
}
