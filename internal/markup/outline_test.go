package markup_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// Elements and text are those of the tree that browsers make.
func TestOutline(t *testing.T) {
	for _, c := range []struct{ page, word, text, way string }{
		{"<table><tr><td>cell</td></tr>before</table>", "before", "before cell", "html > body"},
		{"<table><tr><td><tgroup>cell</tgroup><div>x</div></table>", "cell", "cell x", "html > body > table > tbody > tr > td > tgroup"},
		{"<table><tgroup><tr><td>cell</table>", "cell", "cell", "html > body > table > tbody > tr > td"},
		{"<font><p>one</font>two", "two", "onetwo", "html > body > p"},
		{"<b>one<p>two", "two", "one two", "html > body > b > p"},
		{"one</br>two</p>three", "two", "one two three", "html > body"},
		{"<p class='a&amp;b'>caf&eacute;\r\n&lt;x", "café", "café <x", "html > body > p.a&b"},
		{"a<!-- - -->b<noscript><p>c</noscript><title>d</title>", "ab", "ab d", "html > body"},
	} {
		o := markup.ReadOutline([]byte(c.page))
		if string(o.Text) != c.text {
			t.Errorf("%s: text %q, want %q", c.page, o.Text, c.text)
		}
		if at, _ := o.Find([]byte(c.word)); len(at) != 1 || o.Way(at[0]) != c.way {
			t.Errorf("%s: %q in %v, want in %s", c.page, c.word, at, c.way)
		}
	}
}

// Offsets of the text are where its bytes are written, over references and comments too.
func TestOffsets(t *testing.T) {
	page := []byte("<p>caf&eacute;\r\nb&amp;c<!-- x -->d &bogus; e\x00f</p>g")
	o := markup.ReadOutline(page)
	for i, c := range o.Text {
		if at := page[o.At[i]]; at != c && at != '&' && (c != ' ' || at != '\r' && at != '<') {
			t.Errorf("byte %d of %q, %q, is at %q", i, o.Text, c, page[o.At[i]:])
		}
	}
}
