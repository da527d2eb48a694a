package ontology

import "fmt"

// A SyntaxError says where a file does not follow its format, or exceeds a
// limit of its reader, and what was expected there. The readers of all formats
// return it, and warn with it where they mend or leave out what does not follow; see
// [Graph.Warnings].
type SyntaxError struct {
	Format string // the package of the reader: "obo"
	Name   string // of the file, if it has one
	Line   int    // from 1; 0 if it is the whole file
	Want   string // what was expected there
	Got    string // what was found there; a long one is cut short in the message
	Count  int    // of a warning: how often it was so in the file, here for the first time
}

// Error names the file and line, what was expected and what was found.
func (e *SyntaxError) Error() string {
	place := fmt.Sprintf("line %d: ", e.Line)
	switch {
	case e.Line == 0 && e.Name == "":
		place = ""
	case e.Line == 0:
		place = e.Name + ": "
	case e.Name != "":
		place = fmt.Sprintf("%s:%d: ", e.Name, e.Line)
	}
	msg := fmt.Sprintf("%s: %sexpected %s", e.Format, place, e.Want)
	switch got := e.Got; {
	case len(got) > 80:
		msg += fmt.Sprintf(", found %q", got[:80]+"...")
	case got != "":
		msg += fmt.Sprintf(", found %q", got)
	}
	if e.Count > 1 {
		msg += fmt.Sprintf(", and %d more", e.Count-1)
	}
	return msg
}
