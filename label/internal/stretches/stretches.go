package stretches

import "github.com/lokman-crawler/lokman/label/internal/words"

// Clue is the hash of what may be seen of a line or a stretch.
type Clue uint64

// ClueOf returns the clue of a kind of evidence.
func ClueOf(kind, what string) Clue {
	return Clue(words.Mix(words.ByteHash(kind) ^ words.Mix(words.ByteHash(what))))
}

// NumberClue returns the clue of a stretch in some elements of that number.
func NumberClue(chain Clue, number int) Clue { return Clue(words.Mix(uint64(chain) + uint64(number))) }

// Line is a line that was cut into stretches.
type Line struct {
	Text      string // that they are of
	Element   string // the line's
	Clue      Clue   // of the element
	Stretches []Stretch
}

// Stretch is a part of a line between separators.
type Stretch struct {
	From, To int    // in the text of the line
	At       int32  // where it starts in the page's visible text
	Sep      string // what separates it from the one before: signs, "&" for a joining word, "^" for a mark, "e" for the edge of an element, "g" for one inside a word
	Chain    string // the elements around it inside the line's leaf
	Number   int    // of these among the line's like them, from 1; 0 without any
	Class    byte
	Notes    []string // the marks behind it
	Before   []string // the marks before it, if it is the first or the last of a line

	ChainClue, Opens Clue // of the elements around it, and of its first word; 0 if that is long
}
