package weburl_test

import (
	"fmt"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

func Example() {
	page, err := weburl.Parse("https://books.example/shelf/history/")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, href := range []string{"../poetry#new", "//MUSIC.example:443\\old maps", "mailto:ann@books.example"} {
		u, err := page.Resolve(href)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.Host(), u.Canonical())
	}
	// Output:
	// books.example https://books.example/shelf/poetry
	// music.example https://music.example/old%20maps
	// "xxxxx@books.example": scheme is not http or https
}
