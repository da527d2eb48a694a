// Package jsonarray reads arrays of JSON element by element, so that a caller
// with a limit on their number need not make them all: an element of two bytes
// may take hundreds in memory.
package jsonarray

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
)

// Elements yields the elements of an array. The text is a whole value of JSON,
// as an [json.Unmarshaler] is given; null has no elements. An error comes at
// most once and last.
func Elements[T any](text []byte) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if string(text) == "null" {
			return
		}
		in := json.NewDecoder(bytes.NewReader(text))
		if t, err := in.Token(); err != nil || t != json.Delim('[') {
			yield(none, fmt.Errorf("expected an array of JSON, found %.40q", text))
			return
		}
		for in.More() {
			var element T
			if err := in.Decode(&element); err != nil {
				yield(none, err)
				return
			}
			if !yield(element, nil) {
				return
			}
		}
	}
}
