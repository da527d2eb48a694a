// Package valid checks whether values can be used, by a method that strategies and scorers have.
package valid

// A Checker can tell that its fields do not fit together, or that one is missing.
type Checker interface{ Valid() error }

// Check returns the error of a [Checker], nil for anything else.
func Check(v any) error {
	if c, ok := v.(Checker); ok {
		return c.Valid()
	}
	return nil
}
