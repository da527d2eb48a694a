package urls

import "strings"

// draftDate drafts the dates in a URL among those of otherwise equal URLs.
func draftDate(d *draft, p parts) (times int) {
	if !hasYear(p.local()) {
		return 0
	}
	d.keep(p.name)
	dated := draftDates(d, "", p.path)
	year, month := false, false
	for parameter := range strings.SplitSeq(p.query, "&") {
		name, value, _ := strings.Cut(parameter, "=")
		d.keep(name)
		switch {
		case isWhole(value, yearLen) && isOneOf(name, yearNames):
			year = true
			d.vary(value)
		case isWhole(value, monthLen) && isOneOf(name, monthNames):
			month = true
			d.vary(value)
		case isWhole(value, dayLen) && isOneOf(name, dayNames):
			d.vary(value)
		default:
			dated = draftDates(d, name, value) || dated
		}
	}
	if dated || year && month {
		return 1
	}
	d.begin(trapCalendar)
	return draftYear(d, p)
}

// hasYear reports whether there are four digits in a row in s.
func hasYear(s string) bool {
	run := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			run = 0
		} else if run++; run == len("2026") {
			return true
		}
	}
	return false
}

// isWhole reports whether all of s is the part of a date that length measures.
func isWhole(s string, length func(string) int) bool { return s != "" && length(s) == len(s) }

var (
	yearNames  = []string{"year", "y", "yr", "yyyy"}
	monthNames = []string{"month", "m", "mon", "mm"}
	dayNames   = []string{"day", "d", "dd", "dy"}
)

// draftDates drafts the dates in s, a path or the value of a name.
func draftDates(d *draft, name, s string) (some bool) {
	kept := 0
	compactFrom := -1 // where dates in digits alone may begin, once looked for
	for i := 0; i < len(s); i++ {
		if !isAlnum(s[i]) || i > 0 && isAlnum(s[i-1]) {
			continue
		}
		n := dateLen(s[i:])
		if n == 0 {
			n = quarterLen(s[i:])
		}
		if n == 0 && compactLen(s[i:]) > 0 {
			if compactFrom < 0 {
				compactFrom = firstDateWord(name, s)
			}
			if compactFrom <= i {
				n = compactLen(s[i:])
			}
		}
		if n > 0 {
			d.keep(s[kept:i])
			d.vary(s[i : i+n])
			some = true
			kept = i + n
			i = kept - 1
		}
	}
	d.keep(s[kept:])
	return some
}

// firstDateWord returns where in s the first word about dates is, 0 if name has
// one, len(s) if there is none. Only behind such a word is a number of eight digits
// a date, or one of ten a time whatever its minute: in a numbering that reaches
// them, one in 27 looks like a date.
func firstDateWord(name, s string) int {
	if dateWord(name) < len(name) {
		return 0
	}
	return dateWord(s)
}

func dateWord(s string) int {
	for i := range len(s) {
		for _, word := range []string{"date", "day", "week", "month", "calendar", "event", "time"} {
			if hasPrefixFold(s[i:], word) {
				return i
			}
		}
	}
	return len(s)
}

// dateLen returns the length of the date that s begins with, or 0: year and
// month, with or without the day, in either order, such as 2026-11,
// 2026/nov/21 and 21.11.2026.
func dateLen(s string) int {
	if n := yearLen(s); n > 0 {
		m := partLen(s[n:], monthLen)
		if m == 0 {
			return 0
		}
		return n + m + partLen(s[n+m:], dayLen)
	}
	n := max(dayLen(s), monthLen(s))
	m := partLen(s[n:], func(s string) int { return max(dayLen(s), monthLen(s)) })
	y := partLen(s[n+m:], yearLen)
	if n == 0 || y == 0 || m == 0 && monthLen(s) == 0 {
		return 0
	}
	return n + m + y
}

// partLen returns the length of a separator and the part of a date behind it.
func partLen(s string, length func(string) int) int {
	if s == "" || !strings.ContainsRune("-_./", rune(s[0])) {
		return 0
	}
	if n := length(s[1:]); n > 0 {
		return 1 + n
	}
	return 0
}

// yearLen, monthLen and dayLen return the length of the year from 1000 to
// 2999, the month by number or English name, and the day of the month that s
// begins with, or 0.

func yearLen(s string) int {
	if n := digits(s); n == 4 && (s[0] == '1' || s[0] == '2') {
		return n
	}
	return 0
}

func monthLen(s string) int {
	if s != "" && isDigit(s[0]) {
		return smallLen(s, 12)
	}
	letters := 0
	for letters < len(s) && isLetter(s[letters]) {
		letters++
	}
	for _, month := range months {
		if letters == len(month) && strings.EqualFold(s[:letters], month) ||
			letters == 3 && strings.EqualFold(s[:3], month[:3]) {
			return letters
		}
	}
	return 0
}

var months = []string{
	"january", "february", "march", "april", "may", "june",
	"july", "august", "september", "october", "november", "december",
}

func dayLen(s string) int { return smallLen(s, 31) }

// smallLen returns the length of the number from 1 to most, of one or two
// digits, that s begins with, or 0.
func smallLen(s string, most int) int {
	n := digits(s)
	if n < 1 || n > 2 {
		return 0
	}
	value := 0
	for _, c := range []byte(s[:n]) {
		value = value*10 + int(c-'0')
	}
	if value < 1 || value > most {
		return 0
	}
	return n
}

// compactLen returns the length of the date of eight digits that s begins with,
// or of the Unix time of ten, or of 13 in milliseconds, or 0.
func compactLen(s string) int {
	switch n := digits(s); {
	case n == len("20261121") && yearLen(s[:4]) > 0 && smallLen(s[4:6], 12) > 0 && smallLen(s[6:8], 31) > 0,
		(n == len("1764288000") || n == len("1764288000000")) && (s[0] == '1' || s[0] == '2'):
		return n
	}
	return 0
}

// quarterLen returns the length of the Unix time that s begins with, if a quarter
// of an hour begins at it as do the days of all time zones, or 0. Of ids as long,
// one in 900 is like that.
func quarterLen(s string) int {
	n := digits(s)
	seconds := n
	if n > len("1764288000") && strings.HasSuffix(s[:n], "000") {
		seconds = n - len("000")
	}
	if seconds < len("764288000") || seconds > len("1764288000") || s[0] == '0' || number(s[:seconds])%900 != 0 {
		return 0
	}
	return n
}
