package layout

import "slices"

// Failure returns a failure as it is stored.
func Failure(id Hash, reason string) []byte { return slices.Concat(id[:], []byte(reason)) }

// FailureIn returns the record and the reason of a stored failure.
func FailureIn(stored []byte) (Hash, string, error) {
	c := Read(stored)
	id, err := HashIn(c.Take(uint64(len(Hash{}))))
	return id, string(c.Rest), err
}
