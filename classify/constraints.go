package classify

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Constraints classify links by words in them (L. Q. Tran, C. W. Moon, D. X. Le
// and G. R. Thoma, Web page downloading and classification, CBMS 2001, section
// 2.2; docs/links.md in the repository). The zero value knows no words;
// PaperConstraints and TokenConstraints return the paper's sets and larger
// ones, to be changed for a journal.
type Constraints struct {
	// Tokens compares whole words, ignoring case, of the path, the query and a
	// label, so that "search" does not hit research.example nor "help"
	// phelps.html. Otherwise, as in the paper, an href has a word if the word
	// is anywhere in it, and a caption if it equals that word, with case.
	Tokens bool

	Eliminated []string // V: links that are not wanted
	Abstract   []string // A
	FullText   []string // F
	PDF        []string // P

	// Elsewhere follows links to other servers too. A server is a host with
	// its port.
	Elsewhere bool
}

// PaperConstraints returns the sets that Tran et al. 2001 print (section 2.2).
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
	return c.on(pageURL).elimination(l)
}

// Classify implements [Classifier] as LOCATION has it: ClassPDF comes before
// ClassAbstract, and that before ClassFullText; all that match are in the
// evidence. The words are the paper's, not a model's, so a class has confidence
// 1 and ClassUnfiled is a guess.
func (c Constraints) Classify(l Link) Classification { return c.location().classify(l) }

// ClassifyPage classifies the links of a page as Elimination and Classify do.
// One that is eliminated has no class, and the evidence says why.
func (c Constraints) ClassifyPage(links []Link, pageURL string) []Classification {
	page, to := c.on(pageURL), c.location()
	out := make([]Classification, len(links))
	for i, l := range links {
		if kept, why := page.elimination(l); kept {
			out[i] = to.classify(l)
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

func (c Constraints) setWords(words []string) []setWord {
	set := make([]setWord, len(words))
	for i, w := range words {
		set[i].word = w
		if c.Tokens {
			set[i].tokens = tokens(w)
			set[i].joined = strings.Join(set[i].tokens, " ")
		}
	}
	return set
}

// location is A, F and P, made ready for many links.
type location struct {
	tokens bool
	sets   [3]struct {
		class string
		words []setWord
	}
}

func (c Constraints) location() *location {
	to := &location{tokens: c.Tokens}
	for i, class := range [3]string{ClassPDF, ClassAbstract, ClassFullText} {
		words := [3][]string{c.PDF, c.Abstract, c.FullText}[i]
		to.sets[i].class, to.sets[i].words = class, c.setWords(words)
	}
	return to
}

func (to *location) classify(l Link) Classification {
	var found Classification
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
		found.Class = ClassUnfiled
	}
	return found
}

// linkWords is what of a link is compared with the sets.
type linkWords struct {
	cut           bool // into tokens
	href, caption string
	units, text   []string
}

func wordsOf(l Link, cutting bool) linkWords {
	w := linkWords{cut: cutting, caption: captionOf(l)}
	if cutting {
		w.units, w.text = units(l, false), tokens(w.caption)
	} else {
		w.href = excerpt.Cut(l.Href, maxComponent)
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

// onPage is V, made ready for many links of one page.
type onPage struct {
	Constraints
	eliminated []setWord
	host       string
	own        []string // words of the page's own path
}

func (c Constraints) on(pageURL string) *onPage {
	p := &onPage{Constraints: c, eliminated: c.setWords(c.Eliminated), host: weburl.HostOf(pageURL)}
	if c.Tokens {
		p.own = units(Link{Href: pageURL}, false)
	}
	return p
}

func (p *onPage) elimination(l Link) (kept bool, evidence []string) {
	for _, word := range p.unwanted(l) {
		evidence = append(evidence, "V: "+word)
	}
	if l.URL == "" {
		evidence = append(evidence, "leads to no web page")
	} else if !p.Elsewhere && weburl.HostOf(l.URL) != p.host {
		evidence = append(evidence, "another server")
	}
	return len(evidence) == 0, evidence
}

// unwanted returns the words of V that a link has. In token mode a caption is
// such a word, for a title may have one, and of a path its last part alone
// counts, unless the page's own path has the word: a journal may live in
// /archive/.
func (p *onPage) unwanted(l Link) []string {
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
	href, text := units(l, true), strings.Join(tokens(captionOf(l)), " ")
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
func units(l Link, last bool) []string {
	href := excerpt.Cut(strings.TrimSpace(l.Href), maxComponent)
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
