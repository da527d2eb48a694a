package jsonarray_test

import (
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/internal/jsonarray"
)

func TestElements(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  []int
		fails bool
	}{
		{"[1, 2, 3]", []int{1, 2, 3}, false},
		{"[]", nil, false},
		{"null", nil, false},
		{`[1, "a", 3]`, []int{1}, true},
		{`{"a": 1}`, nil, true},
		{"1", nil, true},
	} {
		var got []int
		var failed error
		for n, err := range jsonarray.Elements[int]([]byte(c.text)) {
			if failed = err; err == nil {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, c.want) || (failed != nil) != c.fails {
			t.Errorf("%s: %v, %v, want %v, an error: %v", c.text, got, failed, c.want, c.fails)
		}
	}
	for range jsonarray.Elements[int]([]byte("[1, 2]")) {
		break
	}
}
