package program

import (
	"errors"
	"strings"
)

// Parts is a flag that may be repeated: NAME=TEXT.
type Parts map[string]string

func (p Parts) String() string { return "" }

// Set implements [flag.Value].
func (p Parts) Set(s string) error {
	name, text, ok := strings.Cut(s, "=")
	if !ok || name == "" || text == "" {
		return errors.New("want NAME=TEXT")
	}
	p[name] = text
	return nil
}
