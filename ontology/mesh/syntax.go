package mesh

import "fmt"

// A SyntaxError says where a file is not what it should be and what was
// expected there.
type SyntaxError struct {
	Name string // of the file, if it has one
	Line int    // from 1
	Want string
	Got  string // what stands there, cut short
}

func (e *SyntaxError) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.Name != "" {
		place = fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	msg := fmt.Sprintf("mesh: %s: expected %s", place, e.Want)
	if e.Got != "" {
		msg += fmt.Sprintf(", found %q", e.Got)
	}
	return msg
}

// short cuts what an error quotes.
func short(got string) string {
	if len(got) > 80 {
		return got[:80] + "..."
	}
	return got
}
