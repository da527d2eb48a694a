// Package phrase finds the terms of an ontology in texts: folded, as
// whole words, leftmost longest, without overlap, and never across the end of
// a sentence or of a block, in time linear in the text and without allocation.
//
// Most callers want [Builder], [Set.Match] and, as a key for names,
// [Normalize].
//
// # Words
//
// Terms and texts are cut into words by the same rules, those of [Words].
//
// A word is a run of letters, numbers and combining marks. Whatever else
// stands between words only separates them, so "e-mail" equals "e mail",
// "Diabetes_mellitus" equals "diabetes mellitus" and the term "leukemia acute"
// is found in "leukemia, acute". A mark that follows no letter or number
// belongs to the separator before it. Bytes that are not UTF-8 separate.
//
// A final 's (with ' or U+2019) directly after a word is dropped, so "Crohn's
// disease" equals "Crohn disease". It lies outside the hit if it ends one.
//
// Behind a word that is no number + belongs to it if no letter or number follows or
// another + does, and # if the word is one Latin letter: C++, C# and CD4+ are not C
// and CD4, while a+b is two words, and 18+ a number.
//
// Words are equal if their folded forms are: in NFKC, by full case folding, so that
// é typed as two characters equals É, ß equals SS, and ﬁ, Ａ, ₂, ² and ㎏ equal fi, A,
// 2 and kg. Moreover œ and æ equal oe and ae, Greek letters are without marks, as in
// capitals, an iota below being a letter, and Arabic ones without vowel signs and
// tatweel. Other accents count, and i equals I in every language; a [Folding] holds
// more equal.
//
// A character that NFKC makes several words of, or puts signs around (½, ℃, ⑴, ㍿),
// is these words and no part of others, and no phrase is found in a part of it. ™
// and ℠ are no letters. Thai and Lao sara am are not taken apart.
//
// Format characters (soft hyphen, zero-width space and joiners, byte order
// mark, direction marks: category Cf), variation selectors and the grapheme joiner
// are read as if they were not there, in words and between them.
//
// In scripts written without spaces (Han, Hiragana, Katakana, Thai, Lao,
// Khmer, Myanmar) each letter, with its marks, is a word. So a term is found
// inside a longer run of such letters; that it is a word of its own there is
// not promised: 京都 is found in 東京都.
//
// # Boundaries
//
// A sentence ends at any of . ! ? … that is followed, after closing quotes and
// brackets if any, by white space; except at a full stop when the next word
// begins with a lower-case letter or a digit ("E. coli", "approx. 5"). It also
// ends at each of 。！？｡, which no white space need follow. A hit crosses such
// an end only where the term has one at the same place; a term that has them
// ("St. Louis encephalitis") is found with all of them or with none.
//
// A block ends at a blank line, that is two newlines with no more than white
// space between them, or at U+2029. No hit crosses it. In a term it is no more
// than white space, as in a text a single newline is.
package phrase
