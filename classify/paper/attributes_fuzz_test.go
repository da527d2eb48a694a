package paper_test

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify/paper"
)

// RestoreAttributes changes nothing but the order of an element's attributes.
func FuzzRestoreAttributes(f *testing.F) {
	f.Add([]byte(`<a title=x href=y><b id=1 class=2><font size=1 color=2><p>x<p>y</font></b></a>`))
	f.Add([]byte(`<a b=1 a=2><a a=2 b=1><svg xlink:href=x HREF=y viewBox="0"/><math definitionURL=a b=c>`))
	f.Add([]byte("<a a='\x00' b=\xff a=3 =x \"=y>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		root, err := html.Parse(bytes.NewReader(src))
		if err != nil {
			return
		}
		var before [][]html.Attribute
		for n := range root.Descendants() {
			before = append(before, sorted(n.Attr))
		}
		paper.RestoreAttributes(root, src)
		i := 0
		for n := range root.Descendants() {
			if !slices.Equal(sorted(n.Attr), before[i]) {
				t.Fatalf("%q became %q", before[i], n.Attr)
			}
			i++
		}
	})
}

func sorted(attrs []html.Attribute) []html.Attribute {
	return slices.SortedFunc(slices.Values(attrs), func(a, b html.Attribute) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Val, b.Val))
	})
}
