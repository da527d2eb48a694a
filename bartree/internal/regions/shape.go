package regions

import (
	"math"
	"unicode"
)

// A textShape describes a text apart from its words: a date is like another
// date, a paragraph like another paragraph.
type textShape struct {
	Length   float64 `json:"length"`  // ln(1 + characters)
	Word     float64 `json:"word"`    // mean characters a word
	Letters  float64 `json:"letters"` // shares of the characters, 0 to 1
	Capitals float64 `json:"capitals"`
	Digits   float64 `json:"digits"`
	Marks    float64 `json:"marks"` // neither letter, digit nor space
}

func shapeOf(text []byte) textShape {
	var s textShape
	var n, words float64
	for _, r := range string(text) {
		n++
		switch {
		case unicode.IsLetter(r):
			s.Letters++
			if unicode.IsUpper(r) {
				s.Capitals++
			}
		case unicode.IsDigit(r):
			s.Digits++
		case r != ' ':
			s.Marks++
		}
		if r == ' ' {
			words++
		}
	}
	if n == 0 {
		return s
	}
	words++
	s.Length, s.Word = math.Log1p(n), (n-words+1)/words
	s.Letters, s.Capitals, s.Digits, s.Marks = s.Letters/n, s.Capitals/n, s.Digits/n, s.Marks/n
	return s
}

// How much differences of two shapes weigh: two units of ln(characters), six
// characters a word or half of the characters make the likeness 1/e. Chosen by
// hand.
const (
	shapeLength = 2
	shapeWord   = 6
	shapeShares = 2
)

// like compares two shapes, 0 to 1.
func (s textShape) like(t textShape) float64 {
	far := math.Abs(s.Length-t.Length)/shapeLength + math.Abs(s.Word-t.Word)/shapeWord +
		shapeShares*(math.Abs(s.Letters-t.Letters)+math.Abs(s.Capitals-t.Capitals)+math.Abs(s.Digits-t.Digits)+math.Abs(s.Marks-t.Marks))
	return math.Exp(-far)
}
