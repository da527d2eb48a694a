package bartree_test

import (
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
)

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
