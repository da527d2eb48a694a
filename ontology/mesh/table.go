package mesh

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

// isTreeLine reports whether a line is of the trees: "Body Regions;A01".
func isTreeLine(line string) bool {
	_, tree := cutTree(line)
	return tree != ""
}

// cutTree returns the name and the tree number of a line of the trees, or ""
// twice if it is none.
func cutTree(line string) (name, tree string) {
	i := strings.LastIndexByte(line, ';')
	if i <= 0 || !isTree(line[i+1:]) {
		return "", ""
	}
	return line[:i], line[i+1:]
}

// readTrees reads the trees from their first line on. Equal names are one
// heading.
func readTrees(in *textLines, l *loader) error {
	ids := map[string]string{}
	for {
		name, tree := cutTree(string(in.text))
		if tree == "" {
			return in.expected(`"name;tree number"`)
		}
		c := ontology.Concept{ID: ids[name], Name: name}
		if c.ID == "" {
			c.ID = tree
			ids[name] = tree
		} else {
			c.AltIDs = []string{tree}
		}
		l.hold(tree, c.ID)
		l.graph.Add(c)
		if more, err := in.next(); err != nil || !more {
			return err
		}
	}
}

// A column is what a column of a table is taken for.
type column int

const (
	other           column = iota
	columnUI               // of the record
	columnTrees            // tree numbers with | between
	columnName             // the record's name, or one term of it if there is a columnPreferred
	columnTerms            // further terms with | between
	columnPreferred        // Y in the row of the record's name
	columnPermuted         // Y in the row of a permuted term
)

// columnOf returns the column with a name in the header. Case, spaces, a plural and
// what is in parentheses do not matter.
func columnOf(name string) column {
	name, _, _ = strings.Cut(strings.ToLower(name), "(")
	switch strings.TrimSuffix(strings.ReplaceAll(name, " ", ""), "s") {
	case "descriptorui", "descui":
		return columnUI
	case "treenumber":
		return columnTrees
	case "descriptorname", "termname", "term":
		return columnName
	case "entryterm":
		return columnTerms
	case "recordpreferred", "recordpreferredtermyn":
		return columnPreferred
	case "permuted", "ispermutedtermyn":
		return columnPermuted
	}
	return other
}

func columnsOf(header string) []column {
	var columns []column
	for name := range strings.SplitSeq(header, "\t") {
		columns = append(columns, columnOf(name))
	}
	return columns
}

// isHeader reports whether a line is the header of a table with records.
func isHeader(line string) bool {
	columns := columnsOf(line)
	return slices.Contains(columns, columnUI) && slices.Contains(columns, columnName)
}

// A row is one line of a table.
type row struct {
	ui, name            string
	trees, terms        []string
	preferred, permuted bool
}

// readTable reads a table from its header on. The rows of a record may be
// several.
func readTable(in *textLines, l *loader) error {
	columns := columnsOf(string(in.text))
	byTerm := slices.Contains(columns, columnPreferred)
	for {
		if more, err := in.next(); err != nil || !more {
			return err
		}
		r := parseRow(in.text, columns)
		if r.ui == "" || r.name == "" {
			return in.expected("a row with a record's identifier and a name")
		}
		c := ontology.Concept{ID: r.ui}
		switch {
		case !byTerm || r.preferred:
			c.Name = r.name
		case !r.permuted || !l.NoPermuted:
			c.Names = append(c.Names, ontology.Name{Text: r.name, Relation: ontology.Synonym})
		}
		for _, term := range r.terms {
			c.Names = append(c.Names, ontology.Name{Text: term, Relation: ontology.Synonym})
		}
		l.add(&c, r.trees)
	}
}

func parseRow(line []byte, columns []column) row {
	var r row
	for _, what := range columns {
		var field []byte
		field, line, _ = bytes.Cut(line, []byte("\t"))
		if field = bytes.TrimSpace(field); len(field) == 0 || what == other {
			continue
		}
		cell := string(field)
		switch what {
		case columnUI:
			r.ui = cell
		case columnTrees:
			r.trees = strings.Split(cell, "|")
		case columnName:
			r.name = cell
		case columnTerms:
			r.terms = strings.Split(cell, "|")
		case columnPreferred:
			r.preferred = cell == "Y"
		case columnPermuted:
			r.permuted = cell == "Y"
		}
	}
	return r
}
