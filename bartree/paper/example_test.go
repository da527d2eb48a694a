package paper_test

import (
	"fmt"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

func ExampleReverse() {
	page := []byte(`<html><body><div id="menu">Home</div><div><h1>Tides</h1><p>They rise.</p></div></body></html>`)
	tree, err := paper.Reverse(page, bartree.Region{Text: "They rise."}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range tree.Bars {
		fmt.Printf("%d %s: %d of %d, width %.3f\n", b.Depth, b.Tag, b.Index+1, b.Parallel, b.Width)
	}
	fmt.Println("sigma", tree.Upper, tree.Lower, "delta", tree.Delta)
	// Output:
	// 1 html: 1 of 1, width 1.000
	// 2 body: 2 of 2, width 0.975
	// 3 div: 2 of 2, width 0.463
	// 4 p: 2 of 2, width 0.214
	// sigma 4 4 delta 0
}
