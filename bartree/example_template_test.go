package bartree_test

import (
	"fmt"

	"github.com/lokman-crawler/lokman/bartree"
)

// A template is learned from pages, and says of others whether it still holds and
// where it first does not.
func ExampleLearn() {
	page := func(frame, title, text string) []byte { return fmt.Appendf(nil, frame, title, text) }
	frame := `<html><body><div class="top">Journal</div><div class="text"><h1>%s</h1><p>%s</p></div></body></html>`
	changed := `<html><body><div class="top">Journal</div><div class="ad">Buy</div><div class="text"><h1>%s</h1><section><p>%s</p></section></div></body></html>`
	template, err := bartree.Learn(
		page(frame, "Tides", "They rise."),
		page(frame, "Bread", "It rises too."),
		page(frame, "Sun", "It sets."),
		page(frame, "Snow", "It melts."),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range []string{frame, changed} {
		change, err := template.Judge(page(f, "Moon", "It is round."))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(change.State, change.Where)
	}
	// Output:
	// same []
	// changed [removed html > body > div.text > p inserted html > body > div.ad inserted html > body > div.text > section]
}
