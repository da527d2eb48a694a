package urls

import "strings"

const (
	// minYearParts and maxYearParts are how many parts the years of a calendar have,
	// months by name or weeks. Of fewer, the year may be the number of a document,
	// behind its kind; more may be topics or chapters.
	minYearParts, maxYearParts = 7, 53
	// yearTimes is how many times as many dates of that kind may stand in a URL.
	yearTimes = 2
)

// draftYear drafts a year in a URL with what stands beside it, be it the name of a
// month in any language or the number of a week: 2026/novembre, 2026-W48,
// ?jahr=2026&woche=48. What stands beside it becomes the part of the draft.
func draftYear(d *draft, p parts) (times int) {
	local := p.local()
	d.keep(p.name)
	d.keep("year")
	for i := 1; i < len(local); i++ {
		if isAlnum(local[i-1]) || yearLen(local[i:]) == 0 {
			continue
		}
		from, to, part := besideYear(local, i)
		if part == "" {
			continue
		}
		d.keep(local[:from])
		d.vary(local[from:to])
		d.keep(local[to:])
		d.part = d.hash(part)
		return yearTimes
	}
	if d.keep(p.path); draftYearParameter(d, p.query) {
		return yearTimes
	}
	return 0
}

// besideYear returns from where to where the year at i and the part beside it are,
// looking first where no slash is between them.
func besideYear(s string, i int) (from, to int, part string) {
	from, to = i, i+len("2026")
	if s[i-1] != '/' {
		if from, part = partBefore(s, i); part != "" {
			return from, to, part
		}
	}
	if to, part = partAfter(s, to); part == "" {
		from, part = partBefore(s, i)
	}
	return from, to, part
}

// partAfter returns where the part ends that is behind a year which ends at i.
func partAfter(s string, i int) (end int, part string) {
	at := i
	switch {
	case i < len(s) && isJoint(s[i]):
		at++
	case i == len(s) || s[i]|0x20 != 'w' && s[i] != '%':
		return i, ""
	}
	word := at + wordLen(s[at:])
	n := word
	if word > at && n < len(s) && isJoint(s[n]) {
		n++
	}
	end = n + digits(s[n:])
	switch {
	case isYearNumber(s[n:end]) && (end == len(s) || !isAlnum(s[end])):
		return end, yearPart(s[at:end], s[at:word], s[n:end])
	case word > at && s[i] != '.' && (word == len(s) || strings.IndexByte("/.?&;", s[word]) >= 0):
		return word, s[at:word]
	}
	return i, ""
}

// partBefore returns where the part begins that is before a year which begins at i,
// with the number before that if there is one: 21-novembre-2026.
func partBefore(s string, i int) (start int, part string) {
	if !isJoint(s[i-1]) {
		return i, ""
	}
	start = i - 1
	for start > 0 && (isAlnum(s[start-1]) || s[start-1] == '%') {
		start--
	}
	token := s[start : i-1]
	word := wordLen(token)
	switch number := token[word:]; {
	case isYearNumber(number):
		return start, yearPart(token, token[:word], number)
	case number != "" || token == "":
		return i, ""
	}
	day := start - 1
	for day > 0 && isDigit(s[day-1]) {
		day--
	}
	if isJoint(s[start-1]) && isYearNumber(s[day:start-1]) {
		start = day
	}
	return start, token
}

// yearPart returns which of whole, a word and a number, is the part of a year: the
// month of a day, or the number where it is no day.
func yearPart(whole, word, n string) string {
	if word != "" && len(whole) > len(word)+len(n) && dayLen(n) == len(n) {
		return word
	}
	return whole
}

// draftYearParameter drafts the parameters of a query one of which is a year, and
// what may be parts of it: numbers no further than two parameters away, of which the
// first of the nearest is the part of the draft, or all words if there are none.
func draftYearParameter(d *draft, query string) bool {
	year, n := -1, 0
	for parameter := range pieces(query) {
		if _, value, _ := strings.Cut(parameter, "="); isWhole(value, yearLen) {
			year = n
			break
		}
		n++
	}
	if year < 0 {
		return false
	}
	nearest := 3
	isNumber := func(n int, value string) bool { return n != year && distance(n, year) < 3 && isYearNumber(value) }
	n = 0
	for parameter := range pieces(query) {
		if _, value, _ := strings.Cut(parameter, "="); isNumber(n, value) && distance(n, year) < nearest {
			nearest = distance(n, year)
			d.part = d.hash(value)
		}
		n++
	}
	n = 0
	for parameter := range pieces(query) {
		name, value, _ := strings.Cut(parameter, "=")
		switch {
		case n == year || isNumber(n, value):
			d.keep(name)
			d.vary(value)
		case nearest == 3 && isWhole(value, wordLen):
			d.keep(name)
			d.vary(value)
			d.part = d.part*31 + d.hash(value)
		default:
			d.keep(parameter)
		}
		n++
	}
	return d.part != 0
}

func distance(a, b int) int { return max(a-b, b-a) }

// isYearNumber reports whether s is a number of one to three digits.
func isYearNumber(s string) bool { return s != "" && len(s) <= 3 && isNumber(s) }

// isJoint reports whether c stands between the parts of a date.
func isJoint(c byte) bool { return c == '-' || c == '_' || c == '.' || c == '/' }

// wordLen returns the length of the letters that s begins with, those beyond
// ASCII escaped.
func wordLen(s string) int {
	n := 0
	for n < len(s) {
		switch {
		case isLetter(s[n]):
			n++
		case isEscape(s[n:]) && hex(s[n+1]) >= 8:
			n += len("%XX")
		default:
			return n
		}
	}
	return n
}
