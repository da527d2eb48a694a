package paper_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

// figure4Taper is the taper of the paper's Figure 4, r = 10 % of I.
const figure4Taper = 0.1

var day = time.Date(2011, 4, 1, 0, 0, 0, 0, time.UTC)

func fill(layout string, values ...any) []byte { return fmt.Appendf(nil, layout, values...) }

func compareTrees(t *testing.T, before, after []byte, region string) paper.Difference {
	t.Helper()
	a, err := paper.Reverse(before, bartree.Region{Text: region}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := paper.Reverse(after, bartree.Region{Text: region}, a)
	if err != nil {
		t.Fatal(err)
	}
	return paper.Compare(a, b)
}

// bodies makes a page of each body; "{n x}" in a body is n times x.
func bodies(list string) [][]byte {
	var pages [][]byte
	for body := range strings.SplitSeq(list, " | ") {
		for {
			i := strings.LastIndexByte(body, '{')
			if i < 0 {
				break
			}
			end := i + strings.IndexByte(body[i:], '}')
			var n int
			fmt.Sscan(body[i+1:end], &n)
			_, what, _ := strings.Cut(body[i+1:end], " ")
			body = body[:i] + strings.Repeat(what, n) + body[end+1:]
		}
		pages = append(pages, []byte("<html><body>"+body+"</body></html>"))
	}
	return pages
}

// reread returns what is read from the file that something was written to.
func reread[T io.WriterTo](t *testing.T, written T, read func(io.Reader) (T, error)) T {
	t.Helper()
	var file bytes.Buffer
	if _, err := written.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	again, err := read(&file)
	if err != nil {
		t.Fatal(err)
	}
	return again
}
