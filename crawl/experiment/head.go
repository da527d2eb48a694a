package experiment

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// readHead reads the first row of a CSV file, which must have the columns, and returns a
// reader of the others and the indexes of the columns by name.
func readHead(r io.Reader, columns ...string) (*csv.Reader, map[string]int, error) {
	text := bufio.NewReader(r)
	if mark, _ := text.Peek(3); len(withoutMark(mark)) == 0 {
		text.Discard(len(mark))
	}
	in := csv.NewReader(text)
	in.ReuseRecord = true
	head, err := in.Read()
	if err == io.EOF {
		return nil, nil, fmt.Errorf("the file is empty: expected the columns %s", strings.Join(columns, ", "))
	}
	if err != nil {
		return nil, nil, err
	}
	column := map[string]int{}
	for _, name := range columns {
		if column[name] = slices.Index(head, name); column[name] < 0 {
			return nil, nil, fmt.Errorf("line 1: expected a column %s in comma-separated columns, found %q", name, excerpt.Cut(strings.Join(head, ","), 80))
		}
	}
	return in, column, nil
}

// withoutMark returns a text without the byte order mark that some editors begin it with.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }
