package sitemap

import (
	"strconv"
	"strings"
	"time"
)

// maxDate is how long a date may be, in bytes.
const maxDate = 128

// parseDate reads a date in the forms of W3C (https://www.w3.org/TR/NOTE-datetime)
// and of RFC 822 and its followers, and much of what is written in their place.
// What is left out is the least: a year alone is its first moment. Times without
// zone are in UTC. A date that has something else in it that could change its
// moment is not understood: a month in another language, a zone that is not
// known, 5/8/2024. The result is in UTC.
func parseDate(s string) (time.Time, bool) {
	if len(s) > maxDate {
		return time.Time{}, false
	}
	s, comment := strings.ToUpper(s), ""
	if i := strings.IndexAny(s, "(["); i >= 0 {
		s, comment = s[:i], strings.Trim(s[i:], "()[] ")
	}
	m := moment{year: -1}
	s, ok := m.cutW3C(strings.TrimSpace(s))
	if !ok {
		return time.Time{}, false
	}
	for _, field := range strings.Fields(s) {
		words := []string{strings.Trim(field, ",")}
		if !strings.Contains(field, ":") { // of a time the comma may be the decimal point
			words = strings.FieldsFunc(field, func(r rune) bool { return r == ',' })
		}
		for _, word := range words {
			if word == "" || !m.setWord(word) {
				return time.Time{}, false
			}
		}
	}
	if comment != "" && !m.zoned && m.clocked {
		m.setZone(comment)
	}
	return m.time()
}

// A moment is a date while it is put together.
type moment struct {
	year, month, day int // -1, 0 and 0 until they are known
	clock, offset    time.Duration
	half             byte // of the day, 'A' or 'P'; 0 for a clock of 24 hours
	begun            bool // there was a word
	clocked          bool // there was a clock
	zoned            bool // there was a zone
	exact            bool // it was a number
	strange          bool // there was a word, where zones are, that is not known
}

// time returns the moment. The day must be in the calendar, and the hour in its
// half of the day.
func (m *moment) time() (time.Time, bool) {
	t := time.Date(m.year, time.Month(m.month), m.day, 0, 0, 0, 0, time.UTC)
	if m.year < 0 || t.Year() != m.year || int(t.Month()) != m.month || t.Day() != m.day || m.strange && !m.exact {
		return time.Time{}, false
	}
	switch hour := int(m.clock / time.Hour); {
	case m.half == 0:
	case !m.clocked, m.half == 'A' && hour > 12, m.half == 'P' && hour == 0:
		return time.Time{}, false
	case m.half == 'A' && hour == 12:
		m.clock -= 12 * time.Hour
	case m.half == 'P' && hour < 12:
		m.clock += 12 * time.Hour
	}
	return t.Add(m.clock - m.offset), true
}

// cutW3C takes the date that s begins with, YYYY, YYYY-MM or YYYY-MM-DD, and
// returns what is behind it, which only a whole date may have. Without such a
// date it returns s.
func (m *moment) cutW3C(s string) (rest string, ok bool) {
	if len(s) < 4 || !isNumber(s[:4]) || len(s) > 4 && s[4] != '-' && s[4] != '/' {
		return s, true
	}
	end := min(len(s), len("2006-01-02"))
	if i := strings.IndexFunc(s[:end], func(r rune) bool { return !strings.ContainsRune("0123456789-/", r) }); i >= 0 {
		end = i
	}
	numbers, n := cutNumbers(s[:end], "-/")
	if n == 0 {
		return s, true // 2006-Jan-02, or no date
	}
	rest = strings.TrimPrefix(s[end:], "T")
	m.year, m.month, m.day, m.begun = numbers[0], 1, 1, true
	if n > 1 {
		m.month = numbers[1]
	}
	if n > 2 {
		m.day = numbers[2]
	}
	return rest, n == 3 || rest == ""
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

// setWord takes a part of a date, wherever it stands in it, and reports false
// if that makes it no date. Weekdays are passed over, as is the first word, in
// which they may be in any language.
func (m *moment) setWord(word string) bool {
	first := !m.begun
	m.begun = true
	switch {
	case word == "-", word == "AT":
		return true
	case strings.Contains(word, ":") && isNumber(word[:1]):
		return m.setTime(word)
	case isNumber(word[:1]):
		return m.setDay(word)
	case word[0] == '+' || word[0] == '-':
		return m.setOffset(word)
	}
	if half := strings.ReplaceAll(word, ".", ""); half == "AM" || half == "PM" {
		m.half = half[0]
		return true
	}
	if month := monthOf(word); month > 0 {
		ok := m.month == 0 || m.month == month
		m.month = month
		return ok
	}
	return isWeekday(word) || m.setZone(word) || first || m.clocked
}

// setDay takes a number, or three of them or two and a month with signs between
// them.
func (m *moment) setDay(word string) bool {
	at := strings.IndexAny(word, "-/.")
	if at < 0 || at == len(word)-1 {
		return m.setNumber(word)
	}
	parts := strings.Split(word, word[at:at+1])
	if len(parts) != 3 {
		return false
	}
	if isNumber(parts[1]) {
		return m.setNumbers(parts, word[at])
	}
	for _, part := range parts { // RFC 850: 02-Jan-06
		if part == "" || !m.setWord(part) {
			return false
		}
	}
	return true
}

// setNumbers takes 31.12.2006, and of 31/12/2006 and 12/31/2006 those where one
// number can only be the day.
func (m *moment) setNumbers(parts []string, sign byte) bool {
	day, err1 := strconv.Atoi(parts[0])
	month, err2 := strconv.Atoi(parts[1])
	year, err3 := strconv.Atoi(parts[2])
	if sign != '.' {
		if month > 12 || month == day {
			day, month = month, day
		} else if day <= 12 {
			return false
		}
	}
	if err1 != nil || err2 != nil || err3 != nil || len(parts[2]) != 4 || m.year >= 0 || m.month > 0 || m.day > 0 {
		return false
	}
	m.year, m.month, m.day = year, month, day
	return true
}

// setNumber takes the day, which comes first, and the year.
func (m *moment) setNumber(word string) bool {
	word = strings.TrimSuffix(word, ".")
	for _, ordinal := range [...]string{"ST", "ND", "RD", "TH"} {
		word = strings.TrimSuffix(word, ordinal)
	}
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

// setTime takes a time with a half of the day or a zone behind it, if there is
// one.
func (m *moment) setTime(word string) bool {
	end := strings.IndexFunc(word, func(r rune) bool { return !strings.ContainsRune("0123456789:.,", r) })
	if end < 0 {
		end = len(word)
	}
	clock, ok := parseClock(word[:end])
	if !ok || m.clocked {
		return false
	}
	m.clock, m.clocked = clock, true
	return end == len(word) || m.setWord(word[end:])
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

// monthOf returns the month whose English name the word is, in upper case, or
// three letters or more of it; 0 if it is none.
func monthOf(word string) int {
	for month := time.January; month <= time.December; month++ {
		if isShort(word, month.String()) {
			return int(month)
		}
	}
	return 0
}

func isWeekday(word string) bool {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if isShort(word, day.String()) {
			return true
		}
	}
	return false
}

// isShort reports whether a word is a name or its first three letters or more.
func isShort(word, name string) bool {
	word = strings.TrimSuffix(word, ".")
	return 3 <= len(word) && len(word) <= len(name) && strings.EqualFold(name[:len(word)], word)
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
