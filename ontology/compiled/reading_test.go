package compiled_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/compiled"
)

// countingReader counts what is read of a file.
type countingReader struct {
	io.ReaderAt
	bytes int
}

func (c *countingReader) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.bytes += n
	return n, err
}

// Concepts that share a parent with a long record read it once a call.
func TestSharedParentIsReadOnce(t *testing.T) {
	g := new(ontology.Graph)
	g.Add(concept("root", "root"))
	var ids []string
	for i := range 3000 {
		c := concept(fmt.Sprintf("c%d", i), fmt.Sprintf("child %d", i), "root")
		g.Add(c)
		ids = append(ids, c.ID)
	}
	whole := write(t, g)
	in := &countingReader{ReaderAt: bytes.NewReader(whole)}
	f, err := compiled.NewFile(in, int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	found, err := f.Concepts(context.Background(), ids)
	if err != nil || len(found) != len(ids) {
		t.Fatalf("%d concepts of %d, %v", len(found), len(ids), err)
	}
	for _, c := range found {
		if len(c.Parents) != 1 || c.Parents[0] != "root" {
			t.Fatalf("%s has the parents %v, want root", c.ID, c.Parents)
		}
	}
	t.Logf("%d bytes read of a file of %d", in.bytes, len(whole))
	if in.bytes > 4*len(whole) {
		t.Errorf("%d bytes read of a file of %d, want at most four times as many", in.bytes, len(whole))
	}
}
