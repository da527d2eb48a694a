package templates

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/commands/internal/templates"
	"github.com/lokman-crawler/lokman/label"
)

// zonesOf reads the zones that a publisher gives for its articles, by the name of the page.
func zonesOf(t *testing.T, dir string) map[string]label.Values {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.zones.json"))
	if err != nil {
		t.Fatal(err)
	}
	volume := regexp.MustCompile(`^v\d+-`) // which only some names begin with
	out := map[string]label.Values{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var z struct {
			Title, Abstract       string
			Authors, Affiliations []string
		}
		if err := json.Unmarshal(b, &z); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		name := volume.ReplaceAllString(strings.TrimSuffix(path.Base(f), ".zones.json"), "")
		out[name+".html"] = label.Values{Title: z.Title, Authors: z.Authors, Affiliations: z.Affiliations, Abstract: z.Abstract}
	}
	return out
}

func treeOf(t *testing.T, page []byte) *html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestZonesUnnoticed labels the same article in two versions of a template, with a model
// that was learned from other articles of the first version. Where the template sees no
// change of the second, its zones are those of the first.
func TestZonesUnnoticed(t *testing.T) {
	const shared = "../../../../shared/data"
	if testing.Short() {
		t.Skip("labels hundreds of pages")
	}
	known := zonesOf(t, shared+"/articles")
	if len(known) == 0 {
		t.Skipf("no labelled articles in %s", shared)
	}
	dir := os.DirFS(shared + "/templates")
	lines, err := templates.ReadLines[templates.Page](dir, "manifest.jsonl")
	if err != nil {
		t.Skip(err)
	}
	type template struct{ site, name string }
	pages := map[template]map[string][]string{} // of each version
	for _, p := range lines {
		k := template{p.Site, p.Template}
		if pages[k] == nil {
			pages[k] = map[string][]string{}
		}
		pages[k][p.Version] = append(pages[k][p.Version], p.Path)
	}
	var z zoneTally
	for _, versions := range pages {
		for a, learned := range versions {
			for b, asked := range versions {
				if a != b {
					z.compare(t, dir, learned, asked, known)
				}
			}
		}
	}
	t.Logf("pages, zones and wrong zones: without an alarm %v, with one %v", z.quiet, z.alarm)
	if z.quiet.zones == 0 || z.quiet.wrong > 0 {
		t.Errorf("%d of %d zones wrong after a change that was not noticed", z.quiet.wrong, z.quiet.zones)
	}
}

// A zoneTally counts what was labelled on pages with an alarm and on those without.
type zoneTally struct {
	alarm, quiet struct{ pages, zones, wrong int }
}

// compare labels each labelled article that is in two versions, on the first and on
// the second.
func (z *zoneTally) compare(t *testing.T, dir fs.FS, a, b []string, known map[string]label.Values) {
	const fewest = 4 // pages learned
	for i, p := range a {
		k := slices.IndexFunc(b, func(q string) bool { return path.Base(q) == path.Base(p) })
		if _, ok := known[path.Base(p)]; !ok || k < 0 || len(a) <= fewest {
			continue
		}
		others := slices.Concat(a[:i], a[i+1:])
		read, err := templates.ReadPages(dir, others)
		if err != nil {
			t.Fatal(err)
		}
		two, err := templates.ReadPages(dir, []string{p, b[k]})
		if err != nil {
			t.Fatal(err)
		}
		var examples []label.Example
		for j, o := range others {
			if v, ok := known[path.Base(o)]; ok {
				examples = append(examples, label.Example{Root: treeOf(t, read[j]), Values: v})
			}
		}
		if len(examples) == 0 {
			continue
		}
		template, err := bartree.Learn(read...)
		if err != nil {
			t.Fatal(err)
		}
		c, err := template.Judge(two[1])
		if err != nil {
			t.Fatal(err)
		}
		count := &z.quiet
		if c.Alarm() {
			count = &z.alarm
		}
		model, err := label.Learn(examples)
		if err != nil {
			t.Fatal(err)
		}
		before, err := model.Label(treeOf(t, two[0]))
		if err != nil {
			t.Fatal(err)
		}
		after, err := model.Label(treeOf(t, two[1]))
		if err != nil {
			t.Fatal(err)
		}
		count.pages++
		for _, was := range before.Zones {
			is, _ := after.Zone(was.Label)
			count.zones++
			if is.Text == was.Text && slices.Equal(is.Items, was.Items) {
				continue
			}
			if count.wrong++; count == &z.quiet {
				t.Logf("%s, %s: %q, on %s %q", b[k], was.Label, is.Text, p, was.Text)
			}
		}
	}
}
