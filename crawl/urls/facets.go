package urls

import (
	"hash/maphash"
	"strings"
)

const (
	// maxWords bounds how many words of a path or query are looked at.
	maxWords = 32
	// leastListed is how many items make a list: of two, such as a name and a
	// surname, there are no more than pairs.
	leastListed = 3
	// wordTimes is how many times as many URLs may have a word in common as may a
	// parameter: the names of directories and the words of titles are met again.
	wordTimes = 5
	// idDigits is how many digits a parameter has that may be the number of a document,
	// and idTimes how many times as many URLs may have that in common.
	idDigits, idTimes = 4, 10
	// listing are the characters between the items of a list.
	listing = ",;+|:=&"
)

// A word is a piece of a URL that a site may combine with others. URLs are counted
// for one of their words each.
type word struct {
	place uint64 // a hash of where the word is met
	text  string
	times int // the limit holds as often
}

// draftPath reads the words of the path of p. One with fewer than three combines
// nothing that is worth counting.
func draftPath(d *draft, p parts) (member uint64) {
	d.items = appendSegments(d.items[:0], p.path[1:])
	d.words = d.words[:0]
	if len(d.items) < leastListed {
		return 0
	}
	host := d.hash(p.name)
	for _, item := range d.items {
		d.addWord(host, item, wordTimes)
	}
	return host ^ d.hash(p.path)
}

// draftQuery reads the parameters of the query of p, and the items of those that
// hold a list. A query of fewer than two combines nothing.
func draftQuery(d *draft, p parts) (member uint64) {
	d.words = d.words[:0]
	if p.query == "" {
		return 0
	}
	path := d.hash(p.name)*3 ^ d.hash(p.path)
	for parameter := range pieces(p.query) {
		name, value, _ := strings.Cut(parameter, "=")
		d.items = d.items[:0]
		if !isID(value) {
			d.items = appendItems(d.items, value, true)
		}
		if len(d.items) < leastListed {
			times := 1
			if hasDigits(value, idDigits) {
				times = idTimes
			}
			d.addWord(path^d.hash(unnumbered(name)), value, times)
			continue
		}
		for _, item := range d.items {
			d.addWord(path^d.hash(name), item, wordTimes)
		}
	}
	if len(d.words) < 2 {
		d.words = d.words[:0]
	}
	return path ^ d.hash(p.query)
}

// addDate makes the date of the URL one word more. Else, year, month and day apart, a
// calendar would pass for a combination of few. Its digits are no document's.
func (d *draft) addDate(p parts, date uint64) {
	if len(d.words) == 0 {
		return
	}
	for i := range d.words {
		d.words[i].times = 1
	}
	d.words = append(d.words, word{d.hash(p.path) ^ date, "", 1})
}

// pieces yields the parameters of a query, whether & or ; is between them.
func pieces(query string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for query != "" {
			i := strings.IndexAny(query, "&;")
			if i < 0 {
				i = len(query)
			}
			if i > 0 && !yield(query[:i]) {
				return
			}
			query = query[min(i+1, len(query)):]
		}
	}
}

// unnumbered returns a parameter's name without the number of an item at its
// end, as in f[0].
func unnumbered(name string) string {
	if end := strings.TrimSuffix(name, "]"); end != name {
		name = strings.TrimRight(end, "0123456789")
	}
	return name
}

// hasDigits reports whether there are n digits in s.
func hasDigits(s string, n int) bool {
	for i := 0; i < len(s) && n > 0; i++ {
		if isDigit(s[i]) {
			n--
		}
	}
	return n <= 0
}

func (d *draft) hash(s string) uint64 { return maphash.String(d.set.Seed(), s) }

func (d *draft) addWord(place uint64, s string, times int) {
	if len(d.words) < maxWords {
		d.words = append(d.words, word{place, s, times})
	}
}

// appendSegments appends the segments of a path, and the items of those that are
// lists. A number belongs to the segment before it: together they name a document.
func appendSegments(items []string, path string) []string {
	start := 0     // of the last segment that was appended whole,
	whole := false // if the last one was
	lists := strings.ContainsAny(path, listing+"%")
	for at := 0; at <= len(path) && len(items) < maxWords; {
		end := at + strings.IndexByte(path[at:], '/')
		if end < at {
			end = len(path)
		}
		segment := path[at:end]
		switch {
		case whole && isNumber(segment):
			items[len(items)-1] = path[start:end]
		case segment == "":
		default:
			n := len(items)
			if lists {
				items = appendItems(items, segment, false)
			}
			if whole = len(items)-n < leastListed; whole {
				items = append(items[:n], segment)
				start = at
			}
		}
		at = end + 1
	}
	return items
}

// appendItems appends the items of s between commas and the like, plain or
// escaped, and if all is set between any punctuation. There a number belongs to
// the item before it, so that a date is one.
func appendItems(items []string, s string, all bool) []string {
	start := 0
	for i := 0; i < len(s) && len(items) < maxWords; {
		c, n := punctuation(s, i)
		listed := strings.IndexByte(listing, c) >= 0
		if c == 0 || !listed && (!all || beginsWithNumber(s[i+n:])) {
			i += n
			continue
		}
		if start < i {
			items = append(items, s[start:i])
		}
		i += n
		start = i
	}
	if start < len(s) {
		items = append(items, s[start:])
	}
	return items
}

// punctuation returns the character of ASCII at i that is no letter or digit, as
// it is without its escape, or 0, and how many octets it takes.
func punctuation(s string, i int) (c byte, n int) {
	c, n = s[i], 1
	if c == '%' && isEscape(s[i:]) {
		c, n = hex(s[i+1])<<4|hex(s[i+2]), 3
	}
	if isAlnum(c) || c >= 0x80 {
		c = 0
	}
	return c, n
}

func beginsWithNumber(s string) bool {
	n := digits(s)
	return n > 0 && (n == len(s) || !isAlnum(s[n]))
}

// choose returns the set of the word that a member is counted for, or may be: one that
// has no other, or that with the most room; 0 if there are no words. It reports false
// if none has room.
func (d *draft) choose(m *memory, member uint64, limit int) (set uint64, ok bool) {
	most := 0
	for i := len(d.words) - 1; i >= 0; i-- {
		w := d.words[i]
		key := w.place*5 ^ d.hash(w.text)
		s := m.meet(key)
		if s == nil || s.has(member) {
			return key, true
		}
		if room := limit*w.times - s.len(); room > most {
			most, set = room, key
		}
	}
	return set, most > 0 || len(d.words) == 0
}
