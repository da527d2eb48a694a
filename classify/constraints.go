package classify

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The classes of papers/1, each the name of a folder. What is none of them is
// Unfiled.
const (
	Abstract = "Abstract"
	FullText = "FullText"
	PDF      = "PDF"
	Unfiled  = "Other"
)

// Constraints classify links by words in them, as papers/1 (section 2.2) does.
// The zero value knows no words; PaperConstraints and TokenConstraints return
// the paper's sets and larger ones, to be changed as a journal wants.
type Constraints struct {
	// Tokens compares whole words, case aside, of the path, the query and a
	// label, so that "search" does not hit research.example nor "help"
	// phelps.html. Otherwise, as in the paper, an href has a word if the word
	// is anywhere in it, and a caption if it is that word, case minded.
	Tokens bool

	Eliminated []string // V: links that nobody wants
	Abstract   []string // A
	FullText   []string // F
	PDF        []string // P

	// Elsewhere follows links to other servers too. A server is a host with
	// its port.
	Elsewhere bool
}

// PaperConstraints returns the sets that papers/1 prints.
func PaperConstraints() Constraints {
	return Constraints{
		Eliminated: []string{"home", "subscriptions", "archive", "mailto", "help", "login", "search", "feedback", "findex", "shtml", "lookup"},
		Abstract:   []string{"abstract", "abs", "list", "[Abstract]", "Abstract"},
		FullText:   []string{"full", "Full Text", "Full text", "References"},
		PDF:        []string{"PDF", "pdf"},
	}
}

// Elimination says whether ELIMINATION keeps a link of a page: it has none of
// the words of V and leads to the page's server. The evidence says why not.
func (c Constraints) Elimination(l Link, pageURL string) (kept bool, evidence []string) {
	for _, word := range c.unwanted(l, pageURL) {
		evidence = append(evidence, "V: "+word)
	}
	if l.URL == "" {
		evidence = append(evidence, "leads to no web page")
	} else if !c.Elsewhere && weburl.HostOf(l.URL) != weburl.HostOf(pageURL) {
		evidence = append(evidence, "another server")
	}
	return len(evidence) == 0, evidence
}

// Classify implements [Classifier] as LOCATION has it: PDF comes before
// Abstract, Abstract before FullText; all that match are in the evidence. The
// words are the paper's, not a model's, so a class is sure and Unfiled is a
// guess.
func (c Constraints) Classify(l Link) Classification {
	var found Classification
	for _, set := range []struct {
		class string
		words []string
	}{{PDF, c.PDF}, {Abstract, c.Abstract}, {FullText, c.FullText}} {
		for _, word := range c.having(l, set.words) {
			if found.Class == "" {
				found.Class, found.Confidence = set.class, 1
			}
			found.Evidence = append(found.Evidence, set.class+": "+word)
		}
	}
	if found.Class == "" {
		found.Class = Unfiled
	}
	return found
}

// unwanted returns the words of V that a link has. In token mode a caption is
// such a word, for a title may have one, and of a path its last part alone
// counts, unless the page's own path has the word: a journal may live in
// /archive/.
func (c Constraints) unwanted(l Link, pageURL string) []string {
	if !c.Tokens {
		return c.having(l, c.Eliminated)
	}
	own, href, text := units(Link{Href: pageURL}, false), units(l, true), tokens(captionOf(l))
	var found []string
	for _, w := range c.Eliminated {
		phrase := strings.Join(tokens(w), " ")
		if slices.Contains(href, phrase) && !slices.Contains(own, phrase) || phrase != "" && strings.Join(text, " ") == phrase {
			found = append(found, w)
		}
	}
	return found
}

// having returns the words that a link has.
func (c Constraints) having(l Link, words []string) []string {
	caption := captionOf(l)
	var found []string
	if !c.Tokens {
		href := cut(l.Href, maxComponent)
		for _, w := range words {
			if w != "" && (strings.Contains(href, w) || caption == w) {
				found = append(found, w)
			}
		}
		return found
	}
	href, text := units(l, false), tokens(caption)
	for _, w := range words {
		phrase := tokens(w)
		if len(phrase) > 0 && slices.Contains(href, strings.Join(phrase, " ")) || len(text) <= labelTokens+len(phrase) && contains(text, phrase) {
			found = append(found, w)
		}
	}
	return found
}

// labelTokens is how many words a label has besides those that are looked for:
// "Full Text (PDF)", but not the title of an article about abstract algebra.
const labelTokens = 2

// captionOf returns a link's text, or that of the image it consists of.
func captionOf(l Link) string {
	if l.Node == nil {
		return cut(l.Text, maxComponent)
	}
	c := contentOf(l)
	if c.caption == "" {
		return c.image
	}
	return c.caption
}

// units returns the parts of an href that can be words: what is between the
// slashes and dots of its path and the signs of its query, without numbers.
// A part such as "in-search-of-lost-time" is the words of a title and no unit
// that equals "search". Of schemes without pages the scheme is the only one. With
// last set, those of the path's last part and of the query are returned.
func units(l Link, last bool) []string {
	href := cut(strings.TrimSpace(l.Href), maxComponent)
	if s := schemeOf(href); s != "" && s != "http" && s != "https" {
		return []string{s}
	}
	if i := strings.Index(href, "//"); i >= 0 && (i == 0 || href[i-1] == ':') {
		_, href, _ = strings.Cut(href[i+2:], "/")
	}
	href, _, _ = strings.Cut(href, "#")
	path, query, _ := strings.Cut(href, "?")
	switch ext := extension(path); ext {
	case "htm", "html", "xhtml", "php", "asp", "aspx", "jsp": // how, not what
		path = path[:len(path)-len(ext)]
	}
	if last {
		path = strings.TrimRight(path, "/")
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	var units []string
	for part := range strings.FieldsFuncSeq(path+"/"+query, func(r rune) bool { return strings.ContainsRune("/.;&=", r) }) {
		words := slices.DeleteFunc(tokens(part), func(w string) bool { return w[0] >= '0' && w[0] <= '9' })
		if len(words) > 0 {
			units = append(units, strings.Join(words, " "))
		}
	}
	return units
}

// tokens returns the words of a text in lower case. Where letters meet digits
// a word ends; characters of scripts without spaces are words of their own.
func tokens(text string) []string {
	var out []string
	start, kind := 0, 0
	for i, r := range text + " " {
		k := 0
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			k = 3 + i // never the kind of what is before
		case unicode.IsLetter(r) || unicode.IsMark(r):
			k = 1
		case unicode.IsDigit(r):
			k = 2
		}
		if k == kind {
			continue
		}
		if kind != 0 {
			out = append(out, strings.ToLower(text[start:i]))
		}
		start, kind = i, k
	}
	return out
}

func contains(words, phrase []string) bool {
	for i := range words {
		if len(phrase) > 0 && len(words)-i >= len(phrase) && slices.Equal(words[i:i+len(phrase)], phrase) {
			return true
		}
	}
	return false
}
