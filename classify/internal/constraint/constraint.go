// Package constraint classifies links by words in them.
package constraint

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Sets of words classify links, as classify.Constraints says.
type Sets struct {
	Eliminated []string // V: links that are not wanted
	Abstract   []string // A
	FullText   []string // F
	PDF        []string // P
	Elsewhere  bool     // follow links to other servers, hosts with their ports, too
}

// Rules say how sets are compared with links.
type Rules struct {
	Sets

	Tokens bool // whole words are compared, as by classify.Constraints; else as by paper.Constraints
}

// Elimination says whether a link of a page is kept.
func (c Rules) Elimination(l *anchor.Link, pageURL string) (kept bool, evidence []string) {
	return c.On(pageURL).Elimination(l)
}

// Classify returns the class of a link by its words.
func (c Rules) Classify(l *anchor.Link) verdict.Answer { return c.Location().Classify(l) }

// ClassifyPage classifies the links of a page as Elimination and Classify do.
func (c Rules) ClassifyPage(links []anchor.Link, pageURL string) []verdict.Answer {
	page, to := c.On(pageURL), c.Location()
	out := make([]verdict.Answer, len(links))
	for i := range links {
		l := &links[i]
		if kept, why := page.Elimination(l); kept {
			out[i] = to.Classify(l)
		} else {
			out[i].Evidence = why
		}
	}
	return out
}

// setWord is a word of one of the sets.
type setWord struct {
	word   string
	tokens []string // in token mode
	joined string
}

func (c Rules) setWords(words []string) []setWord {
	set := make([]setWord, len(words))
	for i, w := range words {
		set[i].word = w
		if c.Tokens {
			set[i].tokens = anchor.Tokens(w)
			set[i].joined = strings.Join(set[i].tokens, " ")
		}
	}
	return set
}

// Location is A, F and P, made ready for many links.
type Location struct {
	tokens bool
	sets   [3]struct {
		class string
		words []setWord
	}
}

// Location makes A, F and P ready.
func (c Rules) Location() *Location {
	to := &Location{tokens: c.Tokens}
	for i, class := range [3]string{verdict.PDF, verdict.Abstract, verdict.FullText} {
		words := [3][]string{c.PDF, c.Abstract, c.FullText}[i]
		to.sets[i].class, to.sets[i].words = class, c.setWords(words)
	}
	return to
}

// Classify returns the class of a link, with all words that it has in the evidence: PDF comes
// before Abstract, and that before FullText.
func (to *Location) Classify(l *anchor.Link) verdict.Answer {
	var found verdict.Answer
	has := wordsOf(l, to.tokens)
	for _, set := range to.sets {
		for i := range set.words {
			if !has.word(&set.words[i]) {
				continue
			}
			if found.Class == "" {
				found.Class, found.Confidence = set.class, 1
			}
			found.Evidence = append(found.Evidence, set.class+": "+set.words[i].word)
		}
	}
	if found.Class == "" {
		found.Class = verdict.Unfiled
	}
	return found
}

// linkWords is what of a link is compared with the sets.
type linkWords struct {
	cut           bool // into tokens
	href, caption string
	units, text   []string
}

func wordsOf(l *anchor.Link, cutting bool) linkWords {
	w := linkWords{cut: cutting, caption: l.Shown()}
	if cutting {
		w.units, w.text = units(l.Href, false), anchor.Tokens(w.caption)
	} else {
		w.href = excerpt.Cut(l.Href, anchor.MaxComponent)
	}
	return w
}

// word reports whether a link has a word.
func (w *linkWords) word(p *setWord) bool {
	if !w.cut {
		return p.word != "" && (strings.Contains(w.href, p.word) || w.caption == p.word)
	}
	return len(p.tokens) > 0 && slices.Contains(w.units, p.joined) || len(w.text) <= labelTokens+len(p.tokens) && contains(w.text, p.tokens)
}

// OnPage is V, made ready for many links of one page.
type OnPage struct {
	Rules
	eliminated []setWord
	Host       string
	own        []string // words of the page's own path
}

// On makes V ready.
func (c Rules) On(pageURL string) *OnPage {
	p := &OnPage{Rules: c, eliminated: c.setWords(c.Eliminated), Host: weburl.HostOf(pageURL)}
	if c.Tokens {
		p.own = units(pageURL, false)
	}
	return p
}

// Elimination says whether a link is kept, and why not.
func (p *OnPage) Elimination(l *anchor.Link) (kept bool, evidence []string) {
	for _, word := range p.unwanted(l) {
		evidence = append(evidence, "V: "+word)
	}
	if l.URL == "" {
		evidence = append(evidence, "leads to no web page")
	} else if !p.Elsewhere && weburl.HostOf(l.URL) != p.Host {
		evidence = append(evidence, "another server")
	}
	return len(evidence) == 0, evidence
}

// unwanted returns the words of V that a link has. In token mode a caption is
// such a word, for a title may have one, and of a path its last part alone
// counts, unless the page's own path has the word: a journal may live in
// /archive/.
func (p *OnPage) unwanted(l *anchor.Link) []string {
	var found []string
	if !p.Tokens {
		has := wordsOf(l, false)
		for i := range p.eliminated {
			if has.word(&p.eliminated[i]) {
				found = append(found, p.eliminated[i].word)
			}
		}
		return found
	}
	href, text := units(l.Href, true), strings.Join(anchor.Tokens(l.Shown()), " ")
	for i := range p.eliminated {
		w := &p.eliminated[i]
		if slices.Contains(href, w.joined) && !slices.Contains(p.own, w.joined) || w.joined != "" && text == w.joined {
			found = append(found, w.word)
		}
	}
	return found
}

// labelTokens is how many words a label has besides those that are looked for:
// "Full Text (PDF)", but not the title of an article about abstract algebra.
const labelTokens = 2

// units returns the parts of an href that can be words: what is between the
// slashes and dots of its path and the signs of its query, without numbers.
// A part such as "in-search-of-lost-time" is the words of a title and no unit
// that equals "search". Of schemes without pages the scheme is the only one. With
// last set, those of the path's last part and of the query are returned.
func units(href string, last bool) []string {
	href = excerpt.Cut(strings.TrimSpace(href), anchor.MaxComponent)
	if s := anchor.SchemeOf(href); s != "" && s != "http" && s != "https" {
		return []string{s}
	}
	if i := strings.Index(href, "//"); i >= 0 && (i == 0 || href[i-1] == ':') {
		_, href, _ = strings.Cut(href[i+2:], "/")
	}
	href, _, _ = strings.Cut(href, "#")
	path, query, _ := strings.Cut(href, "?")
	switch ext := anchor.Extension(path); ext {
	case "htm", "html", "xhtml", "php", "asp", "aspx", "jsp": // how, not what
		path = path[:len(path)-len(ext)]
	}
	if last {
		path = strings.TrimRight(path, "/")
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	var units []string
	for part := range strings.FieldsFuncSeq(path+"/"+query, func(r rune) bool { return strings.ContainsRune("/.;&=", r) }) {
		words := slices.DeleteFunc(anchor.Tokens(part), func(w string) bool { return w[0] >= '0' && w[0] <= '9' })
		if len(words) > 0 {
			units = append(units, strings.Join(words, " "))
		}
	}
	return units
}

func contains(words, phrase []string) bool {
	for i := range words {
		if len(phrase) > 0 && len(words)-i >= len(phrase) && slices.Equal(words[i:i+len(phrase)], phrase) {
			return true
		}
	}
	return false
}
