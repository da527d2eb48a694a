package people

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// AddAffiliation adds the affiliation in a text, with the mark before it, if it reads as one and
// isn't there yet.
func AddAffiliation(c *zones.Content, text, mark string) {
	affiliation, mark := AffiliationIn(text, mark)
	if before, rest := countryEnds(affiliation); rest != "" {
		AddAffiliation(c, before, mark)
		AddAffiliation(c, rest, mark)
		return
	}
	switch {
	case len(c.Items) == Max, len(affiliation) < 2:
	case len(c.Items) < MaxApart && slices.Contains(c.Items, affiliation):
	default:
		c.Add(affiliation, NoteMarks(mark))
	}
}

// countryEnds cuts an affiliation behind a country that a sign parts from another affiliation; there is no rest if it has
// none.
func countryEnds(s string) (before, rest string) {
	const longest, near = 1000, 100 // bytes of a text, and to a word of the other
	isCountry := func(s string) bool { return isPlace(words.AppendHashes(nil, s)) }
	if len(s) > longest {
		return s, ""
	}
	for i := range len(s) - 2 {
		if s[i] != '.' && s[i] != ';' || s[i+1] != ' ' || !isCountry(s[strings.LastIndexAny(s[:i], ",.;")+1:i]) {
			continue
		}
		next := s[i+2 : min(len(s), i+2+near)]
		if words.StartsUpper(next) && (NamesInstitution(next) || slices.ContainsFunc(strings.FieldsFunc(next, func(r rune) bool { return r == ',' || r == '.' }), isCountry)) {
			return s[:i], s[i+2:]
		}
	}
	return s, ""
}

// AddName adds the name in a text, with the marks behind it, if it reads as one and isn't there yet.
func AddName(c *zones.Content, s string, notes []string) {
	name := CleanName(WithoutLeadIn(SurnameLast(words.Trim(words.Collapse(s), " ,;"))))
	if (PlausibleName(name) || SmallName(name)) && len(c.Items) < Max && (len(c.Items) > MaxApart || !slices.Contains(c.Items, name)) {
		c.Add(name, notes)
	}
}

// MaxApart bounds the affiliations that are compared with each other.
const MaxApart = 100

// Apart removes the affiliations that are items of their own from items that list several. One is left where
// only a name without a comma is before it, as in "Department of Peas, University of Bonn".
func Apart(c *zones.Content) {
	if len(c.Items) > MaxApart {
		return
	}
	for i, whole := range c.Items {
		for k, part := range c.Items {
			if i == k || len(part) < 20 {
				continue
			}
			before, behind, ok := strings.Cut(whole, part)
			if !ok {
				continue
			}
			if rest := strings.Trim(before+behind, " ,;"); rest != "" && (before == "" || strings.Contains(rest, ",")) {
				whole = rest
			}
		}
		c.Items[i] = whole
	}
	for i := len(c.Items) - 1; i > 0; i-- {
		if slices.Contains(c.Items[:i], c.Items[i]) {
			c.Items, c.Notes = slices.Delete(c.Items, i, i+1), slices.Delete(c.Notes, i, i+1)
		}
	}
}

// Clean returns the share of the names of a list that have the form of a name:
// two words or more, brackets in pairs, capitals but for short particles, or none at all. A country is none, nor is an
// institution beside persons.
func Clean(names []string) float64 {
	const particle = 3 // letters
	if len(names) == 0 {
		return 0
	}
	n, institutions := 0, 0
	var few [16]uint64
	for _, name := range names {
		ok := strings.Count(name, "(") == strings.Count(name, ")") && strings.Contains(name, " ")
		for w := range strings.FieldsSeq(name) {
			if words.InWords[w[0]] == 0 {
				w = strings.TrimLeft(w, "'’`(\"“")
			}
			if r, size := utf8.DecodeRuneInString(w); unicode.IsLower(r) && utf8.RuneCountInString(w) > particle && !strings.ContainsAny(w[size:], "'’-") {
				ok = ok && SmallName(name)
			}
		}
		switch ws := words.AppendHashes(few[:0], name); {
		case !ok || isPlace(ws):
		case institutionWords.HasAny(ws):
			institutions++
		default:
			n++
		}
	}
	if n == 0 {
		n = institutions // that wrote together
	}
	return float64(n) / float64(len(names))
}

// Split splits a list of names. Without commas between the names, a comma in one
// is behind its surname.
func Split(list string, commas bool) []string {
	list = WithoutLeadIn(list)
	var out []string
	var known Lookup
	for list != "" && len(out) < Max {
		var name string
		name, list = nextName(list, commas)
		if !commas {
			name = SurnameLast(name)
		}
		if name = CleanName(name); PlausibleName(name) && !known.Has(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Lookup finds names in a list that grows.
type Lookup struct {
	known map[string]bool
	n     int // how many of the list are known
}

// Has reports whether a list has a name. It is the list of the last call, or longer.
func (l *Lookup) Has(list []string, name string) bool {
	const few = 32 // looking through so many is faster
	if len(list) < few {
		return slices.Contains(list, name)
	}
	if l.known == nil {
		l.known = map[string]bool{}
	}
	for _, s := range list[l.n:] {
		l.known[s] = true
	}
	l.n = len(list)
	return l.known[name]
}

// NamesF1 is how far two lists of names agree, as sets.
func NamesF1(got, want []string) float64 {
	if len(got) == 0 || len(want) == 0 {
		return 0
	}
	g, w := KeysOf(got), KeysOf(want)
	return 2 * float64(words.CommonHashes(g, w)) / float64(len(g)+len(w))
}

// nextName cuts a list of names before its first separator: a comma, one of
// ;|•·/ or a line end, or a joining word. Commas and semicolons are those of all scripts.
func nextName(list string, commas bool) (name, rest string) {
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case ';':
			if !words.Entity(list[:i]) {
				return list[:i], list[i+1:]
			}
		case '|', '\n', '/':
			return list[:i], list[i+1:]
		case ',':
			if commas && (i+1 == len(list) || list[i+1] <= ' ' || list[i+1] >= utf8.RuneSelf || list[i+1] == ',' || unicode.IsUpper(rune(list[i+1]))) {
				return list[:i], list[i+1:]
			}
		case ' ', '\t':
			if w := words.Short(list[i+1:]); slices.Contains(words.Joiners, w) {
				return list[:i], list[i+1+len(w)+1:]
			}
		default:
			if list[i] < utf8.RuneSelf {
				break
			}
			sign, n := words.WideSign(list[i:])
			if sign == '.' || sign == ';' || sign == ',' && commas {
				return list[:i], list[i+n:]
			}
		}
	}
	return list, ""
}

// listedIn returns the names that a value of metadata lists between commas and joining words, nil if it is one
// name: all are full ones, as institutions have joining words too, and are three or more where a comma may
// stand behind the surnames of one author, unless the value is said to be a list.
func listedIn(value string, list bool) []string {
	joined := false
	for rest := value; rest != "" && !joined; {
		_, rest = nextName(rest, false)
		joined = rest != ""
	}
	if commas := strings.Count(value, ","); !joined && (commas == 0 || commas == 1 && !list) || NamesInstitution(value) {
		return nil
	}
	full := func(names []string) bool {
		return len(names) > 1 && !slices.ContainsFunc(names, func(s string) bool {
			return !strings.Contains(s, " ") || Clean([]string{s}) < 1 || words.StartsLower(s)
		})
	}
	if names := Split(value, true); full(names) {
		return names
	}
	if names := Split(value, false); joined && full(names) {
		return names
	}
	return nil
}

// AuthorNames reads the names of metadata, of which some values hold a list; some are said to be one.
func AuthorNames(values []string, list bool) []string {
	var out []string
	for _, value := range values {
		if strings.ContainsAny(value, ";；؛、") {
			for value != "" {
				var name string
				name, value = nextName(value, false)
				if name = CleanName(SurnameLast(name)); isOneName(name) {
					out = append(out, name)
				}
			}
			continue
		}
		names := listedIn(value, list && len(values) == 1)
		if names == nil {
			names = []string{CleanName(SurnameLast(value))}
		}
		out = append(out, names...)
	}
	return zones.Distinct(slices.DeleteFunc(out, func(s string) bool { return s == "" }))
}

// NoteMarks returns the marks in a text that tie names to affiliations.
func NoteMarks(s string) []string {
	var out []string
	for m := range strings.FieldsFuncSeq(strings.TrimSpace(s), func(r rune) bool { return strings.ContainsRune(",; \t\n\f\r", r) }) {
		if m = words.Trim(m, "()[]."); m != "" && utf8.RuneCountInString(m) <= 3 {
			out = append(out, m)
		}
	}
	return out
}

// Joined returns the marks of two lists in one, which may be one of them: most have no others.
func Joined(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	return append(slices.Clip(a), b...)
}
