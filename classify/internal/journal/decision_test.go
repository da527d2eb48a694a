package journal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify/internal/linktest"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// twoLinks is a model that knows an article and another link.
func twoLinks(t *testing.T) *Model {
	t.Helper()
	var m Model
	links := linktest.Read(t, `<a href=/1.html>On the growth of cells</a> <a href=/help>Help</a>`)
	if err := m.Learn(links, []string{verdict.Article, verdict.Other}); err != nil {
		t.Fatal(err)
	}
	return &m
}

// TestAnswers has a score for each rule of what is answered.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		rule  string
		score float64
		even  bool
		label int // -1 for none
		want  string
	}{
		{"an answer that is right four times of five is given", 1.39, false, -1, "article 0.80 false"},
		{"a less sure one is refused", 1.38, false, -1, "article 0.80 true"},
		{"so it is for other links", -1.39, false, -1, "other 0.80 false"},
		{"a less sure one of these", -1.38, false, -1, "other 0.80 true"},
		{"no score is no article", 0, false, -1, "other 0.50 true"},
		{"where the same link was as often of another class nothing is sure", 9, true, -1, "article 0.00 true"},
		{"a person's label is answered whatever the score", -9, true, 1, "article 1.00 false"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m := twoLinks(t)
			d := &pageDecision{evidence: []linkEvidence{{compared: compared{decision: neighbor.Decision{Other: neighbor.Far, Even: tt.even}}}}, scores: []float64{tt.score}}
			labels := map[int]int{}
			if tt.label >= 0 {
				labels[0] = tt.label
			}
			a := m.answers(d, labels)[0]
			if got := fmt.Sprintf("%s %.2f %v", a.Class, a.Confidence, a.Refused); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if sure := !strings.Contains(strings.Join(a.Evidence, "\n"), "refused: not sure enough"); sure == a.Refused {
				t.Errorf("refused %v by %q", a.Refused, a.Evidence)
			}
		})
	}
}

// TestTaken has an answer for each rule of what a model learns from its own answers.
func TestTaken(t *testing.T) {
	for _, tt := range []struct {
		rule     string
		score    float64
		refused  bool
		labelled bool
		redesign bool
		want     int
	}{
		{"what is right 99 times of 100 is learned", 4.6, false, false, false, 1},
		{"what is less sure is not, lest errors feed themselves", 4.58, false, false, false, -1},
		{"so it is for other links", -4.6, false, false, false, 0},
		{"on a new layout less is enough, for the old one tells nothing", 1.74, false, false, true, 1},
		{"but not much less", 1.73, false, false, true, -1},
		{"what is refused is not learned", 9, true, false, false, -1},
		{"what a person labelled always is", 0.1, true, true, false, 1},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			class, labels := verdict.Article, map[int]int{}
			if tt.score < 0 {
				class = verdict.Other
			}
			if tt.labelled {
				labels[0] = verdict.ClassIndex(class)
			}
			d := &pageDecision{scores: []float64{tt.score}, redesign: tt.redesign}
			if got := d.taken([]verdict.Answer{{Class: class, Refused: tt.refused}}, labels)[0]; got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// TestQuestionRules has a page for each rule of which link a person is asked about.
func TestQuestionRules(t *testing.T) {
	for _, tt := range []struct {
		rule     string
		scores   []float64
		groups   []int
		familiar []float64 // 1 without
		labels   map[int]int
		want     int // -1 for none
	}{
		{"what is right nine times of ten is no question", []float64{2.2, -2.2}, []int{0, 1}, nil, nil, -1},
		{"what is less sure is", []float64{2.2, 2.19}, []int{0, 1}, nil, nil, 1},
		{"a group with more doubt comes first: its answer settles more", []float64{0.5, 1, 1, 1}, []int{0, 1, 1, 1}, nil, nil, 1},
		{"of a group the link nearest to its middle is asked about", []float64{0.2, 1, 1.8, 1.1}, []int{0, 0, 0, 0}, nil, nil, 1},
		{"not one that has a label", []float64{0.2, 1, 1.8, 1.1}, []int{0, 0, 0, 0}, nil, map[int]int{1: 1}, 3},
		{"what is unlike all examples is a question up to 99 of a hundred", []float64{2.5, -2.5, -4.5}, []int{0, 1, 2}, []float64{1, 0.49, 0.49}, nil, 1},
		{"of such links the kind with the most doubt", []float64{-2.5, -3, -3, -3}, []int{0, 1, 1, 1}, []float64{0.3, 0.3, 0.3, 0.3}, nil, 1},
		{"not before those in doubt", []float64{2, -2.5, -2.5, -2.5}, []int{0, 1, 1, 1}, []float64{1, 0.3, 0.3, 0.3}, nil, 0},
		{"nor where the examples are as near as half of right answers keep", []float64{2.5, -2.5}, []int{0, 1}, []float64{1, 0.5}, nil, -1},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			d := &pageDecision{view: &pageView{groups: tt.groups}, scores: tt.scores, evidence: make([]linkEvidence, len(tt.scores))}
			for i := range d.evidence {
				d.evidence[i].familiar = 1
				if tt.familiar != nil {
					d.evidence[i].familiar = tt.familiar[i]
				}
			}
			link, ok := d.question(tt.labels)
			if ok != (tt.want >= 0) || ok && link != tt.want {
				t.Errorf("got %d, %v, want %d", link, ok, tt.want)
			}
		})
	}
}

// listing is an issue's page with others beside its articles.
func listing(articles, others int) string {
	var b strings.Builder
	for i := range articles {
		fmt.Fprintf(&b, "<h3><a class=t href=/v/%d.html>On the growth of the %c cells in %d</a></h3>", i, 'a'+i, 1900+i)
	}
	for i := range others {
		fmt.Fprintf(&b, "<p><a class=o href=/about/%c>%[1]c</a></p>", 'a'+i)
	}
	return b.String()
}

func learnedListing(t *testing.T) *Model {
	t.Helper()
	var m Model
	links := linktest.Read(t, listing(8, 6))
	classes := make([]string, len(links))
	for i := range links {
		classes[i] = verdict.ClassName(max(0, 1-i/8))
	}
	if err := m.Learn(links, classes); err != nil {
		t.Fatal(err)
	}
	return &m
}

// TestAllArticles: on a page that is not familiar and of which all links look like articles what
// tells the two apart is not there, so none is sure.
func TestAllArticles(t *testing.T) {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, `<table id=n%d><tr><td><b><a rel=x onclick=y href="http://www.example.org/show.cgi?n=%d"><i>What became of %d meadows in the winter of %d</i></a></b></table>`, i, i, i+100, 1800+i)
	}
	m := learnedListing(t)
	d := m.weigh(linktest.Read(t, b.String()), nil)
	if familiar := familiarity(d.evidence); familiar >= strangeFrom {
		t.Fatalf("the page is familiar by %g", familiar)
	}
	for i, s := range d.scores {
		if s != 1 {
			t.Errorf("link %d has the score %g, want 1", i, s)
		}
	}
}

// TestForgets: what a model has remembered of a page is forgotten when twelve later ones did
// not have it.
func TestForgets(t *testing.T) {
	m := learnedListing(t)
	page := linktest.Read(t, listing(8, 5)) // without the last of the other links
	for n := 1; n <= 13; n++ {
		if _, known := m.memory.Captions["f"]; !known {
			t.Fatalf("forgotten after %d pages", n-1)
		}
		if _, _, err := m.Adapt(page, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, known := m.memory.Captions["f"]; known {
		t.Error("remembered after 13 pages")
	}
}

// TestLimit has a model for each rule of how far from its neighbour a link may be to be familiar.
func TestLimit(t *testing.T) {
	for _, tt := range []struct {
		rule        string
		trust, want int32 // in thousandths of a component
	}{
		{"as far as most right answers", 2500, 2500},
		{"no less than one component, for links that are all alike", 300, 1000},
		{"no more than five, for those that have nothing in common", 7000, 5000},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var m Model
			m.Trust.MaxDistance = tt.trust * neighbor.Whole / 1000
			if got := int32(m.limit() * 1000 / neighbor.Whole); got < tt.want-1 || got > tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
	sum := int32(0)
	for _, c := range components {
		sum += c.Weight
	}
	if furthest != float64(sum+1)*neighbor.Whole {
		t.Errorf("a class without examples is %g away, and a link at most %d", float64(furthest)/neighbor.Whole, sum)
	}
}

// TestMemory has a caption for each rule of what is remembered.
func TestMemory(t *testing.T) {
	var k memory
	k.fill()
	if got := k.seen("on cells", "/1"); got != "?" {
		t.Errorf("before the first page: %q, want ?", got)
	}
	k.Page = 1
	k.Captions["pdf"] = &caption{}
	k.Captions["pdf"].keep("/1", "/2", "/3", "/4", "/5")
	for _, tt := range []struct{ rule, label, target, want string }{
		{"a new caption", "html", "/1", "new"},
		{"with the same target", "pdf", "/4", "again"},
		{"with another target", "pdf", "/9", "elsewhere"},
		{"the first four targets are remembered: a caption of many is a label", "pdf", "/5", "elsewhere"},
	} {
		if got := k.seen(tt.label, tt.target); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.rule, got, tt.want)
		}
	}
	k.Page = 2
	for i := range 20_000 {
		k.Captions[fmt.Sprint(i)] = &caption{Page: 1}
	}
	if k.forget(0); len(k.Captions) != 20_000 {
		t.Errorf("of 20,000 captions of the page before and an older one %d are kept", len(k.Captions))
	}
	k.Captions["newest"] = &caption{Page: 2}
	if k.forget(0); len(k.Captions) != 1 {
		t.Errorf("of 20,001 captions, of which one is of the newest page, %d are kept", len(k.Captions))
	}
}

// TestBuckets: numbers and shares are told apart where they mean another thing: one, a pair, a
// few, a list.
func TestBuckets(t *testing.T) {
	for n, want := range map[int]string{1: "≤1", 2: "≤2", 3: "≤4", 4: "≤4", 5: "≤9", 9: "≤9", 10: "≤29", 29: "≤29", 30: "many"} {
		if got := bucket(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int]string{20: "all", 18: "all", 17: "most", 10: "most", 9: "some", 2: "some", 1: "few"} {
		if got := shareOf(n, 20); got != want {
			t.Errorf("%d of 20 is %s, want %s", n, got, want)
		}
	}
}

// TestCluesOfAPage has a page for each rule of a clue that looks at its other links or at what is
// around. The last link is looked at.
func TestCluesOfAPage(t *testing.T) {
	around := func(n int) string {
		return "<div class=menu>" + strings.Repeat("<u>", n) + "<a href=/x>x</a>" + strings.Repeat("</u>", n) + "</div>"
	}
	for _, tt := range []struct {
		rule string
		clue int
		src  string
		want string
	}{
		{"two links that look alike may do so by chance", clueDistinct, `<a href=/1>one</a><a href=/2>two</a>`, "alone"},
		{"three are a kind, which has captions of its own", clueDistinct, `<a href=/1>one</a><a href=/2>two</a><a href=/3>three</a>`, "all"},
		{"three links of one caption are a kind of their own", clueLike, `<a href=/4>other</a><a href=/1>pdf</a><a href=/2>pdf</a><a href=/3>pdf</a>`, "≤4"},
		{"two are of the kind that they look like", clueLike, `<a href=/3>a</a><a href=/4>b</a><a href=/5>c</a><a href=/1>pdf</a><a href=/2>pdf</a>`, "≤9"},
		{"a menu around", clueRegion, around(3), "way"},
		{"32 elements around are looked at", clueRegion, around(31), "way"},
		{"no more", clueRegion, around(32), "text"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var m Model
			r := readPage(linktest.Read(t, tt.src), m.memory.seen)
			if got := r.clues[len(r.clues)-1][tt.clue]; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
