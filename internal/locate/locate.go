// Package locate finds a place again that was described on other pages: each property of a
// candidate that is as described adds its weight, and the candidate with the greatest share of the
// weights leads. Who describes places has the weights.
package locate

// Agreement is how far a candidate is as described.
type Agreement struct{ got, all float64 }

// Add adds a property: its weight, and how far it is as described, 0 to 1.
func (a *Agreement) Add(weight, like float64) {
	a.got += weight * like
	a.all += weight
}

// Has adds a property that is as described or not.
func (a *Agreement) Has(weight float64, is bool) {
	if is {
		a.got += weight
	}
	a.all += weight
}

// Share returns the weight of what is as described as a share of all that was compared, 0 to 1.
func (a *Agreement) Share() float64 { return a.got / a.all }

// AtMost returns the greatest share that can come of properties of so much weight that are not compared yet.
func (a *Agreement) AtMost(weight float64) float64 { return (a.got + weight) / (a.all + weight) }

// Lead is the candidate with the most votes, and how many it and the next best have.
type Lead[T comparable] struct {
	Best          T
	Votes, Second float64
}

// Add adds a candidate, the same perhaps again, and reports whether its votes are the most.
func (l *Lead[T]) Add(c T, votes float64) bool {
	switch {
	case votes > l.Votes:
		if c != l.Best {
			l.Best, l.Second = c, l.Votes
		}
		l.Votes = votes
		return true
	case votes > l.Second && c != l.Best:
		l.Second = votes
	}
	return false
}

// Margin returns by how many votes the best leads.
func (l *Lead[T]) Margin() float64 { return l.Votes - l.Second }
