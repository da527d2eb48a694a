package journal_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/journal"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/document"
)

// issuePage is an issue's page of a journal with the truth about its links.
type issuePage struct {
	name    string
	links   []anchor.Link
	article []bool
}

// readJournals reads the journals kept for development, or skips the test.
func readJournals(t testing.TB) map[string][]*issuePage {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "data", "toc", "*", "*.html"))
	if len(files) == 0 {
		t.Skip("../shared/data/toc is not there")
	}
	journals := map[string][]*issuePage{}
	for _, f := range files {
		stem := strings.TrimSuffix(f, ".html")
		journal := filepath.Base(filepath.Dir(f))
		journals[journal] = append(journals[journal], readIssuePage(t, stem))
	}
	return journals
}

func readIssuePage(t testing.TB, stem string) *issuePage {
	t.Helper()
	read := func(ext string) []byte {
		b, err := os.ReadFile(stem + ext)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var meta struct {
		BaseURL string `json:"base_url"`
	}
	if err := json.Unmarshal(read(".meta.json"), &meta); err != nil {
		t.Fatal(err)
	}
	src := read(".html")
	root, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	paper.RestoreAttributes(root, src)
	seen := map[*html.Node]document.Link{}
	for _, l := range (classify.Reader{}).Document(root, meta.BaseURL).Links {
		seen[l.Node] = document.Link(l)
	}
	var links []document.Link
	p := &issuePage{name: filepath.Base(stem)}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" {
			l, ok := seen[n]
			if !ok {
				l = document.Link{Node: n}
			}
			links = append(links, l)
		}
	}
	p.links = anchor.Read(links)
	for line := range bytes.Lines(read(".links.jsonl")) {
		var truth struct{ Article bool }
		if err := json.Unmarshal(line, &truth); err != nil {
			t.Fatal(err)
		}
		p.article = append(p.article, truth.Article)
	}
	return p
}

func (p *issuePage) class(i int) string {
	if p.article[i] {
		return verdict.Article
	}
	return verdict.Other
}

func (p *issuePage) classes() []string {
	out := make([]string, len(p.links))
	for i := range out {
		out[i] = p.class(i)
	}
	return out
}

var number = regexp.MustCompile(`\d+`)

// inTime sorts issues by the numbers in their names, two digits being a year.
func inTime(issues []*issuePage) []*issuePage {
	key := func(p *issuePage) []int {
		var k []int
		for _, s := range number.FindAllString(p.name, -1) {
			n, _ := strconv.Atoi(s)
			if len(s) == 2 {
				n += 1900 + 100*min(1, 70/max(1, n))
			}
			k = append(k, n)
		}
		return k
	}
	issues = slices.Clone(issues)
	slices.SortStableFunc(issues, func(a, b *issuePage) int {
		return cmp.Or(slices.Compare(key(a), key(b)), cmp.Compare(a.name, b.name))
	})
	return issues
}

// relatives are journals of one publisher's template, which are left out
// together.
var relatives = map[string]string{"acl-tacl": "acl-cl", "jmlr-beta": "jmlr"}

func related(a, b string) bool {
	of := func(j string) string { return cmp.Or(relatives[j], j) }
	return of(a) == of(b)
}

// figures count what was right.
type figures struct{ links, right, refused, answered int }

func (f *figures) add(p *issuePage, answers []verdict.Answer) {
	for i, c := range answers {
		right := c.Class == p.class(i)
		f.links++
		f.right += one(right)
		f.refused += one(c.Refused)
		f.answered += one(right && !c.Refused)
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (f figures) String() string {
	part := func(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
	return fmt.Sprintf("%6d links %6.2f %% right %6.2f %% refused %6.2f %% of the answered", f.links, part(f.right, f.links), part(f.refused, f.links), part(f.answered, f.links-f.refused))
}

// A life is one way through a journal's issues.
type life int

const (
	first  life = iota // the first issue by name teaches
	adapt              // the same, then Adapt in the order of time
	before             // each issue is taught by the one before it
	budget             // adapt, with five answers on a page that drifted
)

// live classifies a journal's issues but those that teach.
func live(t testing.TB, way life, issues []*issuePage, model func() *journal.Model, each func(*issuePage, []verdict.Answer)) {
	t.Helper()
	learn := func(p *issuePage) *journal.Model {
		m := model()
		if err := m.Learn(p.links, p.classes()); err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := learn(issues[0])
	for i, p := range issues {
		if way != before {
			continue
		}
		if i > 0 {
			answers, _ := learn(issues[i-1]).ClassifyPage(p.links)
			each(p, answers)
		}
	}
	for _, p := range inTime(issues) {
		if p == issues[0] || way == before {
			continue
		}
		if way == first {
			answers, _ := m.ClassifyPage(p.links)
			each(p, answers)
			continue
		}
		labels := map[int]string{}
		for way == budget && len(labels) < 5 {
			if _, drift := m.ClassifyPage(p.links); !drift.Drifted {
				break
			}
			i, ok := m.Question(p.links, labels)
			if !ok {
				break
			}
			labels[i] = p.class(i)
		}
		answers, _, err := m.Adapt(p.links, labels)
		if err != nil {
			t.Fatal(err)
		}
		each(p, answers)
	}
}

// bar is what a way through a journal is held to, in shares of the links and,
// for answered, of those that are not refused.
type bar struct{ right, refused, answered float64 }

func (f figures) meets(b bar) bool {
	return float64(f.right) >= b.right*float64(f.links) && float64(f.refused) <= b.refused*float64(f.links) &&
		float64(f.answered) >= b.answered*float64(f.links-f.refused)
}

// steady are the journals whose template holds.
var steady = []string{"acl-cl", "acl-tacl", "ismir", "jmlr", "jmlr-beta", "sigplan-opentoc", "tugboat"}

// redesigned are those whose template changed altogether.
var redesigned = []string{"ieeevis", "linux-gazette", "mmwr"}

// bars are for all journals together, for each, and for the steady ones when
// the first issue teaches.
var (
	barsOfAll  = [...]bar{first: {0.995, 0.02, 0.995}, adapt: {0.99, 0.03, 0.995}, before: {0.995, 0.03, 0.995}, budget: {0.99, 0.02, 0.99}}
	barsOfEach = [...]bar{first: {0.97, 0.07, 0.995}, adapt: {0.97, 0.05, 0.995}, before: {0.995, 0.03, 0.995}, budget: {0.99, 0.03, 0.995}}
	barSteady  = bar{0.995, 0.02, 0.995}
)

// short are the journals that do not meet a bar, with what they are held to.
// Linux Gazette, a magazine, has departments that only their names tell from
// articles; MMWR's weekly tables are articles until 1998 and none from 1999 on;
// TUGboat's reports and notices stand among its articles.
var short = [...]map[string]bar{
	first:  {"linux-gazette": {0.955, 0.07, 0.97}, "tugboat": {0.99, 0.02, 0.995}},
	adapt:  {"linux-gazette": {0.965, 0.05, 0.98}, "mmwr": {0.985, 0.03, 0.99}},
	before: {"linux-gazette": {0.98, 0.03, 0.99}, "mmwr": {0.99, 0.03, 0.993}},
	budget: {"mmwr": {0.99, 0.02, 0.99}},
}

// Each journal is classified with the shares of the others.
func TestLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("it goes through eleven journals four times: some 20 seconds of CPU")
	}
	journals := readJournals(t)
	shares := map[string]*journal.Shares{}
	for name, issues := range journals {
		shares[name] = sharesOf(issues)
	}
	var all [budget + 1]figures
	var holds figures // where the template does, and the first issue teaches
	var confident reliability
	names := [...]string{first: "first", adapt: "adapt", before: "before", budget: "budget"}
	for _, name := range slices.Sorted(maps.Keys(journals)) {
		others := journal.Prior(without(shares, name))
		model := func() *journal.Model { return journal.WithShares(&journal.Model{}, others) }
		for way := range all {
			if life(way) == budget && !slices.Contains(redesigned, name) {
				continue
			}
			var f figures
			live(t, life(way), journals[name], model, func(p *issuePage, answers []verdict.Answer) {
				f.add(p, answers)
				all[way].add(p, answers)
				if life(way) == first && slices.Contains(steady, name) {
					holds.add(p, answers)
				}
				if life(way) != budget {
					confident.add(p, answers)
				}
			})
			t.Logf("%-16s %-7s %v", name, names[way], f)
			b, ok := short[way][name]
			switch {
			case ok:
			case life(way) == first && slices.Contains(steady, name):
				b = barSteady
			default:
				b = barsOfEach[way]
			}
			if !f.meets(b) {
				t.Errorf("%s, %s: %v, want %+v", name, names[way], f, b)
			}
		}
	}
	for way, f := range all {
		t.Logf("%-16s %-7s %v", "all", names[way], f)
		if !f.meets(barsOfAll[way]) {
			t.Errorf("all, %s: %v, want %+v", names[way], f, barsOfAll[way])
		}
	}
	if t.Logf("%-16s %-7s %v", "same template", "first", holds); !holds.meets(barSteady) {
		t.Errorf("same template: %v, want %+v", holds, barSteady)
	}
	confident.check(t)
}

// reliability sets confidence beside how often answers are right.
type reliability struct {
	all, timid int // timid are those that are refused though right
	bins       [len(stated)]struct{ n, right, confidence float64 }
}

// stated are the least confidences of the bins.
var stated = [...]float64{0, 0.8, 0.9, 0.95, 0.99}

func (r *reliability) add(p *issuePage, answers []verdict.Answer) {
	for i, c := range answers {
		right := c.Class == p.class(i)
		r.all++
		r.timid += one(right && c.Refused)
		b := &r.bins[0]
		for k, least := range stated {
			if c.Confidence >= least {
				b = &r.bins[k]
			}
		}
		b.n++
		b.confidence += c.Confidence
		b.right += float64(one(right))
	}
}

// check wants answers to be right about as often as they say. Within an issue
// they are right or wrong together, so that of a few hundred the share is only
// roughly known.
func (r *reliability) check(t *testing.T) {
	t.Helper()
	for k, b := range r.bins {
		t.Logf("confidence from %.2f: %6.0f answers, %.3f on average, %.3f right", stated[k], b.n, b.confidence/b.n, b.right/b.n)
		if b.right < b.confidence-0.02*b.n {
			t.Errorf("%.3f of the answers of confidence from %.2f are right", b.right/b.n, stated[k])
		}
	}
	share := float64(r.timid) / float64(r.all)
	if t.Logf("%.4f of all are refused though right", share); share > 0.05 {
		t.Errorf("%.4f of all are refused though right", share)
	}
}

var update = flag.Bool("update", false, "write what shares the journals have into priorshares.go")

// The prior shares of the package are those of all journals.
func TestPriorShares(t *testing.T) {
	shares := map[string]*journal.Shares{}
	for name, issues := range readJournals(t) {
		shares[name] = sharesOf(issues)
	}
	src := journal.FormatShares(journal.Prior(without(shares, "")))
	if *update {
		if err := os.WriteFile("priorshares.go", src, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if now, err := os.ReadFile("priorshares.go"); err != nil || !bytes.Equal(now, src) {
		t.Errorf("priorshares.go is not what the journals have: go test ./classify/internal/journal -run TestPriorShares -update (%v)", err)
	}
}

func sharesOf(issues []*issuePage) *journal.Shares {
	var pages [][]anchor.Link
	var classes [][]string
	for _, p := range inTime(issues) {
		pages, classes = append(pages, p.links), append(classes, p.classes())
	}
	return journal.SharesOf(pages, classes)
}

// without returns the shares of the journals that are not related to one.
func without(all map[string]*journal.Shares, name string) []*journal.Shares {
	var out []*journal.Shares
	for _, j := range slices.Sorted(maps.Keys(all)) {
		if !related(j, name) {
			out = append(out, all[j])
		}
	}
	return out
}
