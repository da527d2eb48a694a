package ontology

import "fmt"

// A SyntaxError says where a file does not follow its format, or exceeds a
// limit of its reader, and what was expected there. The readers of all formats
// return it.
type SyntaxError struct {
	Format string // the package of the reader: "obo"
	Name   string // of the file, if it has one
	Line   int    // from 1
	Want   string // what was expected there
	Got    string // what was found there; a long one is cut short in the message
}

// Error names the file and line, what was expected and what was found.
func (e *SyntaxError) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.Name != "" {
		place = fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	msg := fmt.Sprintf("%s: %s: expected %s", e.Format, place, e.Want)
	switch got := e.Got; {
	case len(got) > 80:
		msg += fmt.Sprintf(", found %q", got[:80]+"...")
	case got != "":
		msg += fmt.Sprintf(", found %q", got)
	}
	return msg
}
