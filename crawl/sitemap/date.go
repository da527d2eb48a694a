package sitemap

import (
	"strconv"
	"strings"
	"time"
)

// maxDate is how long a date may be, in bytes.
const maxDate = 64

// parseDate reads a date in the forms of W3C (https://www.w3.org/TR/NOTE-datetime)
// and of RFC 822 and its followers, and much of what is written in their place.
// What is left out is the least: a year alone is its first moment. Times without
// zone, or with one that is not known, are in UTC. The result is in UTC.
func parseDate(s string) (time.Time, bool) {
	if len(s) > maxDate {
		return time.Time{}, false
	}
	s = strings.ToUpper(strings.TrimSpace(s))
	if len(s) >= 4 && isNumber(s[:4]) && (len(s) == 4 || s[4] == '-' || s[4] == '/') {
		return parseW3C(s)
	}
	return parseRFC822(s)
}

// A moment is a date while it is put together.
type moment struct {
	year, month, day int
	clock, offset    time.Duration
}

// time checks the day, which must be in the calendar.
func (m moment) time() (time.Time, bool) {
	t := time.Date(m.year, time.Month(m.month), m.day, 0, 0, 0, 0, time.UTC)
	if t.Year() != m.year || int(t.Month()) != m.month || t.Day() != m.day {
		return time.Time{}, false
	}
	return t.Add(m.clock - m.offset), true
}

// parseW3C reads YYYY, YYYY-MM, YYYY-MM-DD, and the latter with "T" or space,
// a time and a zone.
func parseW3C(s string) (time.Time, bool) {
	date, clock := s, ""
	if i := strings.IndexAny(s, "T "); i >= 0 {
		date, clock = s[:i], strings.TrimSpace(s[i+1:])
	}
	numbers, n := cutNumbers(date, "-/")
	if n == 0 || clock != "" && n < 3 {
		return time.Time{}, false
	}
	m := moment{year: numbers[0], month: 1, day: 1}
	if n > 1 {
		m.month = numbers[1]
	}
	if n > 2 {
		m.day = numbers[2]
	}
	if clock != "" && !m.setTime(clock) {
		return time.Time{}, false
	}
	return m.time()
}

// cutNumbers reads one to three numbers with separators between them, of up to
// four digits the first and two the others, and returns how many there are; 0 if
// it is something else.
func cutNumbers(s, separators string) (numbers [3]int, n int) {
	for ; n < len(numbers); n++ {
		end := strings.IndexAny(s, separators)
		part := s
		if end >= 0 {
			part = s[:end]
		}
		if !isNumber(part) || len(part) > 4 || n > 0 && len(part) > 2 {
			return numbers, 0
		}
		numbers[n], _ = strconv.Atoi(part)
		if end < 0 {
			return numbers, n + 1
		}
		s = s[end+1:]
	}
	return numbers, 0
}

// setTime reads a time with a zone behind it, if there is one.
func (m *moment) setTime(s string) bool {
	end := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789:.,", r) })
	if end < 0 {
		end = len(s)
	}
	clock, ok := parseClock(s[:end])
	m.clock = clock
	m.setZone(strings.TrimSpace(s[end:]))
	return ok
}

// parseRFC822 reads "Mon, 02 Jan 2006 15:04:05 -0700" and whatever has its parts
// in some order: a name of a month, a day of one or two digits before a year,
// a time with colons, a zone. Other words, such as the weekday, are passed over.
func parseRFC822(s string) (time.Time, bool) {
	m := moment{year: -1}
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r' })
	for _, word := range words {
		parts := strings.Split(word, "-") // RFC 850: 02-Jan-06
		if len(parts) != 3 {
			parts = []string{word}
		}
		for _, part := range parts {
			if !m.setWord(part) {
				return time.Time{}, false
			}
		}
	}
	if m.month == 0 || m.day == 0 || m.year < 0 {
		return time.Time{}, false
	}
	return m.time()
}

// setWord takes a part of a date and reports false if it makes it no date.
func (m *moment) setWord(word string) bool {
	switch {
	case isNumber(word):
		return m.setNumber(word)
	case strings.Contains(word, ":") && isNumber(word[:1]):
		return m.setTime(word)
	}
	if month := monthOf(word); month > 0 && m.month == 0 {
		m.month = month
		return true
	}
	m.setZone(word)
	return true
}

func (m *moment) setZone(word string) {
	if offset, ok := parseZone(word); ok {
		m.offset = offset
	}
}

// setNumber takes the day, which comes first, and the year.
func (m *moment) setNumber(word string) bool {
	number, err := strconv.Atoi(word)
	switch {
	case err != nil || len(word) > 4:
		return false
	case m.day == 0 && len(word) <= 2:
		m.day = number
	case m.year < 0:
		m.year = number
		// RFC 2822, 4.3
		switch {
		case len(word) == 2 && number < 50:
			m.year += 2000
		case len(word) < 4:
			m.year += 1900
		}
	default:
		return false
	}
	return true
}

// parseClock reads H:M, H:M:S and fractions of the last second.
func parseClock(s string) (time.Duration, bool) {
	s, fraction, _ := strings.Cut(strings.ReplaceAll(s, ",", "."), ".")
	numbers, n := cutNumbers(s, ":")
	// 24:00 and the leap second are real; both are the moment after.
	if n < 2 || numbers[0] > 24 || numbers[1] > 59 || numbers[2] > 60 {
		return 0, false
	}
	clock := time.Duration(numbers[0])*time.Hour + time.Duration(numbers[1])*time.Minute + time.Duration(numbers[2])*time.Second
	if fraction != "" {
		nanoseconds := (fraction + "000000000")[:9]
		if !isNumber(fraction) {
			return 0, false
		}
		number, _ := strconv.Atoi(nanoseconds)
		clock += time.Duration(number)
	}
	return clock, true
}

// parseZone reads an offset from UTC, +07:00, +0700 or +07, or a name of RFC 822.
func parseZone(s string) (time.Duration, bool) {
	if strings.HasPrefix(s, "+") || strings.HasPrefix(s, "-") {
		return parseOffset(s)
	}
	hours := 0
	switch strings.Trim(s, "()") {
	case "Z", "UT", "UTC", "GMT":
	case "EDT":
		hours = -4
	case "EST", "CDT":
		hours = -5
	case "CST", "MDT":
		hours = -6
	case "MST", "PDT":
		hours = -7
	case "PST":
		hours = -8
	default:
		return 0, false
	}
	return time.Duration(hours) * time.Hour, true
}

func parseOffset(s string) (time.Duration, bool) {
	digits := strings.Replace(s[1:], ":", "", 1)
	if !isNumber(digits) || len(digits) != 2 && len(digits) != 4 {
		return 0, false
	}
	number, _ := strconv.Atoi((digits + "00")[:4])
	offset := time.Duration(number/100)*time.Hour + time.Duration(number%100)*time.Minute
	if number/100 > 14 || number%100 > 59 {
		return 0, false
	}
	if s[0] == '-' {
		offset = -offset
	}
	return offset, true
}

// monthOf returns the month whose English name or its first three letters the
// word is, in upper case; 0 if it is none.
func monthOf(word string) int {
	word = strings.TrimSuffix(word, ".")
	for month := time.January; month <= time.December; month++ {
		name := strings.ToUpper(month.String())
		if word == name || word == name[:3] || word == "SEPT" && month == time.September {
			return int(month)
		}
	}
	return 0
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
