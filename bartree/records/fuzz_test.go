package records_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// FuzzReadList: a list that is read is written as it was read, and reads any page.
func FuzzReadList(f *testing.F) {
	for _, l := range listLayouts {
		if list, err := records.Learn(l.page(contents), bartree.Region{Text: "A wall of stones"}); err == nil {
			f.Add(written(f, list), l.page(contents))
		}
	}
	f.Add([]byte(`{"format":"lokman list","version":1}`), []byte("<p>x"))
	f.Fuzz(func(t *testing.T, model, page []byte) {
		list, err := modeltest.Read[records.List](bytes.NewReader(model))
		if err != nil {
			if !errors.Is(err, bartree.ErrModel) {
				t.Fatal(err)
			}
			return
		}
		first := written(t, list)
		again, err := modeltest.Read[records.List](bytes.NewReader(first))
		if err != nil || !bytes.Equal(written(t, again), first) {
			t.Fatalf("written and read: %v", err)
		}
		if _, err := list.Read("http://h.example/", page); err != nil && !errors.Is(err, records.ErrNoRecord) {
			t.Fatal(err)
		}
	})
}

func written(t testing.TB, w io.WriterTo) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
