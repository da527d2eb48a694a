package mesh

import (
	"bytes"

	"github.com/lokman-crawler/lokman/ontology"
)

// newRecord is the line before each ASCII record.
const newRecord = "*NEWRECORD"

// readASCII reads descriptors from the first *NEWRECORD on.
func readASCII(in *textLines, l *loader) error {
	for {
		more, err := readRecord(in, l)
		if err != nil || !more {
			return err
		}
	}
}

// readRecord reads the record after a *NEWRECORD up to the next one, and
// reports whether there is a next one.
func readRecord(in *textLines, l *loader) (more bool, err error) {
	var c ontology.Concept
	var trees []string
	started := in.in.Number
	for {
		if more, err = in.next(); err != nil {
			return false, err
		}
		if !more || string(in.text) == newRecord {
			break
		}
		element, value, ok := bytes.Cut(in.text, []byte("="))
		element, value = bytes.TrimSpace(element), bytes.TrimSpace(value)
		if !ok || len(element) == 0 {
			return false, in.expected(`"ELEMENT = value" or *NEWRECORD`)
		}
		switch string(element) {
		case "RECTYPE":
			if string(value) != "D" {
				return false, in.expected("a descriptor, RECTYPE = D")
			}
		case "UI":
			c.ID = string(value)
		case "MH":
			c.Name = string(value)
		case "MN":
			trees = append(trees, string(value))
		case "ST":
			c.Types = append(c.Types, string(value))
		case "ENTRY", "PRINT ENTRY":
			c.Names = append(c.Names, entry(value))
		}
	}
	if c.ID == "" || c.Name == "" {
		return false, &ontology.SyntaxError{Format: "mesh", Line: started, Want: "a UI and an MH in the record that begins here"}
	}
	l.add(&c, trees)
	return more, nil
}

// entry returns the name of an entry term, whose text may be followed by
// sub-elements: semantic types, lexical tag, relation (EQV, NRW, REL or BRD),
// sources, date and a map of all these.
func entry(value []byte) ontology.Name {
	text, more, _ := bytes.Cut(value, []byte("|"))
	name := ontology.Name{Text: string(bytes.TrimSpace(text)), Relation: ontology.Synonym}
	if bytes.Contains(more, []byte("|BRD|")) {
		name.Relation = ontology.Partial
	}
	return name
}
