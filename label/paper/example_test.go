package paper_test

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/paper"
)

// The patterns of the paper's Figure 2.
func ExampleRows() {
	root, err := html.Parse(strings.NewReader(`<p><strong><nobr>Author</nobr></strong></p><p><font size=-1>Affiliation</font></p>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := paper.Rows(root, "html4")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		fmt.Println(strings.TrimSpace(fmt.Sprintf("%-6s %-15s %s", r.Level, r.Tag, r.Text)))
	}
	// Output:
	// 1      HTML
	// 2      HEAD
	// 2      BODY
	// 3.4.5  P.STRONG.NOBR
	// 6                      Author
	// 3.4    P.FONT[,,-1]
	// 5                      Affiliation
}
