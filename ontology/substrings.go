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
	nodes   []trieNode // the first is the root
	folding phrase.Folding
}

type trieNode struct {
	edges []trieEdge // by their bytes
	term  int32      // place of the term that ends here, or -1
}

type trieEdge struct {
	letter byte
	to     int32
}

func newTrie(terms []Term, folding phrase.Folding) *trie {
	l := &trie{nodes: []trieNode{{term: -1}}, folding: folding}
	for i, t := range terms {
		at := int32(0)
		letters, _, _ := folding.Letters(strings.TrimSpace(t.Text))
		for _, c := range letters {
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
// shortest first. Marks that do not compose belong to the letter before them.
func (l *trie) match(dst []phrase.Hit, text string) []phrase.Hit {
	letters, from, to := l.folding.Letters(text)
	for start := range letters {
		for at, end := int32(0), start; end < len(letters); {
			i, ok := l.find(at, letters[end])
			if !ok {
				break
			}
			at = l.nodes[at].edges[i].to
			end++
			term := l.nodes[at].term
			if term < 0 || end < len(letters) && from[end] == from[end-1] && isMark(letters[end:]) {
				continue
			}
			dst = append(dst, phrase.Hit{ID: uint32(term), Start: from[start], End: to[end-1]})
		}
	}
	return dst
}

func isMark(text []byte) bool {
	r, _ := utf8.DecodeRune(text)
	return unicode.IsMark(r)
}
