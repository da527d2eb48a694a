// Package each makes lists of lists.
package each

// Of returns what f makes of each element; nil of nil.
func Of[A, B any](list []A, f func(A) B) []B {
	if list == nil {
		return nil
	}
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}
