package chrome

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/page/pagetest"
)

func TestPlainEnough(t *testing.T) {
	const script = `<script src="app.js"></script>`
	words := func(n int) string { return "<p>" + strings.Repeat("word ", n/4) + "</p>" }
	links := strings.Repeat(`<a href="x"></a>`, fewLinks)
	for _, c := range []struct {
		name, page string
		want       error
	}{
		{"empty", "", errNoScripts},
		{"no scripts", "<p>hello", errNoScripts},
		{"data is no script", `<script type="application/ld+json">{}</script><script type="text/template">x</script>`, errNoScripts},
		{"a script in a comment", "<!-- " + script + " -->", errNoScripts},
		{"a script in a script", `<script type="text/x">` + "<script>", errNoScripts},
		{"a script and nothing else", script, nil},
		{"a module", `<script type="module" src="app.js"></script>`, nil},
		{"text in scripts and styles", "<script>" + words(2000) + "</script><style>" + words(2000) + "</style><template>" + words(2000) + "</template>", nil},
		{"a little text", script + words(littleText-4), nil},
		{"enough text", script + words(littleText), errHasText},
		{"letters of any script", script + strings.Repeat("字", littleText), errHasText},
		{"enough links", script + links, errHasText},
		{"anchors are no links", script + strings.ReplaceAll(links, "href", "name"), nil},
		{"asks for scripts", script + words(littleText) + "<noscript>Please enable JavaScript.</noscript>", nil},
		{"asks for scripts after much text", script + words(littleMore) + "<noscript>Please enable JavaScript.</noscript>", errHasText},
		{"a noscript that asks for nothing", script + words(littleText) + `<noscript><img src="/count"></noscript>`, errHasText},
		{"an empty place", script + words(2000) + `<div id="root"></div>`, nil},
		{"an empty place with space", script + words(2000) + "<main id=__next>\n <!-- here --> </main>", nil},
		{"a place with text", script + words(2000) + `<div id="app">Hello</div>`, errHasText},
		{"a place with an element", script + words(2000) + `<div id="app"><img></div>`, errHasText},
		{"another place", script + words(2000) + `<div id="other"></div>`, errHasText},
		{"unclosed", "<script>for", nil},
	} {
		if got := plainEnough([]byte(c.page)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Letters and links are those of the text that all readers of this module agree
// on.
func TestReaderCases(t *testing.T) {
	for _, c := range pagetest.Cases {
		w := look([]byte(c.Page))
		if want := letters(c.Text); w.letters != want || w.links != len(c.Links) {
			t.Errorf("%s: %d letters and %d links, want %d and %d", c.Name, w.letters, w.links, want, len(c.Links))
		}
	}
}

// No page is rendered that has nothing to run, and none counts for more than it is.
func FuzzPlainEnough(f *testing.F) {
	f.Add([]byte(`<div id=root></div><script>x</script><noscript>JavaScript</noscript><a href=x>`))
	f.Add([]byte("<template><script><!--"))
	f.Fuzz(func(t *testing.T, page []byte) {
		w := look(page)
		if w.letters > len(page) || w.links > len(page) || w.scripts > len(page) {
			t.Errorf("%+v of %d bytes", w, len(page))
		}
		if err := plainEnough(page); err == nil && w.scripts == 0 {
			t.Error("to be rendered without a script")
		}
	})
}
