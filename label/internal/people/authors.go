package people

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Authors are the authors of a page.
type Authors map[string]bool

// NewAuthors makes a set of names.
func NewAuthors(names []string) Authors {
	a := Authors{}
	for _, name := range names {
		a[name] = true
	}
	return a
}

// CutFrom takes authors from the beginning of affiliations.
func (a Authors) CutFrom(x zones.Content) zones.Content {
	if len(a) == 0 || !slices.ContainsFunc(x.Items, func(s string) bool { return a.behind(s) != s }) {
		return x
	}
	out, at := zones.Content{From: x.From, Clear: x.Clear}, map[string]int{}
	for i, s := range x.Items {
		s = a.behind(s)
		if k, ok := at[s]; ok {
			out.Notes[k] = append(slices.Clip(out.Notes[k]), x.Notes[i]...)
			continue
		}
		at[s] = len(out.Items)
		out.Items, out.Notes = append(out.Items, s), append(out.Notes, x.Notes[i])
	}
	out.Text = strings.Join(out.Items, "; ")
	return out
}

// behind takes the author from the beginning of an affiliation, as in "Ada Bean, Bonn"
// and "Ada Bean (Bonn)". Names of one word and of institutions are left.
func (a Authors) behind(s string) string {
	const longest = 100 // bytes of a name
	from := 0
	for i, r := range s[:min(len(s), longest)] {
		if endsName(s, i, r) && a.has(s[:i]) {
			from = i
		}
	}
	if from == 0 {
		return s
	}
	rest := strings.TrimLeft(s[from:], affiliationSigns)
	rest, ok := withoutBracketsAround(rest)
	if !ok {
		return s
	}
	if rest = words.Trim(rest, " ,;"); rest == "" {
		return s
	}
	return rest
}

// withoutContact takes addresses and numbers from the end of an affiliation, as lists of authors have them.
func withoutContact(s string) string {
	for {
		i := strings.LastIndexByte(s, ',')
		if i < 0 || !isAddress(strings.TrimSpace(s[i+1:])) && strings.ContainsFunc(s[i:], unicode.IsLetter) {
			return s
		}
		s = s[:i]
	}
}

// withoutBracketsAround takes the brackets from around a text, and is false if it begins with one that
// ends inside.
func withoutBracketsAround(s string) (string, bool) {
	if !strings.HasPrefix(s, "(") {
		return s, true
	}
	if strings.IndexByte(s, ')') != len(s)-1 {
		return s, false
	}
	return s[1 : len(s)-1], true
}

// endsName reports whether a name may end before a character of a text.
func endsName(s string, i int, r rune) bool {
	switch r {
	case '(', ',', ';', '|', ':', '·', '•', '—', '–': // "(" and nameSigns
		return true
	case '-':
		return strings.HasSuffix(s[:i], " ")
	}
	return false
}

// has reports whether a text is an author, of several words and none of an institution.
func (a Authors) has(s string) bool {
	s = strings.TrimPrefix(strings.TrimSpace(s), "and ")
	return a[s] && strings.Contains(s, " ") && !NamesInstitution(s)
}

// Between returns what stands between and behind the authors in a text, as in
// "Ada Bean (Bonn), Bert Pea (Rome) and Carl Oat, Oslo".
func (a Authors) Between(s string) []string {
	var out []string
	keep := func(s string) {
		s = strings.Trim(strings.TrimSuffix(strings.Trim(s, affiliationSigns), " and"), affiliationSigns)
		s, _ = withoutBracketsAround(withoutContact(s))
		if s != "" && s != "and" {
			out = append(out, s)
		}
	}
	kept, before, part := 0, 0, 0 // where what is kept begins, and what may be a surname, and a name
	cut := func(end int) {
		switch {
		case a.has(s[part:end]):
			keep(s[kept:part])
			kept = end
		case before >= kept && a.has(SurnameLast(strings.TrimSpace(s[before:end]))):
			keep(s[kept:before])
			kept = end
		}
		before, part = part, end
	}
	for i, r := range s {
		if endsName(s, i, r) || r == ')' || r == ' ' && strings.HasPrefix(s[i:], " and ") {
			cut(i)
		}
		if i == part && strings.ContainsRune(")"+nameSigns, r) {
			part += utf8.RuneLen(r)
		}
	}
	cut(len(s))
	keep(s[kept:])
	return out
}
