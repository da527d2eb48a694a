package chrome

import (
	"bytes"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
)

// What Renderer.Always says about pages that need their scripts.
const (
	littleText = 200  // letters and digits
	littleMore = 1000 // with a <noscript> that asks for JavaScript
	fewLinks   = 5
)

var (
	errNoScripts = errors.New("it has no scripts")
	errHasText   = errors.New("it has text or links without its scripts")
)

// plainEnough returns why a page is good as it is, nil if it needs its scripts.
// The cost is linear in the page.
func plainEnough(page []byte) error {
	w := look(page)
	switch {
	case w.scripts == 0:
		return errNoScripts
	case w.letters < littleText && w.links < fewLinks, w.letters < littleMore && w.asks, w.empty:
		return nil
	}
	return errHasText
}

// looks is what a page has to show without its scripts.
type looks struct {
	scripts, letters, links int
	asks                    bool // a <noscript> asks for JavaScript
	empty                   bool // an application's place is empty
}

func look(page []byte) (w looks) {
	titled := false
	var place []byte // the tag of an application's place, just opened
	for s := dom.NewScanner(page); s.Next(); {
		switch s.Type {
		case html.TextToken:
			switch {
			case s.Hidden == 0 && !titled:
				if n := letters(s.Text()); n > 0 {
					w.letters += n
					place = nil
				}
			case s.Hidden == atom.Noscript && bytes.Contains(bytes.ToLower(s.Text()), []byte("javascript")):
				w.asks = true
			}
		case html.StartTagToken:
			place = nil
			titled = s.Tag == atom.Title
			attrs := s.Attributes()
			switch {
			case s.Tag == atom.Script && s.Hidden == atom.Script:
				if isScript(dom.Attribute(attrs, "type")) {
					w.scripts++
				}
			case s.Hidden != 0:
			case s.Tag == atom.A:
				if dom.Attribute(attrs, "href") != "" || s.Drawing() && dom.Attribute(attrs, "xlink:href") != "" {
					w.links++
				}
			case isPlace(dom.Attribute(attrs, "id")):
				place = s.Name()
			}
		case html.EndTagToken:
			if place != nil && bytes.Equal(place, s.Name()) {
				w.empty = true
			}
			place, titled = nil, false
		}
	}
	return w
}

// isPlace reports whether an id is one that frameworks put pages into: React,
// Vue, Angular, Next, Nuxt, Gatsby, Svelte, Ember.
func isPlace(id string) bool {
	switch strings.ToLower(id) {
	case "root", "app", "app-root", "react-root", "__next", "__nuxt", "___gatsby", "svelte", "ember-app", "main-app":
		return true
	}
	return false
}

// isScript reports whether a <script> of a type is run and not data.
func isScript(kind string) bool {
	kind = strings.ToLower(kind)
	return kind == "" || kind == "module" || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "ecmascript")
}

func letters(text []byte) (n int) {
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			n++
		}
		text = text[size:]
	}
	return n
}
