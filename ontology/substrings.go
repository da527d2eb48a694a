package ontology

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// trie finds the terms of a topic wherever their letters stand in a text: it is one of
// bytes. A text takes time linear in it times the length of the longest term.
type trie struct {
	nodes []trieNode // the first is the root
}

type trieNode struct {
	edges []trieEdge // by their bytes
	term  int32      // place of the term that ends here, or -1
}

type trieEdge struct {
	letter byte
	to     int32
}

func newTrie(terms []Term) *trie {
	l := &trie{nodes: []trieNode{{term: -1}}}
	for i, t := range terms {
		at := int32(0)
		for _, c := range []byte(lower(strings.TrimSpace(t.Text))) {
			at = l.extend(at, c)
		}
		if at != 0 && l.nodes[at].term < 0 {
			l.nodes[at].term = int32(i)
		}
	}
	return l
}

// extend returns the node to which a byte leads from another, a new one if
// necessary.
func (l *trie) extend(from int32, c byte) int32 {
	i, ok := l.find(from, c)
	if !ok {
		to := int32(len(l.nodes))
		l.nodes = append(l.nodes, trieNode{term: -1})
		l.nodes[from].edges = slices.Insert(l.nodes[from].edges, i, trieEdge{c, to})
		return to
	}
	return l.nodes[from].edges[i].to
}

func (l *trie) find(from int32, c byte) (int, bool) {
	return slices.BinarySearchFunc(l.nodes[from].edges, c, func(e trieEdge, c byte) int { return cmp.Compare(e.letter, c) })
}

// match appends the terms at every place of a text, those of one place the
// shortest first.
func (l *trie) match(dst []phrase.Hit, text string) []phrase.Hit {
	text = lower(text)
	for start := range len(text) {
		for at, end := int32(0), start; end < len(text); {
			i, ok := l.find(at, text[end])
			if !ok {
				break
			}
			at = l.nodes[at].edges[i].to
			end++
			if term := l.nodes[at].term; term >= 0 {
				dst = append(dst, phrase.Hit{ID: uint32(term), Start: start, End: end})
			}
		}
	}
	return dst
}

// lower returns a text in lower case with every character in its place: one whose
// lower case has another length stays as it is.
func lower(text string) string {
	b := []byte(text)
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if l := unicode.ToLower(r); l != r && utf8.RuneLen(l) == n {
			utf8.EncodeRune(b[i:], l)
		}
		i += n
	}
	return string(b)
}
