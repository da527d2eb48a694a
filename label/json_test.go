package label_test

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

func TestArticleIsJSON(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<title>Beans</title><h1>Beans at night</h1><p>By Ada Bean</p><h2>Abstract</h2><p>They rise.</p>`))
	if err != nil {
		t.Fatal(err)
	}
	model := mustLearn(t, []label.Example{{Root: root, Values: label.Values{Title: "Beans at night", Abstract: "They rise."}}})
	article := mustLabel(t, model, root)
	line, err := json.Marshal(article)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Zones []struct{ Label, Text, Source string }
	}
	if err := json.Unmarshal(line, &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Zones) == 0 || back.Zones[0].Label != "title" || back.Zones[0].Text != "Beans at night" || back.Zones[0].Source != "template" {
		t.Errorf("%s", line)
	}
}
