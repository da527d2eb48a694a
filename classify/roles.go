package classify

import (
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// rolesOf says what part each link has on its page, in words that outlive the
// page's template: what kind of text it shows, what it leads to, and whether
// there are many such links.
func rolesOf(links []Link) []string {
	captions, times := make([]string, len(links)), map[string]int{}
	for i, l := range links {
		captions[i] = captionOf(l)
		times[captions[i]]++
	}
	kinds, roles, counts := map[string]string{}, make([]string, len(links)), map[string]int{}
	for i, l := range links {
		kind, ok := kinds[captions[i]]
		if !ok {
			kind = textKind(captions[i], times[captions[i]])
			kinds[captions[i]] = kind
		}
		roles[i] = kind + ", " + targetKind(l)
		counts[roles[i]]++
	}
	for i, role := range roles {
		if n := counts[role]; n >= repeated && n*manyOf >= len(links) {
			roles[i] += many
		}
	}
	return roles
}

const (
	repeated   = 5  // links to different pages make a list
	labelTimes = 3  // on a page, from which on a caption is a label
	manyOf     = 20 // one link in so many of a page's is many
)

// textKind distinguishes titles, labels and other texts. A label is named by
// its class of Tran et al. 2001.
func textKind(caption string, times int) string {
	switch {
	case caption == "":
		return "no text"
	case isTitle(caption):
		return "title"
	case times >= labelTimes:
		return "label " + TokenConstraints().Classify(Link{Text: caption}).Class
	default:
		return "short text"
	}
}

// targetKind returns what a link leads to, by its address alone.
func targetKind(l Link) string {
	href := excerpt.Cut(strings.TrimSpace(l.Href), maxComponent)
	path, _, _ := strings.Cut(href, "#")
	path, _, _ = strings.Cut(path, "?")
	switch schemeOf(href) {
	case "", "http", "https":
	default:
		return "no page"
	}
	switch extension(path) {
	case "pdf", "ps", "gz", "zip", "doc", "docx", "djvu", "ppt", "pptx", "mp4":
		return "file"
	case "bib", "ris", "enw", "xml", "txt", "json", "csv":
		return "data"
	}
	if path == "" {
		return "no page"
	}
	return "page"
}

const (
	many          = ", many"
	titlesRole    = "title, page" + many
	abstractsRole = "label " + ClassAbstract + ", page" + many
	clearRole     = 0.9 // of a role's links are of one class, or the neighbour says more
)

// roles counts the links of each role by class.
type roles map[string]map[string]int

func (r roles) add(role, class string, n int) {
	if r[role] == nil {
		r[role] = map[string]int{}
	}
	r[role][class] += n
}

// guess returns the class of more than a share of a role's links, "" if there
// is none, and how often it is right.
func (r roles) guess(role string, share float64) (class string, rate float64) {
	all, most := 0, 0
	for c, n := range r[role] {
		all += n
		if n > most || n == most && c < class {
			class, most = c, n
		}
	}
	if float64(most) <= share*float64(all) {
		return "", 0
	}
	return class, float64(most+1) / float64(all+2)
}

// usual is what journals do: they link the titles of their articles, or else
// the word for an abstract.
func usual(role string, titles bool) string {
	if role == titlesRole || role == abstractsRole && !titles {
		return ClassArticle
	}
	return ClassOther
}
