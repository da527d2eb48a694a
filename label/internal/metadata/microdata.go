package metadata

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// property reads microdata: <meta itemprop> and the text of elements.
func (r *reader) property(n *html.Node, text []layout.Run) {
	props := dom.Attribute(n.Attr, "itemprop")
	headline, author := hasWord(props, "headline"), hasWord(props, "author")
	if !headline && !author {
		return
	}
	value := dom.Attribute(n.Attr, "content")
	if value == "" {
		value = shortText(text)
	}
	switch {
	case headline && r.micro.Title == "":
		r.micro.Title = value
	case author && len(value) < 200 && len(r.micro.Authors) < maxMetas:
		if name := people.CleanName(value); people.PlausibleName(name) {
			r.micro.Authors = append(r.micro.Authors, name)
		}
	}
}

// hasWord reports whether one of the words of a text is another.
func hasWord(text, word string) bool {
	if len(text) <= len(word) {
		return text == word
	}
	for w := range strings.FieldsSeq(text) {
		if w == word {
			return true
		}
	}
	return false
}

// shortText returns the beginning of a text.
func shortText(text []layout.Run) string {
	const maxTitle = 1000 // bytes
	var w words.Writer
	layout.Write(&w, text, maxTitle, maxTitle)
	return strings.ToValidUTF8(string(w.Text), "")
}
