package lines_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lokman-crawler/lokman/internal/lines"
)

func TestReader(t *testing.T) {
	const max = 40
	long := strings.Repeat("x", max-1)
	for _, c := range []struct {
		name, text string
		want       string // lines with their numbers, and the error
	}{
		{"empty", "", "1:EOF"},
		{"lines", "a\nb\r\n\nc\n", `1:"a" 2:"b" 3:"" 4:"c" 5:EOF`},
		{"no end", "a\nb", `1:"a" 2:"b"! 3:EOF`},
		{"a carriage return inside", "a\rb\r\r\n", `1:"a\rb\r" 2:EOF`},
		{"as long as it may be", long + "\na\n", `1:"` + long + `" 2:"a" 3:EOF`},
		{"too long", "a\nx" + long + "\n", `1:"a" 2:"x` + long + `" the line is too long`},
		{"too long without an end", long + long, `1:"` + long + `x" the line is too long`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := lines.NewReader(bufio.NewReaderSize(strings.NewReader(c.text), 16), max)
			var got []string
			for {
				line, err := r.Next()
				if err == io.EOF {
					got = append(got, fmt.Sprint(r.Number, ":EOF"))
					break
				}
				s := fmt.Sprintf("%d:%q", r.Number, line)
				if r.Unended && err == nil {
					s += "!"
				}
				got = append(got, s)
				if err != nil {
					got = append(got, err.Error())
					break
				}
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestReaderThatFails(t *testing.T) {
	broken := errors.New("broken")
	r := lines.NewReader(bufio.NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken))), 40)
	if line, err := r.Next(); string(line) != "a" || err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	if line, err := r.Next(); line != nil || !errors.Is(err, broken) || r.Number != 2 {
		t.Errorf("line %d: %q, %v, want the error of what is read", r.Number, line, err)
	}
}
