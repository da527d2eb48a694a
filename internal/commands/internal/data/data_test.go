package data_test

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
)

func TestReadLines(t *testing.T) {
	dir := fstest.MapFS{"good": {Data: []byte("1\n\n 2\n3")}, "bad": {Data: []byte("1\n\nx\n")}}
	var got []int
	keep := func(n int) error {
		got = append(got, n)
		return nil
	}
	if err := data.ReadLines(dir, "good", keep); err != nil || !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("read %v, %v", got, err)
	}
	for name, want := range map[string]string{"bad": "bad, line 3:", "good": "good, line 4: three"} {
		err := data.ReadLines(dir, name, func(n int) error {
			if n == 3 {
				return errors.New("three")
			}
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if err := data.ReadLines(dir, "none", keep); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := data.ReadFile(dir, "good", 3); err == nil {
		t.Error("a file that is too large was read")
	}
}
