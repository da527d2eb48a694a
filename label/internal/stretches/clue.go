package stretches

import "github.com/lokman-crawler/lokman/label/internal/words"

// Clue is the hash of what may be seen of a line or a stretch.
type Clue uint64

// ClueOf returns the clue of a kind of evidence.
func ClueOf(kind, what string) Clue {
	return Clue(words.Mix(words.ByteHash(kind) ^ words.Mix(words.ByteHash(what))))
}

// PlaceClue returns the clue of the so-manieth stretch in some elements.
func PlaceClue(chain Clue, number int) Clue { return Clue(words.Mix(uint64(chain) + uint64(number))) }
