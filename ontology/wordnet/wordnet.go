// Package wordnet reads the database files of WordNet 3 (wndb(5WN) of its
// manual): data.noun, index.noun and those of verb, adj and adv, gzipped or not.
//
// A synset is a concept. Its identifier is its offset and part of speech, as in
// "14132975-n"; a satellite adjective is an "a", as pointers have it, and is
// found by "s" too. The first word is the preferred name, the others are
// synonyms: with spaces for underscores, without the markers (a), (p) and (ip).
// The parents are the hypernyms (@, @i) and the wholes that a synset is a part,
// member or substance of (#p, #m, #s). The other pointers say the same the other
// way round, or nothing of broader and narrower. The name of the lexicographer
// file, such as "noun.animal", is the type. Glosses are not kept.
package wordnet

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/ontology"
)

// parts are the parts of speech: the end of their files' names and their
// letter.
var parts = [...]struct {
	name   string
	letter byte
}{{"noun", 'n'}, {"verb", 'v'}, {"adj", 'a'}, {"adv", 'r'}}

// Open reads the database in a directory or in dict under it, as [Read] does.
func Open(dir string) (*ontology.Graph, error) {
	g, err := Read(os.DirFS(dir))
	var syntax *ontology.SyntaxError
	switch {
	case errors.As(err, &syntax):
		syntax.Name = filepath.Join(dir, syntax.Name)
	case err != nil:
		err = fmt.Errorf("wordnet: %s: %w", dir, err)
	}
	return g, err
}

// Read reads the database at the top of a file system or in its directory dict.
// Parts of speech that it has no data file of are left out; if there is none,
// the error is fs.ErrNotExist. An index file is needed only for the order of
// senses: of the synsets that have a name the commonest comes first, nouns
// before verbs, adjectives and adverbs. With an error, which is an *[ontology.SyntaxError]
// unless reading failed, there is no ontology.
func Read(fsys fs.FS) (*ontology.Graph, error) {
	g := new(ontology.Graph)
	for i, part := range parts {
		p, err := readPart(fsys, part.name, part.letter, i*maxSenses)
		if err != nil {
			return nil, err
		}
		for _, s := range p.synsets {
			g.Add(s.Concept)
		}
	}
	if g.Len() == 0 {
		return nil, fmt.Errorf("no data.noun, data.verb, data.adj or data.adv: %w", fs.ErrNotExist)
	}
	return g, nil
}

// maxSenses is more than the senses of a name in a part of speech.
const maxSenses = 1000

// A partOfSpeech is the synsets of one data file.
type partOfSpeech struct {
	letter   byte
	before   int // senses that come before its own
	synsets  []*synset
	byOffset map[uint32]*synset
}

type synset struct{ ontology.Concept }

// readPart returns no synsets if there is no data file.
func readPart(fsys fs.FS, name string, letter byte, before int) (*partOfSpeech, error) {
	p := &partOfSpeech{letter: letter, before: before, byOffset: map[uint32]*synset{}}
	err := readFile(fsys, "data."+name, p.readData)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		err = readFile(fsys, "index."+name, p.readIndex)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return p, nil
}

// readFile reads the file of a name, or that with .gz, there or in dict.
func readFile(fsys fs.FS, name string, read func(*file) error) error {
	for _, path := range [...]string{name, name + ".gz", "dict/" + name, "dict/" + name + ".gz"} {
		f, err := fsys.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		defer f.Close()
		l, err := newFile(path, f)
		if err == nil {
			err = read(l)
		}
		return err
	}
	return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}
