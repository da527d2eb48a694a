package bartree_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

// articles is pages of articles with their authors, that nobody on the project
// wrote. No rule or constant of lists was chosen by them.
const articles = "../../shared/data/articles"

type articlePage struct {
	body    []byte
	authors []string
}

func readArticles(t *testing.T, journal string) []articlePage {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(articles, journal, "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	var pages []articlePage
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var truth struct{ Authors []string }
		zones, err := os.ReadFile(strings.TrimSuffix(file, ".html") + ".zones.json")
		if err != nil || json.Unmarshal(zones, &truth) != nil || len(truth.Authors) == 0 {
			continue
		}
		pages = append(pages, articlePage{body, truth.Authors})
	}
	return pages
}

// TestListsOfAuthors teaches the authors of an article as a list, by one of them,
// and reads those of the journal's other articles, for docs/lists.md. Journals that
// write all authors as one text have no list.
func TestListsOfAuthors(t *testing.T) {
	if testing.Short() {
		t.Skip("measurements")
	}
	dirs, err := os.ReadDir(articles)
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	for _, d := range dirs {
		pages := readArticles(t, d.Name())
		var refused, judged, deferred, authors, found, read int
		for trial := range tocTrials {
			r := seeded(d.Name(), trial)
			page := r.IntN(len(pages))
			for range 50 {
				if len(pages[page].authors) > 1 {
					break
				}
				page = r.IntN(len(pages))
			}
			name := pages[page].authors[r.IntN(len(pages[page].authors))]
			list, err := bartree.LearnList(pages[page].body, bartree.Region{Text: name, Parts: map[string]string{"name": name}})
			if err != nil {
				refused++
				continue
			}
			for i, p := range pages {
				if i == page {
					continue
				}
				judged++
				authors += len(p.authors)
				got, err := list.Read("", p.body)
				if err != nil || len(got.Lost) > 0 {
					deferred++
					continue
				}
				left := slices.Clone(p.authors)
				for _, rec := range got.Records {
					read++
					if k := slices.IndexFunc(left, func(a string) bool { return sameWords(a, rec.Parts["name"]) }); k >= 0 {
						left = slices.Delete(left, k, k+1)
						found++
					}
				}
			}
		}
		t.Logf("| %s | %d of %d | %s | %s | %s |", d.Name(), tocTrials-refused, tocTrials, share(deferred, judged), share(found, authors), share(found, read))
	}
}
