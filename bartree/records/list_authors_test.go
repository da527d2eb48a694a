package records_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// TestListsOfAuthors teaches the authors of an article as a list, by one of them,
// and reads those of the journal's other articles, for docs/lists.md. Journals that
// write all authors as one text have no list. No rule or constant of lists was chosen by
// these pages.
func TestListsOfAuthors(t *testing.T) {
	if testing.Short() {
		t.Skip("measurements")
	}
	dirs, err := os.ReadDir(articles)
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	for _, d := range dirs {
		pages := slices.DeleteFunc(readArticles(t, d.Name()), func(a article) bool { return len(a.authors) == 0 })
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
			list, err := records.Learn(pages[page].body, bartree.Region{Text: name, Parts: map[string]string{"name": name}})
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

// articles is real article pages with what the publisher says is on them.
const articles = "../../../shared/data/articles"

type article struct {
	body    []byte
	authors []string
}

// readArticles reads the articles of a journal, in the order of their names.
func readArticles(t *testing.T, journal string) []article {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(articles, journal, "*.zones.json"))
	slices.Sort(files)
	var out []article
	for _, f := range files {
		zones, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var truth struct{ Authors []string }
		if err := json.Unmarshal(zones, &truth); err != nil {
			t.Fatal(err)
		}
		body, err := os.ReadFile(strings.TrimSuffix(f, ".zones.json") + ".html")
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, article{body, truth.Authors})
	}
	return out
}
