// Package valid asks values whether they can be used: strategies and scorers have a method for it.
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
