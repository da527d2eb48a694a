// Package people reads the names of authors and of institutions in texts.
package people

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// KeysOf returns the hashes of the keys of names.
func KeysOf(names []string) []uint64 {
	out := each.Of(names, func(name string) uint64 { return words.Hash(nameKey(name)) })
	slices.Sort(out)
	return slices.Compact(out)
}

// SameNames reports whether two lists of keys are alike as sets.
func SameNames(a, b []uint64) bool {
	all := float64(len(a) + len(b))
	return all > 0 && 2*float64(min(len(a), len(b)))/all >= words.Alike && 2*float64(words.CommonHashes(a, b))/all >= words.Alike
}

// Max bounds the names and affiliations of one page.
const Max = 5000

// WithoutLeadIn takes the word before a list of names away.
func WithoutLeadIn(list string) string {
	start := strings.TrimLeft(list, " \t\r\n")
	if start == "" || strings.IndexByte("abcw", start[0]|0x20) < 0 { // with which they begin
		return list
	}
	for _, word := range []string{"by", "authors", "author", "author(s)", "contributors", "contributor", "written by"} {
		if len(start) <= len(word) || !strings.EqualFold(start[:len(word)], word) {
			continue
		}
		if c := start[len(word)]; c == ':' || c <= ' ' {
			return start[len(word)+1:]
		}
	}
	return list
}

var (
	brackets = regexp.MustCompile(`\s*[(\[{][^)\]}]*[)\]}]`)
	address  = regexp.MustCompile(`\S+@\S+|https?://\S+|\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b`)
	degrees  = regexp.MustCompile(`(?:,|\s)\s*(?:Ph\.?\s?D\.?|M\.?D\.?|M\.?Sc\.?|B\.?Sc\.?|M\.?P\.?H\.?|Dr\.?\s?P\.?H\.?|FRCP|RN|MBBS|DPhil|MSN|MS|MA|BA|BS|DO|DDS|PharmD|Prof\.?|Dr\.?)\.?$`)
)

// besideNames is what stands in brackets behind a name: an affiliation, an address, which may have commas.
var besideNames = regexp.MustCompile(`([^\n])(?:\([^()\n]*\)|\[[^\[\]\n]*\]|\{[^{}\n]*\}|<[^<>\n]*>)`)

// WithoutBrackets takes from a list of names what stands in brackets behind each.
func WithoutBrackets(list string) string {
	const nested = 2 // "(Technical University of Beans (TUB))"
	for range nested {
		if !strings.ContainsAny(list, "([{<") {
			break
		}
		list = besideNames.ReplaceAllString(list, "$1")
	}
	return list
}

// CleanName takes away what isn't part of a name: marks, addresses, degrees.
func CleanName(s string) string {
	if strings.Contains(s, "@") || strings.Contains(s, "://") || strings.Count(s, "-") >= 3 {
		s = address.ReplaceAllString(s, " ")
	}
	if strings.ContainsAny(s, "([{") {
		s = brackets.ReplaceAllString(s, " ")
	}
	s = words.Collapse(s)
	for _, w := range []string{"and ", "und ", "& ", "by ", "By ", "Prof. ", "Dr. ", "Dr "} {
		s = strings.TrimPrefix(s, w)
	}
	for range 3 {
		if !degreeLast(s) {
			break
		}
		s = degrees.ReplaceAllString(s, "")
	}
	s = strings.TrimRightFunc(s, func(r rune) bool { return r != '.' && !unicode.IsLetter(r) && !unicode.IsMark(r) })
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' && r != 'ʻ' && r != '&' })
	if n := len(s); n > 2 && s[n-1] == '.' && utf8.RuneCountInString(words.Last(s)) > 3 {
		s = s[:n-1] // the end of a sentence, not of an initial or of Jr.
	}
	return s
}

// degreeLast reports whether a name may end in a degree: what degrees ends in,
// without full stops.
func degreeLast(s string) bool {
	w := words.Last(s)
	if len(w) < 2 || len(w) > 7 {
		return false
	}
	switch strings.ReplaceAll(w[strings.LastIndexByte(w, ',')+1:], ".", "") {
	case "PhD", "D", "MD", "MSc", "BSc", "MPH", "DrPH", "PH", "FRCP", "RN", "MBBS", "DPhil", "MSN", "MS", "MA", "BA", "BS", "DO", "DDS",
		"PharmD", "Prof", "Dr":
		return true
	}
	return false
}

func suffix(s string) bool {
	const longest = 6 // bytes of three letters in any script that lower case turns into these
	if s = words.Trim(s, ". "); len(s) > longest {
		return false
	}
	switch strings.ToLower(s) {
	case "jr", "sr", "ii", "iii", "iv", "phd", "md":
		return true
	}
	return false
}

// PlausibleName reports whether a text may be one person's name and no other words: it has a capital.
func PlausibleName(s string) bool {
	for f := range strings.FieldsSeq(s) {
		if r, _ := utf8.DecodeRuneInString(f); notSmall(r) {
			return isOneName(s) && !titleWords(s)
		}
	}
	return false
}

// SmallName reports whether a text may be a person's name in small letters, as "bell hooks" is: a few words, none of
// which sentences or lists of authors have.
func SmallName(s string) bool {
	const fewest, most, shortest = 2, 4, 2 // words; letters of one
	n := 0
	for f := range strings.FieldsSeq(s) {
		n++
		if r, _ := utf8.DecodeRuneInString(f); !unicode.IsLower(r) || utf8.RuneCountInString(f) < shortest || sentenceWords.Has(words.Hash(f)) {
			return false
		}
	}
	return n >= fewest && n <= most && isOneName(s) && !NamesInstitution(s)
}

// titleWords reports whether a text begins with a word that titles and sentences begin with, goes on with one of these
// in capitals, or has a word in small letters that only sentences have. Groups, which are authors too, may have others.
func titleWords(s string) bool {
	first, many := true, strings.Count(s, " ") > 1
	for f := range strings.FieldsSeq(s) {
		h := words.Hash(f)
		if r, _ := utf8.DecodeRuneInString(f); notSmall(r) {
			if (first && openingWords.Has(h) && strings.Contains(s, " ") || many && insideWords.Has(h)) && !NamesInstitution(s) {
				return true
			}
		} else if sentenceWords.Has(h) && !groupWords.Has(h) {
			return true
		}
		first = false
	}
	return false
}

// sentenceWords are words that no person's name has in small letters, groupWords those of them that names of groups
// have, and openingWords those that titles and sentences begin with, in the languages of many pages.
var (
	sentenceWords = words.SetOf(`
		the of and in for to on with from by at as is are was were be been has have can will our its their his her this that these
		other others equal contribution guest those how why what when where who which into about after before between through under over not or an we it they you your
		und für über mit zum zur eine einer eines auf aus bei nach durch oder ist sind als wie im am
		les des et une un dans pour sur avec par aux ou est sont entre
		una para con por según como sobre nel nella delle degli gli per sul uma com na no
		het een voor met naar och för med som till på og til om dla oraz ile bir için в на и для при о`)
	groupWords = words.SetOf(`
		the of and in for to on with from at und für im am des et pour dans para por per nel nella delle degli uma na no het voor och för
		og til dla oraz и для в`)
	insideWords  = words.SetOf(`the of and for with from how what why which this these our their`)
	openingWords = words.SetOf(`
		the how why what when where which this these those our from towards toward about after before between beyond against
		zur zum über für eine wie warum les une pour vers comment pourquoi una para cómo sobre hacia uma como verso het een naar
		introduction abstract summary conclusion discussion results methods background references contents chapter part section`)
)

// notSmall reports whether a character is a capital or a letter of a script without.
func notSmall(r rune) bool { return unicode.IsUpper(r) || unicode.IsLetter(r) && !unicode.IsLower(r) }

// longestName is the length, in bytes, of the longest text that is taken for a name.
const longestName = 100

// isOneName reports whether a text that names somebody may be one person's name, as "bell hooks" is.
func isOneName(s string) bool {
	if len(s) < 2 || len(s) > longestName || suffix(s) || !strings.Contains(s, " ") && degreeLast(s) {
		return false
	}
	n := 0
	for f := range strings.FieldsSeq(s) {
		n++
		if namelessWords.Has(words.Hash(words.Trim(f, ".,:"))) {
			return false
		}
	}
	return n <= 8 && strings.IndexFunc(s, notInName) < 0
}

// notInName reports whether a character is in no name.
func notInName(r rune) bool {
	switch {
	case r >= utf8.RuneSelf:
		return unicode.IsDigit(r)
	case '0' <= r && r <= '9':
		return true
	}
	return r == ':' || r == '@' || r == '=' || r == '<' || r == '>'
}

// nameKey is what names are compared by: surname and first initial.
func nameKey(s string) string {
	ws := words.Of(SurnameLast(s))
	for len(ws) > 1 && suffix(ws[len(ws)-1]) {
		ws = ws[:len(ws)-1]
	}
	if len(ws) == 0 {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(ws[0])
	return ws[len(ws)-1] + " " + string(r)
}

// SurnameLast turns "Last, First" and "Last, First, Jr." round. Names in the letters of East Asia have the surname first.
func SurnameLast(name string) string {
	if i := strings.LastIndexByte(name, ','); i > strings.IndexByte(name, ',') && suffix(name[i+1:]) {
		return SurnameLast(name[:i]) + name[i:]
	}
	last, first, ok := strings.Cut(name, ",")
	last, first = strings.TrimSpace(last), strings.TrimSpace(first)
	switch {
	case !ok || first == "" || strings.Contains(first, ",") || suffix(first):
		return name
	case eastAsian(last) && eastAsian(first):
		return last + first
	}
	return first + " " + last
}

// eastAsian reports whether a text is in letters of China, Japan or Korea.
func eastAsian(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
	}) < 0
}

// SameGiven reports whether two given names are equal, or one is the initial of
// the other.
func SameGiven(a, b string) bool {
	if a == b {
		return true
	}
	if utf8.RuneCountInString(a) > 1 {
		a, b = b, a
	}
	return utf8.RuneCountInString(a) == 1 && strings.HasPrefix(b, a)
}

// namelessWords are words of author lists that are in no name.
var namelessWords = words.SetOf(`
	corresponding author authors email e-mail affiliations affiliation contributed equally university department
	institute pdf bibtex download abstract contact orcid profile google scholar pubmed search volume issue pages
	published year doi view show more about article information home journal keywords edited editor received accepted
	copyright hospital school mail et`)

// IsLabel reports whether a text has such a word and names no institution, as "Search for this author" does.
func IsLabel(s string) bool {
	return !NamesInstitution(s) && slices.ContainsFunc(words.Of(s), func(w string) bool { return namelessWords.Has(words.Hash(w)) })
}
