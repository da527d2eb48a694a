package maintext

import (
	"strings"
	"unicode/utf8"

	"github.com/RadhiFadlillah/whatlanggo"
)

const mostRead = 2000 // bytes of a text that say its language

// Language returns the language of a text by its letters, as ISO 639-1 writes it ("en"), or
// ISO 639-3 where that has no code; "" for a text without letters. It is sure if no other
// language is near, which it seldom is of less than 100 letters. Of a long text it reads 2,000
// bytes in the middle. What a page says of its language is often wrong.
//
// 84 languages are known, not all: Catalan is taken for Spanish.
func Language(text string) (code string, sure bool) {
	if len(text) > mostRead {
		text = text[(len(text)-mostRead)/2:]
		for len(text) > 0 && !utf8.RuneStart(text[0]) {
			text = text[1:]
		}
		text = strings.ToValidUTF8(text[:min(len(text), mostRead)], "")
	}
	found := whatlanggo.Detect(text)
	if code = found.Lang.Iso6391(); code == "" {
		code = found.Lang.Iso6393()
	}
	return code, found.IsReliable()
}
