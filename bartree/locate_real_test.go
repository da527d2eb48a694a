package bartree_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

var citationTitle = regexp.MustCompile(`(?i)<meta[^>]*name="?(?:citation_title|dc\.title)"?[^>]*content="([^"]*)"|<meta[^>]*content="([^"]*)"[^>]*name="?citation_title"?`)

// titleOf returns the title in a page's metadata.
func titleOf(page []byte) string {
	m := citationTitle.FindSubmatch(page)
	if m == nil {
		return ""
	}
	return plain(html.UnescapeString(string(m[1]) + string(m[2])))
}

func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestRelocateReal marks the title on a page of one version and looks for the
// title of another article on pages of the next: no text to go by, only the
// surroundings.
func TestRelocateReal(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at a thousand pairs of pages")
	}
	right, deferred, wrong := 0, 0, 0
	for _, p := range readLines[pair](t, "pairs.jsonl") {
		for k, a := range p.APages {
			page := readPage(t, a)
			title := titleOf(page)
			if title == "" {
				continue
			}
			template, err := bartree.Learn(page)
			if err != nil {
				t.Fatal(err)
			}
			if err := template.Mark(title, page); err != nil {
				continue // the page writes its title otherwise than its metadata
			}
			for i, b := range p.BPages {
				next := readPage(t, b)
				want := titleOf(next)
				if i == k || want == "" || want == title {
					continue
				}
				l, err := template.Locate(next)
				switch {
				case isUncertain(err):
					deferred++
				case err != nil:
					t.Fatal(err)
				case plain(l.Found.Text) == want:
					right++
				default:
					wrong++
					t.Logf("%s -> %s: %s %.2f %q at %s, want %q", a, b, l.Found.How, l.Found.Confidence, l.Found.Text, l.Found.Path, want)
				}
			}
		}
	}
	t.Logf("right %d, deferred %d, wrong %d", right, deferred, wrong)
	if all := right + deferred + wrong; all == 0 || float64(wrong) >= 0.005*float64(all) || 10*right < 9*all {
		t.Errorf("%d of %d wrong, want under 0.5 %%; %d right, want 90 %%", wrong, all, right)
	}
}
