// Package sample runs random cases within a time.
package sample

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Check checks a property with rapid, within the budget. Once it has failed,
// rapid has all the time it wants to find a shorter failure.
func Check(t *testing.T, property func(t *rapid.T)) {
	t.Helper()
	over := time.Now().Add(budget())
	failed := false
	rapid.Check(t, func(t *rapid.T) {
		if !failed && time.Now().After(over) {
			return
		}
		passed := false
		defer func() { failed = failed || !passed }()
		property(t)
		passed = !t.Failed()
	})
}

// budget is for how long a random case makes up new runs.
func budget() time.Duration {
	if testing.Short() {
		return 200 * time.Millisecond
	}
	return time.Second
}
