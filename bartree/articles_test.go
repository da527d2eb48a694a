package bartree_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

// articles is real article pages with what the publisher says is on them.
const articles = "../../shared/data/articles"

type article struct {
	id      string
	body    []byte
	authors []string
	page    []byte         // body without its title and metas, which would answer
	region  bartree.Region // from the first to the last part, empty if one is not there in one piece
}

var unseen = regexp.MustCompile(`(?is)<title\b.*?</title>|<meta\b[^>]*>`)

// readArticles reads the articles of a journal, in the order of their names.
func readArticles(t *testing.T, journal string) []article {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(articles, journal, "*.zones.json"))
	if len(files) == 0 {
		t.Skip("no shared data")
	}
	slices.Sort(files)
	var out []article
	for _, f := range files {
		zones, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			Title, Abstract string
			Authors         []string
		}
		if err := json.Unmarshal(zones, &truth); err != nil {
			t.Fatal(err)
		}
		body, err := os.ReadFile(strings.TrimSuffix(f, ".zones.json") + ".html")
		if err != nil {
			t.Fatal(err)
		}
		page := unseen.ReplaceAll(body, nil)
		out = append(out, article{filepath.Base(f), body, truth.Authors, page, regionOf(page, truth.Title, truth.Abstract, truth.Authors)})
	}
	return out
}

// located leaves the articles that have a region.
func located(all []article) []article {
	return slices.DeleteFunc(all, func(a article) bool { return a.region.Text == "" })
}
