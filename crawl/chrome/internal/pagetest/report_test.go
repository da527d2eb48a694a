package pagetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lokman-crawler/lokman/crawl/report"
)

// written writes the report of a crawl of 120 pages and returns its URL.
func written(t *testing.T) string {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	titles := []string{"Seasonal influenza", "Vaccination in winter", "What a fever means", "Antiviral drugs compared", "Opening hours"}
	r := report.Report{Title: "influenza", Program: "lokman", Ended: "reached 120 pages", Judge: "a list", Settings: [][2]string{{"Strategy", "lokman-normalized"}}}
	own, other := report.Curve{Name: "lokman-normalized"}, report.Curve{Name: "breadth-first"}
	relevant := 0
	for i := range 120 {
		host := fmt.Sprintf("h%d.example", rnd.IntN(4))
		p := report.Page{N: i + 1, URL: fmt.Sprintf("http://%s/%04d.html", host, i), Title: fmt.Sprintf("%s %d", titles[i%5], i), Status: 200,
			Bytes: 9000, Value: rnd.Float64(), Score: rnd.Float64() * 9, Judged: true, Relevant: rnd.Float64() < .7, Why: "0.5 x link 0.6 + 0.5 x page 0.4 [flu (synonym) 1 x 12]"}
		if i > 0 {
			parent := r.Pages[rnd.IntN(i)]
			p.Parent, p.Depth = parent.URL, parent.Depth+1
		}
		if p.Relevant {
			relevant++
		}
		own.Relevant = append(own.Relevant, relevant)
		other.Relevant = append(other.Relevant, relevant/2)
		r.Pages = append(r.Pages, p)
	}
	r.Curves = []report.Curve{own, other}
	path := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := report.Write(f, r); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

const (
	shown  = `[...document.querySelectorAll("#pages li")].filter(e => e.checkVisibility())`
	choose = `(id, to) => { const e = document.getElementById(id); e.value = to; e.dispatchEvent(new Event("change", {bubbles: true})); return true; }`
)

func TestReport(t *testing.T) {
	b := start(t)
	b.do(chromedp.Navigate(written(t)))
	if n := value[int](b, shown+".length"); n != 120 {
		t.Fatalf("%d pages are shown, want 120", n)
	}
	for _, l := range looks {
		b.look(l)
		b.fits(l)
		b.picture("report-" + l.name)
	}
	b.look(looks[0])

	// Typing searches titles, URLs and reasons, for all words.
	b.do(chromedp.SendKeys(chromedp.CSS("#find"), "FEVER h1.example"))
	texts := value[[]string](b, shown+`.map(e => e.textContent)`)
	if len(texts) == 0 || len(texts) == 120 {
		t.Errorf("%d pages found", len(texts))
	}
	for _, s := range texts {
		if !strings.Contains(s, "fever") || !strings.Contains(s, "h1.example") {
			t.Errorf("found %q", s)
		}
	}
	if got, want := value[string](b, `document.querySelector("#found").textContent`), fmt.Sprintf("%d of 120", len(texts)); got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	for range "FEVER h1.example" {
		b.do(chromedp.KeyEvent(kb.Backspace))
	}

	// One host alone.
	value[bool](b, `(`+choose+`)("host", "h2.example")`)
	if hosts := value[[]string](b, `[...new Set(`+shown+`.map(e => e.dataset.h))]`); len(hosts) != 1 || hosts[0] != "h2.example" {
		t.Errorf("hosts %v are shown", hosts)
	}
	value[bool](b, `(`+choose+`)("host", "")`)

	// Sorted by value, by score, and as fetched.
	for by, key := range map[string]string{"v": "e.dataset.v", "s": "e.dataset.s", "": "-e.querySelector('.n').textContent"} {
		value[bool](b, `(`+choose+`)("sort", "`+by+`")`)
		keys := value[[]float64](b, shown+`.map(e => Number(`+key+`))`)
		for i := range keys {
			if i > 0 && keys[i] > keys[i-1] {
				t.Errorf("sorted by %q: %v comes after %v", by, keys[i], keys[i-1])
				break
			}
		}
		if len(keys) != 120 {
			t.Errorf("sorted by %q: %d pages", by, len(keys))
		}
	}

	// The way to a page leads back to the seed.
	if first := value[string](b, `document.querySelector("#p120 .path a").getAttribute("href")`); first != "#p1" {
		t.Errorf("the way begins at %s", first)
	}
}

// Without scripts the report is whole; what needs one is not there.
func TestReportWithoutScripts(t *testing.T) {
	b := start(t)
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.do(chromedp.Navigate(written(t)))
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: false})
	if n := value[int](b, shown+".length"); n != 120 {
		t.Errorf("%d pages are shown, want 120", n)
	}
	if value[bool](b, `document.querySelector(".tools").checkVisibility()`) {
		t.Error("the tools are there without a script")
	}
}
