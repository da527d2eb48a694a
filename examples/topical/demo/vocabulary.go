package demo

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed vocabulary/*.txt
var vocabularyFiles embed.FS

// A row says which names of its subject a page uses. One page keeps to one row: that is what makes
// a search for the topic's own name miss most of the topic.
type row int

const (
	phraseRow  row = iota // the topic's own name, and its synonyms now and then
	synonymRow            // synonyms only
	narrowRow             // the names of kinds of it
	outsideRow            // words that a thesaurus is unlikely to list
	rows
)

var rowWords = [rows]string{"phrase", "synonym", "narrow", "outside"}

// A domain is a part of life: medicine, cooking, sport. Its sentences fit any of its subjects.
type domain struct {
	name        string
	titles      []string
	vague       []string // anchors that name the domain but not the subject
	headings    []string
	directories []string // titles of directory pages
	sentences   []string
	bridges     []string // sentences with a link in them
}

// A subject is what a page is about. Facets of a topic are subjects that share its label.
type subject struct {
	name      string
	label     string
	family    string
	domain    *domain
	titles    []string // replaces the domain's, when given
	names     [rows][]string
	sentences []string
}

// A vocabulary is all that the prose is made of.
type vocabulary struct {
	domains  map[string]*domain
	subjects map[string]*subject
	lists    map[string][]string // words for {slots}
}

// loadVocabulary reads the embedded files. Sections begin with "@list", "@domain" or "@subject"; the
// lines of a section are sentences ("- "), bridges ("~ ") or a word followed by a list with semicolons.
// An error names the file and the line.
func loadVocabulary() (*vocabulary, error) {
	v := &vocabulary{
		domains:  make(map[string]*domain),
		subjects: make(map[string]*subject),
		lists:    make(map[string][]string),
	}
	entries, err := vocabularyFiles.ReadDir("vocabulary")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		text, err := vocabularyFiles.ReadFile("vocabulary/" + entry.Name())
		if err != nil {
			return nil, err
		}
		if err := v.parse(entry.Name(), string(text)); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (v *vocabulary) parse(file, text string) error {
	var list string
	var dom *domain
	var sub *subject
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		ok := true
		switch {
		case line == "" || word == "#":
		case word == "@list":
			list, dom, sub = rest, nil, nil
		case word == "@domain":
			list, dom, sub = "", v.domain(rest), nil
		case word == "@subject":
			list, dom, sub = "", nil, &subject{name: rest, label: rest}
			v.subjects[rest] = sub
		case list != "":
			v.lists[list] = splitList(line)
		case sub != nil && word == "domain":
			sub.domain = v.domain(rest)
		case sub != nil:
			ok = sub.set(word, rest)
		case dom != nil:
			ok = dom.set(word, rest)
		default:
			ok = false
		}
		if !ok {
			return fmt.Errorf("demo: %s:%d: cannot read %q", file, n+1, line)
		}
	}
	return nil
}

// domain returns the named domain, new if a subject mentions it before its own section comes.
func (v *vocabulary) domain(name string) *domain {
	d := v.domains[name]
	if d == nil {
		d = &domain{name: name}
		v.domains[name] = d
	}
	return d
}

func (d *domain) set(word, rest string) bool {
	switch word {
	case "-":
		d.sentences = append(d.sentences, rest)
	case "~":
		d.bridges = append(d.bridges, rest)
	case "title":
		d.titles = splitList(rest)
	case "vague":
		d.vague = splitList(rest)
	case "heading":
		d.headings = splitList(rest)
	case "directory":
		d.directories = splitList(rest)
	default:
		return false
	}
	return true
}

func (s *subject) set(word, rest string) bool {
	switch word {
	case "-":
		s.sentences = append(s.sentences, rest)
	case "label":
		s.label = rest
	case "family":
		s.family = rest
	case "title":
		s.titles = splitList(rest)
	default:
		for r, w := range rowWords {
			if w == word {
				s.names[r] = splitList(rest)
				return true
			}
		}
		return false
	}
	return true
}

func splitList(s string) []string {
	parts := strings.Split(s, ";")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
