package bartree_test

import (
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/bartree"
)

// textsOf returns the texts of some of the innermost elements of a page's body that have
// more than a few words.
func textsOf(t *testing.T, r *rand.Rand, page []byte, most int) []string {
	t.Helper()
	var all []string
	var walk func(n *html.Node) bool
	walk = func(n *html.Node) (found bool) {
		if n.Type == html.ElementNode && slices.Contains([]string{"head", "script", "style"}, n.Data) {
			return false
		}
		for k := n.FirstChild; k != nil; k = k.NextSibling {
			found = walk(k) || found
		}
		s := plain(textOf(n))
		if found || n.Type != html.ElementNode || len(s) < 15 {
			return found
		}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
		return true
	}
	walk(parsed(t, page))
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return all[:min(len(all), most)]
}

// haveWords reports whether two texts begin or end with the same words.
func haveWords(a, b string) bool {
	const few = 8 // bytes
	n := min(few, len(a), len(b))
	return a[:n] == b[:n] || a[len(a)-n:] == b[len(b)-n:]
}

// TestReadUnnoticed reads regions, the texts of random elements of a page, on the
// same article in two versions of a template, each with a watch that learned from other
// articles of the first version. What is read without an alarm on the second is what
// is read on the first. Regions are texts of the article: those that begin or end with words
// of the template, which may be others in the second version, are left out.
func TestReadUnnoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("watches hundreds of regions")
	}
	r := rand.New(rand.NewPCG(20, 4))
	read, wrong, alarms, moved, deferred := 0, 0, 0, 0, 0
	for _, p := range readLines[pair](t, "pairs.jsonl") {
		if p.A == p.B || len(p.APages) < 6 {
			continue
		}
		pages := readAll(t, p.APages)
		for _, text := range textsOf(t, r, pages[0], 30) {
			for i := 1; i < len(pages); i++ {
				k := slices.IndexFunc(p.BPages, func(b string) bool { return path.Base(b) == path.Base(p.APages[i]) })
				if k < 0 {
					continue
				}
				// Fresh watches, since one would learn the second version.
				look := func(page []byte) (l bartree.Look, ok bool) {
					var w bartree.Watch
					if w.Add("x", bartree.Region{Text: text}, day, pages[0], slices.Concat(pages[1:i], pages[i+1:])...) != nil {
						return l, false
					}
					l, err := w.Look("x", "/1", page, day)
					if err != nil {
						t.Fatal(err)
					}
					return l, true
				}
				before, ok := look(pages[i])
				if !ok || before.Result != bartree.LookRead || before.Change.Alarm() || haveWords(before.Region.Text, text) {
					continue
				}
				switch after, _ := look(readPage(t, p.BPages[k])); {
				case after.Result == bartree.LookMoved:
					moved++
				case after.Result != bartree.LookRead:
					deferred++
				case after.Change.Alarm():
					alarms++
				default:
					read++
					if after.Region.Text != before.Region.Text {
						wrong++
						t.Logf("%s: %q, want %q", p.BPages[k], after.Region.Text, before.Region.Text)
					}
				}
			}
		}
	}
	t.Logf("read without an alarm: %d, %d of them wrong; with an alarm %d, moved %d, deferred %d", read, wrong, alarms, moved, deferred)
	if wrong > 0 || read == 0 {
		t.Errorf("%d of %d regions read wrong after a change that was not noticed", wrong, read)
	}
}
