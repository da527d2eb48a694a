package bartree_test

import (
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
)

func ExampleReverse() {
	page := []byte(`<html><body><div id="menu">Home</div><div><h1>Tides</h1><p>They rise.</p></div></body></html>`)
	tree, err := bartree.Reverse(page, bartree.Region{Text: "They rise."}, nil)
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

func ExampleWatch() {
	page := func(frame, title, text string) []byte {
		return fmt.Appendf(nil, frame, title, text)
	}
	old := `<html><body><div class="top">Journal</div><div class="text"><h1>%s</h1><p>%s</p></div></body></html>`
	redesigned := `<html><body><header>Journal</header><main class="text"><h1>%s</h1><section><p>%s</p></section></main></body></html>`

	var w bartree.Watch
	now := time.Now()
	err := w.Add("text", bartree.Region{Text: "They rise."}, now, page(old, "Tides", "They rise."), page(old, "Bread", "It rises."))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range [][]byte{page(old, "Sun", "It sets."), page(redesigned, "Tides", "They rise.")} {
		look, err := w.Look("text", "http://journal.example/", p, now)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(look.Result, look.Change.State, look.Region.Text, look.Change.Where)
	}
	// Output:
	// read same It sets. []
	// moved changed They rise. [renamed html > body > main.text (depth 3, path)]
}
