package paper_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

// The numbers of bar trees, recomputed from the text of Akbar and Handoko 2011: steps 2 to 7 of
// section II on the page's source, equations 3 to 7 as they are printed, and section IV.

// A level is an element around the region with what stands before and after the next level.
type level struct{ tag, before, after string }

// A layout is a page with a region.
type layout struct {
	levels []level
	region string // the source of the region's text
}

const keyword = "Here it stands."

func randomLayout(r *rand.Rand) layout {
	l := layout{region: pick(r, keyword, "Here <b>it</b> stands.", "<p>Here it</p><p>stands.</p>", "<i>Here</i>&#32;it <span>stands.</span>")}
	for range 1 + r.IntN(6) {
		l.levels = append(l.levels, level{pick(r, "div", "section", "td", "ul", "a", "b", "center"), fragments(r), fragments(r)})
	}
	return l
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// fragments returns what may stand beside a region, of which not all is closed, or opened.
func fragments(r *rand.Rand) string {
	var all strings.Builder
	for range r.IntN(4) {
		all.WriteString(pick(r, "<p>one</p>", "<br>", "<img src=x>", "<b>two</b>", "three", "<!-- <div> -->", "<script>'<div>'</script>",
			"<ul><li>four<li>five</ul>", "<div><div>six</div></div>", "<p>seven", "</ul>", "</center>"))
	}
	return all.String()
}

func (l layout) source() string {
	upper, lower := "<html><head><title>T</title></head><body>", "</body></html>"
	for _, level := range l.levels {
		if level.tag == "td" {
			level.before, level.after = "<table><tr><td>x</td><td>"+level.before, level.after+"</td></tr></table>"
		} else {
			level.before, level.after = "<"+level.tag+">"+level.before, level.after+"</"+level.tag+">"
		}
		upper, lower = upper+level.before, level.after+lower
	}
	return upper + l.region + lower
}

// changed returns the layout after something that happens to pages.
func (l layout) changed(r *rand.Rand) layout {
	l.levels = slices.Clone(l.levels)
	at := r.IntN(len(l.levels))
	switch r.IntN(7) {
	case 0: // nothing
	case 1:
		l.levels[at].before += fragments(r)
	case 2:
		l.levels[at].after += fragments(r)
	case 3:
		l.levels = slices.Insert(l.levels, at, level{tag: "div"})
	case 4:
		l.levels[at].before += "<div>"
		l.levels[at].after = "</div>" + l.levels[at].after
	case 5:
		l.levels[at].before, l.levels[at].after = l.levels[at].after, l.levels[at].before
	default:
		l.region = "There it stands."
	}
	return l
}

// textFormat are the tags that step 5 cleans, as far as these pages have them.
var textFormat = []string{"b", "i"}

// variables are what the paper compares.
type variables struct {
	upper, lower, delta int
	parallel            []int     // P_d, d = 1 to d_max
	width, area, nett   []float64 // by d
	total               float64
}

// recomputed returns the variables of a page, false if the keyword is gone.
func recomputed(t *testing.T, l layout, r float64) (v variables, ok bool) {
	page := l.source()
	if !strings.Contains(l.region, "Here") {
		return v, false
	}
	// Step 6: the upper part is up to the first sentence of the region, the lower one from the end
	// of its last sentence. A tag of the upper part is open if there is no end tag for it there, and
	// one of the lower part if there is no start tag for it there (eq. 1, where a page that closes
	// what it opens is symmetric); eq. 2.
	v.upper, _ = unpaired(page[:strings.Index(page, "Here")])
	_, v.lower = unpaired(page[strings.Index(page, "stands.")+len("stands."):])
	v.delta = v.upper - v.lower

	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	layoutParent := func(n *html.Node) *html.Node {
		for n = n.Parent; slices.Contains(textFormat, n.Data); n = n.Parent {
		}
		return n
	}
	up := func(n *html.Node) (path []*html.Node) { // from html down
		for n = layoutParent(n); n.Type == html.ElementNode; n = layoutParent(n) {
			path = append(path, n)
		}
		slices.Reverse(path)
		return path
	}
	var path []*html.Node // down to the deepest element that has the whole region
	for n := range root.Descendants() {
		if n.Type == html.TextNode && strings.Contains(n.Data, "Here") {
			path = up(n)
		}
		if n.Type == html.TextNode && strings.Contains(n.Data, "stands.") {
			last := up(n)
			for d := range path {
				if d >= len(last) || last[d] != path[d] {
					path = path[:d]
					break
				}
			}
		}
	}
	for _, n := range path { // P_d: the parallel elements at its depth
		p := 0
		for other := range root.Descendants() {
			if other.Type == html.ElementNode && !slices.Contains(textFormat, other.Data) && layoutParent(other) == layoutParent(n) {
				p++
			}
		}
		v.parallel = append(v.parallel, p)
	}
	// Equations 3 to 7 with w_0 = I = P_0 = 1.
	const I = 1.0
	P := append([]float64{1}, toFloats(v.parallel)...)
	w := []float64{I}
	for d := 1; d <= len(v.parallel); d++ {
		w = append(w, (I-float64(d-1)*r)/P[d-1]*w[d-1])                        // eq. 3
		v.area = append(v.area, float64(d)*((I-float64(d-1)*r)/P[d-1]*w[d-1])) // eq. 4
		nett := I                                                              // w_0
		for n := 0; n <= d-1; n++ {
			nett *= (I - float64(d-1-n)*r) / P[d-1-n] // eq. 6
		}
		v.nett = append(v.nett, nett)
		v.total += nett // eq. 7
	}
	v.width = w[1:]
	return v, true
}

func toFloats(all []int) (floats []float64) {
	for _, x := range all {
		floats = append(floats, float64(x))
	}
	return floats
}

var (
	noTags = regexp.MustCompile(`(?s)<!--.*?-->|<script>.*?</script>`)
	aTag   = regexp.MustCompile(`<(/?)([a-z]+)[^>]*>`)
)

// unpaired counts the start tags of a part that have no end tag there, and the end tags that have
// no start tag, each end tag being one of the nearest start tag of its name (step 7).
func unpaired(part string) (starts, ends int) {
	open := map[string]int{}
	for _, tag := range aTag.FindAllStringSubmatch(noTags.ReplaceAllString(part, ""), -1) {
		name := tag[2]
		switch {
		case slices.Contains(textFormat, name) || name == "br" || name == "img":
		case tag[1] == "":
			open[name]++
		case open[name] > 0:
			open[name]--
		default:
			ends++
		}
	}
	for _, n := range open {
		starts += n
	}
	return starts, ends
}

func close12(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
}

func TestReverseEqualsThePaper(t *testing.T) {
	for seed := range uint64(2000) {
		l := randomLayout(rand.New(rand.NewPCG(seed, 1)))
		for _, r := range []float64{0.025, 0.03} { // that of Reverse, and another
			want, _ := recomputed(t, l, r)
			got, err := paper.Reverse([]byte(l.source()), bartree.Region{Text: keyword}, nil)
			if err != nil {
				t.Fatalf("seed %d: %v: %s", seed, err, l.source())
			}
			if err := got.Retaper(r); err != nil {
				t.Fatal(err)
			}
			var v variables
			for _, b := range got.Bars {
				v.parallel, v.width = append(v.parallel, b.Parallel), append(v.width, b.Width)
				v.area, v.nett = append(v.area, b.Area), append(v.nett, b.Nett)
			}
			if got.Upper != want.upper || got.Lower != want.lower || got.Delta != want.delta || !slices.Equal(v.parallel, want.parallel) ||
				!close12(v.width, want.width) || !close12(v.area, want.area) || !close12(v.nett, want.nett) || math.Abs(got.Total-want.total) > 1e-12 {
				t.Fatalf("seed %d: %s\n got %+v\nwant %+v", seed, l.source(), got, want)
			}
		}
	}
}

// Section IV: the old and the new variables are compared before the page is crawled again. The four
// cases of the two trees: no change, a change of the same size in both, a change in one, and changes of
// different sizes. A change replaces the old version; where the content is gone the work is
// deferred, with a warning.
func TestWatchEqualsThePaper(t *testing.T) {
	cases := map[int]int{}
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := randomLayout(r)
		var w paper.Watch // with d_max, A_total, P_d and A_d
		if err := w.Add("x", bartree.Region{Text: keyword}, day, []byte(l.source())); err != nil {
			t.Fatal(err)
		}
		old, _ := recomputed(t, l, 0.025)
		version := 0
		for range 4 {
			l = l.changed(r)
			look, err := w.Look("x", "/x", []byte(l.source()), day)
			if err != nil {
				t.Fatal(err)
			}
			now, there := recomputed(t, l, 0.025)
			if !there {
				if look.Result != bartree.LookDeferred || !errors.Is(look.Warning, bartree.ErrMissing) {
					t.Fatalf("seed %d: %s, %v, want deferred with a warning", seed, look.Result, look.Warning)
				}
				l.region = keyword
				continue
			}
			difference := paper.Compare(look.Old, look.New)
			simple := len(now.parallel) != len(old.parallel) || math.Abs(now.total-old.total) > 1e-13
			full := simple || !slices.Equal(now.parallel, old.parallel) || !close12(now.area, old.area)
			number := 1
			switch upper, lower := now.upper-old.upper, now.lower-old.lower; {
			case upper == 0 && lower == 0:
				if !slices.Equal(now.parallel, old.parallel) {
					number = 0 // which the paper leaves out
				}
			case upper == lower:
				number = 2
			case upper == 0 || lower == 0:
				number = 3
			default:
				number = 4
			}
			cases[number]++
			if difference.Case() != number || difference.Simple() != simple || difference.Full() != full {
				t.Fatalf("seed %d: case %d, simple %v, full %v, want %d, %v, %v: %s", seed, difference.Case(), difference.Simple(), difference.Full(), number, simple, full, l.source())
			}
			want := bartree.LookRead
			if full {
				want, version = bartree.LookMoved, version+1
			}
			if _, current := w.Versions("x"); look.Result != want || current != version {
				t.Fatalf("seed %d: %s, version %d, want %s, %d: %s", seed, look.Result, current, want, version, l.source())
			}
			if full {
				old = now
			}
		}
	}
	for number := range 5 {
		if cases[number] < 50 {
			t.Errorf("case %d: %d times of %v, want 50 or more", number, cases[number], cases)
		}
	}
}
