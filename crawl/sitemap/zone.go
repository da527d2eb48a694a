package sitemap

import (
	"strconv"
	"strings"
	"time"
)

// setZone takes the name of a zone, which may have an offset behind it if it is
// that of UTC. It reports false if it is not known.
func (m *moment) setZone(word string) bool {
	if i := strings.IndexAny(word, "+-"); i > 0 {
		if name := word[:i]; (name == "GMT" || name == "UTC") && m.setOffset(word[i:]) {
			return true
		}
	} else if offset, ok := zoneOffset(word); ok {
		if m.zoned = true; !m.exact {
			m.offset = offset
		}
		return true
	}
	m.strange = m.strange || m.clocked
	return false
}

// setOffset takes an offset from UTC. It decides where a name stands beside it,
// as in "GMT +0200". Behind a day without a time, "-06" could be anything.
func (m *moment) setOffset(word string) bool {
	offset, ok := parseOffset(word)
	if !ok || m.exact && offset != m.offset || !m.clocked && len(word) < len("+hhmm") {
		return false
	}
	m.offset, m.zoned, m.exact = offset, true, true
	return true
}

// parseOffset reads +7, +07, +0700, +7:00 and +07:00.
func parseOffset(s string) (time.Duration, bool) {
	hours, minutes, colon := strings.Cut(s[1:], ":")
	if !colon && len(hours) == 4 {
		hours, minutes = hours[:2], hours[2:]
	}
	if !isNumber(hours) || len(hours) > 2 || (colon || minutes != "") && (!isNumber(minutes) || len(minutes) != 2) {
		return 0, false
	}
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi("0" + minutes)
	if h > 14 || m > 59 {
		return 0, false
	}
	offset := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if s[0] == '-' {
		offset = -offset
	}
	return offset, true
}

// zoneOffset returns the offset of a zone by its name. The American ones are
// those of RFC 822; of the others there are those whose name is the only one of
// its kind.
func zoneOffset(name string) (time.Duration, bool) {
	hours := 0
	switch name {
	case "Z", "UT", "UTC", "GMT", "WET", "COORDINATED UNIVERSAL TIME":
	case "CET", "MET", "WEST":
		hours = 1
	case "CEST", "MEST", "EET", "SAST":
		hours = 2
	case "EEST":
		hours = 3
	case "HKT", "SGT", "AWST":
		hours = 8
	case "JST", "KST":
		hours = 9
	case "AEST":
		hours = 10
	case "AEDT":
		hours = 11
	case "NZST":
		hours = 12
	case "NZDT":
		hours = 13
	case "EDT":
		hours = -4
	case "EST", "CDT":
		hours = -5
	case "CST", "MDT":
		hours = -6
	case "MST", "PDT":
		hours = -7
	case "PST", "AKDT":
		hours = -8
	case "AKST":
		hours = -9
	case "HST":
		hours = -10
	default:
		return 0, false
	}
	return time.Duration(hours) * time.Hour, true
}
