package chrome

import (
	"bytes"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What Renderer.Always says of pages that need their scripts.
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
	z := html.NewTokenizer(bytes.NewReader(page))
	var hidden atom.Atom // the element that the text is inside of and not seen
	var place string     // the tag of an application's place, just opened
	for {
		switch z.Next() {
		case html.ErrorToken:
			return w
		case html.TextToken:
			text := z.Text()
			if hidden == atom.Noscript && bytes.Contains(bytes.ToLower(text), []byte("javascript")) {
				w.asks = true
			}
			if n := letters(text); n > 0 && hidden == 0 {
				w.letters += n
				place = ""
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			place = ""
			switch t.DataAtom {
			case atom.Script:
				hidden = t.DataAtom
				if isScript(t) {
					w.scripts++
				}
			case atom.Style, atom.Template, atom.Noscript, atom.Title:
				if hidden == 0 {
					hidden = t.DataAtom
				}
			case atom.A:
				if attribute(t, "href") != "" {
					w.links++
				}
			default:
				if isPlace(attribute(t, "id")) {
					place = t.Data
				}
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if place != "" && place == string(name) {
				w.empty = true
			}
			place = ""
			if atom.Lookup(name) == hidden {
				hidden = 0
			}
		}
	}
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

// isScript reports whether a <script> is run and not data.
func isScript(t html.Token) bool {
	kind := strings.ToLower(attribute(t, "type"))
	return kind == "" || kind == "module" || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "ecmascript")
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
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
