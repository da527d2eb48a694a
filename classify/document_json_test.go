package classify_test

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
)

func TestLinksAreJSON(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<a href="/1">Beans at night</a>`))
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(classify.Reader{}.Document(root, "https://journal.example/").Links)
	if err != nil {
		t.Fatal(err)
	}
	var back []classify.Link
	if err := json.Unmarshal(line, &back); err != nil {
		t.Fatal(err)
	}
	if len(back) != 1 || back[0].URL != "https://journal.example/1" || back[0].Text != "Beans at night" {
		t.Errorf("%s", line)
	}
}
