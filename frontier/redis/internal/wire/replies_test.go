package wire

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// What comes in pieces is refused, or not, as what comes at once; and what is not
// refused ends where its length says.
func FuzzReplies(f *testing.F) {
	for _, answer := range []string{"+OK\r\n", ":1\r\n", "$3\r\nabc\r\n", "*2\r\n$1\r\na\r\n:1\r\n", "*-1\r\n", "%1\r\n+a\r\n+b\r\n", "-ERR x\r\n", "$x\r\n", "*99999999\r\n", "\x00"} {
		f.Add(answer, uint8(3))
	}
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		var whole, pieces Replies
		want := whole.Read([]byte(s))
		var err error
		for rest := []byte(s); len(rest) > 0 && err == nil; {
			k := min(len(rest), int(n)%7+1)
			err = pieces.Read(rest[:k])
			rest = rest[k:]
		}
		if fmt.Sprint(want) != fmt.Sprint(err) {
			t.Errorf("%q: %v, in pieces %v", s, want, err)
		}
	})
}

// The bounds of a reply hold, and a reply within them is read.
func TestReplies(t *testing.T) {
	many := "*1000\r\n" + strings.Repeat("$3\r\nabc\r\n", 1000)
	for _, c := range []struct {
		name, reply string
		want        string // "" for no error
	}{
		{"many replies", strings.Repeat(many, 2000), ""},
		{"nested", strings.Repeat("*1\r\n", mostDepth) + ":1\r\n+OK\r\n*2\r\n*0\r\n*-1\r\n%1\r\n+a\r\n$-1\r\n", ""},
		{"binary", "$4\r\n\r\n*9\r\n", ""},
		{"too deep", strings.Repeat("*1\r\n", mostDepth+1), "in one another"},
		{"too many elements", fmt.Sprintf("*%d\r\n", mostElements+1), "elements in all"},
		{"too many elements in arrays", fmt.Sprintf("*2\r\n*%d\r\n", mostElements), "elements in all"},
		{"a long text", fmt.Sprintf("$%d\r\n", longestText+1), "a text of"},
		{"a long line", "+" + strings.Repeat("x", longestLine+1), "a line of more"},
		{"no type", "*1\r\nx\r\n", `begins with 'x'`},
		{"no length", "$x\r\n", "no length"},
		{"a negative length", "*-2\r\n", "no length"},
		{"a length that overflows", "*99999999999999999999\r\n", "no length"},
	} {
		var r Replies
		err := r.Read([]byte(c.reply))
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !errors.Is(err, ErrMalformed)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if err == nil && !r.Over() {
			t.Errorf("%s: the reply is not over", c.name)
		}
	}
	var r Replies
	text := []byte(fmt.Sprintf("$%d\r\n%s\r\n", longestText, strings.Repeat("x", longestText)))
	var err error
	for n := r.Read([]byte("*100\r\n")); err == nil && n == nil && r.size <= longestReply; {
		err = r.Read(text)
	}
	if err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a reply of more than %d bytes: %v", longestReply, err)
	}
}
