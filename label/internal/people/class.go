package people

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Classes of stretches by what they look like.
const (
	ClassName        = 'n'
	ClassInitial     = 'i' // a name that begins with an initial
	ClassInstitution = 'p' // names an institution
	ClassPlace       = 'c' // is a country or a state
	ClassDegree      = 'd'
	ClassAddress     = 'a' // of e-mail or of the web
	ClassNumber      = '#'
	ClassLower       = 'l'
	ClassWord        = 'w' // a single capitalised word
	ClassOther       = 'o'
)

// ClassOf returns the class of a text.
func ClassOf(s string) byte {
	f := formOf(s)
	switch {
	case f.address:
		return ClassAddress
	case !f.letters:
		return ClassNumber
	case f.words > 8:
		return ClassOther
	}
	var few [16]uint64
	ws := words.AppendHashes(few[:0], s)
	switch {
	case f.upper && institutionWords.HasAny(ws):
		return ClassInstitution
	case f.capitals && (isPlace(ws) || len(s) == 2 && strings.ToUpper(s) == s && !degreeLast(s)):
		return ClassPlace
	case f.words == 1 && degreeLast(s) || suffix(s):
		return ClassDegree
	case !f.capitals:
		return ClassLower
	case f.words == 1:
		return ClassWord
	case f.words <= 5 && f.upper && !f.signs && len(s) <= longestName && (!namelessWords.HasAny(ws) || isOneName(s)):
		switch {
		case initialFirst(s):
			return ClassInitial
		case abbreviates(s):
			return ClassOther
		}
		return ClassName
	}
	return ClassOther
}

// form is what one look at a text shows.
type form struct {
	words    int  // between white space
	address  bool // of e-mail or of the web
	letters  bool // or what else words have besides digits
	capitals bool // it is not what strings.ToLower makes of it
	upper    bool // a word begins with a letter that is not small
	signs    bool // some that are in no name
}

func formOf(s string) form {
	var f form
	inside := false
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		space := false
		switch {
		case 'a' <= r && r <= 'z':
			f.letters = true
			for i+n < len(s) && 'a' <= s[i+n] && s[i+n] <= 'z' {
				n++
			}
		case 'A' <= r && r <= 'Z':
			f.letters, f.capitals = true, true
			f.upper = f.upper || !inside
		case r < utf8.RuneSelf:
			space = r == ' ' || '\t' <= r && r <= '\r'
			f.signs = f.signs || notInName(r)
			f.address = f.address || r == '@' || r == ':' && strings.HasPrefix(s[i:], "://")
		default:
			r, n = utf8.DecodeRuneInString(s[i:])
			space = unicode.IsSpace(r)
			f.letters = f.letters || !words.Outside(r)
			f.capitals = f.capitals || unicode.ToLower(r) != r || r == utf8.RuneError && n == 1
			f.upper = f.upper || !inside && notSmall(r)
			f.signs = f.signs || notInName(r)
		}
		if !space && !inside {
			f.words++
		}
		inside = !space
		i += n
	}
	return f
}

// abbreviates reports whether a word of a text, but not all of them, is three capitals or more, as in "ETH Zürich": that
// may be an institution or a surname.
func abbreviates(s string) bool {
	const shortest = 3 // letters
	capitals, others := false, false
	for w := range strings.FieldsSeq(s) {
		letters, small := 0, false
		for _, r := range w {
			if letters++; unicode.IsLower(r) {
				small = true
				break
			}
		}
		others = others || small
		capitals = capitals || !small && letters >= shortest && !strings.Contains(w, ".") && !suffix(w)
	}
	return capitals && others
}

// initialFirst reports whether a name begins with a single letter, as "A. Bean" and "A.-B. Bean" do.
func initialFirst(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) && n < len(s) && (s[n] == '.' || s[n] == ' ')
}

// IsName reports whether a class is one of names.
func IsName(class byte) bool { return class == ClassName || class == ClassInitial }

// institutionWords are words that affiliations have.
var institutionWords = words.SetOf(`
	university universität université universidad universidade università universiteit department departamento
	département dipartimento institute institut instituto istituto hospital hôpital college school faculty faculté
	facultad laboratory laboratories centre center academy clinic inc gmbh ltd ministry lab labs research foundation
	corporation corp company llc association society museum library agency council trust technologies technology
	institution campus consortium committee division hospitals clinics universities institutes
	universitaire universitario universitário universitaria universitária universitätsklinikum klinikum fachhochschule forschungszentrum
	uniklinik klinik ospedale azienda consiglio instituut faculteit fakultät fakulteten fakultet sjukhus sykehus yliopisto korkeakoulu
	egyetem universiteto univerzitet univerza sveučilište wydział instytut ústav fakulta akademia akadémia
	museo musée bibliothek biblioteca bibliothèque ministerio ministério ministère ministero fundación fundação fondation stiftung
	consejo conselho conseil secretaria secretaría gobierno bank polytech tech technische technical
	университет университета институт академия факультет 大学 大學 研究所 学院 医院 病院
	polytechnic politecnico politécnica école escola escuela hochschule akademie observatory universitat
	uniwersytet univerzita universitas üniversitesi universitet centro group team sciences`)

// NamesInstitution reports whether a text has such a word.
func NamesInstitution(s string) bool {
	var few [16]uint64
	return institutionWords.HasAny(words.AppendHashes(few[:0], s))
}

// Sentence reports whether a text is running text and names no institution.
func Sentence(s string) bool { return words.Running(s) && !NamesInstitution(s) }

// orcid is what links to the identifiers of authors read as.
const orcid = "ORCID"

var (
	leadMark         = regexp.MustCompile(`^[\[(]?(\d{1,2}|[*†‡§¶]+|[a-z])[\])]?(?:[.:]?\s+|\s*)`)
	AffiliationLabel = regexp.MustCompile(`^(?i:(?:author )?affiliation(?:s|\(s\))?): ?`)
	tailMail         = regexp.MustCompile(`[\s,;.:(]*(?:[Ee]-?mail[:\s]*|[Ee]lectronic address[:\s]*)?\S+@\S+\s*$`)
)

// AffiliationIn takes from an affiliation what isn't part of it: an address, and the mark that it may begin with, which it returns.
func AffiliationIn(text, mark string) (affiliation, itsMark string) {
	if text != "" && text[0]|0x20 == 'a' {
		text = AffiliationLabel.ReplaceAllString(text, "")
	}
	if isAddress(text) {
		return "", mark
	}
	if n := len(text) - len(orcid); n >= 0 && strings.EqualFold(text[n:], orcid) {
		text = text[:n]
	}
	if strings.Contains(text, "@") {
		text = tailMail.ReplaceAllString(text, "")
	}
	if mark == "" && text != "" && !words.StartsUpper(text) {
		if found := leadMark.FindStringSubmatch(text); found != nil && words.StartsUpper(text[len(found[0]):]) {
			mark, text = found[1], text[len(found[0]):]
		}
	}
	return strings.Trim(text, affiliationSigns), mark
}

// affiliationSigns are what parts affiliations from each other and from names.
const affiliationSigns = " " + nameSigns

// nameSigns are those of them that end a name.
const nameSigns = ",;|:·•—–-"

// isAddress reports whether a text is an address of the web or of e-mail, with a label such as
// "ORCID:" before it or without.
func isAddress(s string) bool {
	if label, rest, ok := strings.Cut(s, " "); ok && strings.HasSuffix(label, ":") {
		s = rest
	}
	return !strings.Contains(s, " ") && (strings.Contains(s, "://") || strings.Contains(s, "@"))
}
