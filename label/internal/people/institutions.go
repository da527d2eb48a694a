package people

import (
	"regexp"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// institutionWords are words that affiliations have.
var institutionWords = words.SetOf(`
	university universität université universidad universidade università universiteit department departamento
	département dipartimento institute institut instituto istituto hospital hôpital college school faculty faculté
	facultad laboratory laboratories centre center academy clinic inc gmbh ltd ministry lab labs research foundation
	corporation corp company llc association society museum library agency council trust technologies technology
	institution polytechnic politecnico politécnica école escola escuela hochschule akademie observatory universitat
	uniwersytet univerzita universitas üniversitesi universitet университет институт centro group team sciences`)

// NamesInstitution reports whether a text has such a word.
func NamesInstitution(s string) bool {
	var few [16]uint64
	return institutionWords.HasAny(words.AppendHashes(few[:0], s))
}

// namelessWords are words of author lists that are in no name.
var namelessWords = words.SetOf(`
	corresponding author authors email e-mail affiliations affiliation contributed equally university department
	institute pdf bibtex download abstract contact orcid profile google scholar pubmed search volume issue pages
	published year doi view show more about article information home journal keywords edited editor received accepted
	copyright hospital school mail et`)

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
