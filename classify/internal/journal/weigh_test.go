package journal

import (
	"math"
	"testing"

	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// aView is a page of links with groups of links that look alike, and series of those that stand
// alike too.
func aView(groups, series []int) *pageView { return &pageView{groups: groups, series: series} }

func ints(n, value int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = value
	}
	return out
}

// TestTogether has a page for each rule of how what is sure of some links counts for
// others. The score of the first link is looked at.
func TestTogether(t *testing.T) {
	apart := func(n int) []int {
		out := ints(n, 0)
		for i := range out {
			out[i] = i
		}
		return out
	}
	fill := func(first, others float64, n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = others
		}
		out[0] = first
		return out
	}
	for _, tt := range []struct {
		rule           string
		groups, series []int
		target         []float64
		labels         map[int]int
		scores         []float64
		want           float64
		unlike         float64 // all examples
	}{
		{"a link to a known target is what that was, whatever its clues say", apart(1), apart(1), []float64{1}, nil, []float64{-11}, 1, 0},
		{"by as much as the target is sure", apart(1), apart(1), []float64{-0.5}, nil, []float64{5}, -1, 0},
		{"a person's label is as sure as a target: an article", apart(1), apart(1), []float64{0}, map[int]int{0: 1}, []float64{0}, 12, 0},
		{"a person's label is as sure as a target: another", apart(1), apart(1), []float64{0}, map[int]int{0: 0}, []float64{0}, -12, 0},
		{"a person knows better than the target", apart(1), apart(1), []float64{1}, map[int]int{0: 0}, []float64{0}, -12, 0},
		{"one known link that looks alike counts half of many", ints(2, 0), apart(2), []float64{0, 1}, nil, []float64{0, 0}, 3, 0},
		{"three known links that look alike count three quarters", ints(4, 0), apart(4), []float64{0, 1, 1, 1}, nil, []float64{0, 0, 0, 0}, 4.5, 0},
		{"known links that look alike and differ leave it open", ints(3, 0), apart(3), []float64{0, 1, -1}, nil, []float64{0, 0, 0}, 0, 0},
		{"of links unlike all examples it counts twice as much: nothing else is known of them", ints(2, 0), apart(2), []float64{0, 1}, nil, []float64{0, 0}, 6, 1},
		{"a known link that looks otherwise says nothing", apart(2), apart(2), []float64{0, 1}, nil, []float64{0, 0}, 0, 0},
		{"ten sure links in like places draw one in doubt by two", apart(11), ints(11, 0), ints0(11), nil, fill(0, 100, 11), 2, 0},
		{"five of them by one", apart(6), ints(6, 0), ints0(6), nil, fill(0, 100, 6), 1, 0},
		{"twenty of them by no more than ten", apart(21), ints(21, 0), ints0(21), nil, fill(0, 100, 21), 2, 0},
		{"links that are nearly sure draw by how sure they are", apart(11), ints(11, 0), ints0(11), nil, fill(0, 4, 11), 2 * math.Tanh(1), 0},
		{"a link that is nearly sure is hardly drawn", apart(11), ints(11, 0), ints0(11), nil, fill(4, -100, 11), 4 - 2*(1-math.Tanh(1)), 0},
		{"links in other places do not draw", apart(11), apart(11), ints0(11), nil, fill(1, -100, 11), 1, 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			all := make([]linkEvidence, len(tt.scores))
			for i := range all {
				all[i].target, all[i].familiar = tt.target[i], 1-tt.unlike
			}
			together(aView(tt.groups, tt.series), all, tt.labels, tt.scores)
			if !near(tt.scores[0], tt.want) {
				t.Errorf("got %v, want %v", tt.scores[0], tt.want)
			}
		})
	}
}

func ints0(n int) []float64 { return make([]float64, n) }

// TestHolding has a page for each rule of how far a clue in which all articles agreed may
// count against a link: four links that look like articles, some of which agree.
func TestHolding(t *testing.T) {
	for _, tt := range []struct {
		rule     string
		agree    int
		familiar float64
		want     float64
	}{
		{"not at all on a page that is hardly familiar", 0, 0.5, 0},
		{"not at all on one that is less so", 0, 0.3, 0},
		{"a little on one that is a little more", 0, 0.535, 0.1},
		{"half way between", 0, 0.675, 0.5},
		{"whole on a familiar page", 0, 0.85, 1},
		{"no more than whole", 0, 1, 1},
		{"whole where half of what looks like articles agrees", 2, 0.5, 1},
		{"not where a quarter does", 1, 0.5, 0},
		{"whole where all do", 4, 0.5, 1},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			all, scores := make([]linkEvidence, 6), []float64{1, 1, 1, 1, 0, -1}
			for i := range all {
				if i >= tt.agree {
					all[i].strange[clueHost] = 2
				}
			}
			hold := holding(all, scores, tt.familiar)
			if !near(hold[clueHost], tt.want) {
				t.Errorf("got %v, want %v", hold[clueHost], tt.want)
			}
		})
	}
}

// TestStrange: what is unlike all articles takes from the score of what looks like one, unless
// its target is known.
func TestStrange(t *testing.T) {
	for _, tt := range []struct {
		rule                   string
		prior, target, strange float64
		want                   float64
	}{
		{"it counts against what looks like an article", 4, 0, 2, 4*1.7 - 2},
		{"not against what does not", -4, 0, 2, -4 * 1.7},
		{"nor where the target is known", 4, 1, 2, 4*1.7 + 12},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var m Model
			e := linkEvidence{prior: tt.prior, target: tt.target}
			e.strange[clueHost] = tt.strange
			e.strange[clueSeen] = 0
			// Of two links that look like articles one agrees, so that the clue holds.
			other := linkEvidence{prior: 100}
			all := []linkEvidence{e, other}
			if got := m.scores(aView([]int{0, 1}, []int{0, 1}), all, 0, nil)[0]; !near(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestPriorWeights has each input alone, on a familiar page and on one that is not: what it
// counts before a page has been learned.
func TestPriorWeights(t *testing.T) {
	clue := func(j int) int { return inputClues + j }
	for _, tt := range []struct {
		rule                 string
		input                int
		familiar, unfamiliar float64
	}{
		{"the margin of the nearest article on a page like the others", inputMargin, 0.6, 0},
		{"how near it is", inputNear, 1, 0},
		{"how near it is, from afar", inputFar, 0.2, 0},
		{"markup says nothing yet", inputMarkup, 0, 0},
		{"the address", inputHref, 0.22, 0},
		{"the caption's form", inputCaption, 0.2, 0},
		{"what stands around", inputAround, 0.3, 0},
		{"the neighbouring links, a little elsewhere too", inputNeighbours, 0.15, 0.1},
		{"the same caption was known, wherever it stands", inputLabel, 3, 3},
		{"the kind of text", clue(clueCaption), 0.1, 0},
		{"how many targets have the caption", clue(clueTimes), 0.15, 0.25},
		{"the kind of target", clue(clueTarget), 0.3, 0.25},
		{"how many links lead there", clue(clueTargets), 0.1, 0},
		{"the site", clue(clueHost), 0.1, 0.2},
		{"how many look like it, which tells most on a new layout", clue(clueLike), 0.25, 0.6},
		{"captions of their own say nothing yet", clue(clueDistinct), 0, 0},
		{"the link before says nothing yet", clue(clueBefore), 0, 0},
		{"the link after", clue(clueAfter), 0.1, 0.1},
		{"menus and heads", clue(clueRegion), 0.8, 0.4},
		{"captions of earlier pages", clue(clueSeen), 0.7, 0.7},
		{"in doubt for an article on a familiar page, against it elsewhere", inputBias, 0.3, -0.3},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var e linkEvidence
			e.values[tt.input] = 1
			for familiar, want := range map[float64]float64{1: tt.familiar, 0: tt.unfamiliar, 0.5: (tt.familiar + tt.unfamiliar) / 2} {
				if got := dot(priorWeights, e.inputs(familiar, nil)); !near(got, want) {
					t.Errorf("on a page that is familiar by %g: %v, want %v", familiar, got, want)
				}
			}
		})
	}
	for familiar, want := range map[float64]float64{0: 1.7, 0.5: 0.85, 1: 0} {
		e := linkEvidence{prior: 1}
		if got := dot(priorWeights, e.inputs(familiar, nil)); !near(got, want) {
			t.Errorf("what the clues say elsewhere, on a page that is familiar by %g: %v, want %v", familiar, got, want)
		}
	}
}

// TestFit has a page for each rule of how far a page that was learned moves a weight: links of
// which the margin is 1 for articles and -1 for others.
func TestFit(t *testing.T) {
	for _, tt := range []struct {
		rule  string
		links int
		turn  float64 // -1: the margin says the contrary
		want  float64 // of the margin, 0.6 before
	}{
		{"two links move it a little", 2, 1, 1.0996},
		{"a page of 200 moves it far", 200, 1, 4.0442},
		{"one of 400 as much as one of 200", 400, 1, 4.0442},
		{"an input that misleads counts nothing, not the contrary", 200, -1, 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			all, classes := make([]linkEvidence, tt.links), make([]int, tt.links)
			for i := range all {
				classes[i] = i % 2
				all[i].values[inputMargin] = tt.turn * float64(2*classes[i]-1)
			}
			if got := fit(all, classes, 1)[1+inputMargin]; math.Abs(got-tt.want) > 1e-3 {
				t.Errorf("got %.4f, want %.4f", got, tt.want)
			}
		})
	}
}

// TestClueSays has a value of a clue for each rule of what it says: the logarithm of how many
// times more often articles have it, at this journal and at others.
func TestClueSays(t *testing.T) {
	shares := &priorShares{clueRegion: {"text": {0.8, 0.98}}}
	for _, tt := range []struct {
		rule            string
		value           string
		all, with       verdict.Count // other links and articles of the journal, and those of them that have the value
		here, elsewhere float64
	}{
		{"where nothing was learned it is what others have", "text", verdict.Count{}, verdict.Count{}, math.Log(1 / 0.82), math.Log(1 / 0.82)},
		{"a value that no journal has is rare for both", "new", verdict.Count{}, verdict.Count{}, 0, 0},
		{"others are drawn to what is usual by 15 links, for they are of many kinds", "text", verdict.Count{15, 0}, verdict.Count{0, 0},
			math.Log(1 / 1.1 / (15 * 0.82 / (15 + 16.5))), math.Log(1 / 0.82)},
		{"articles by one and a half, for they are of one kind", "text", verdict.Count{0, 3}, verdict.Count{0, 0},
			math.Log(1.5 / (3 + 1.65) / (0.82 / 1.1)), math.Log(1 / 0.82)},
		{"a rare value is taken to be had by a twentieth", "new", verdict.Count{0, 3}, verdict.Count{0, 1},
			math.Log((1 + 1.5*0.07) / (3 + 1.65) / (0.07 / 1.1)), 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m := Model{shares: shares}
			m.memory.fill()
			m.memory.All = tt.all
			m.memory.Clues["region"] = map[string]verdict.Count{tt.value: tt.with}
			here, elsewhere := m.clueSays(clueRegion, tt.value, -1)
			if !near(here, tt.here) || !near(elsewhere, tt.elsewhere) {
				t.Errorf("got %v and %v, want %v and %v", here, elsewhere, tt.here, tt.elsewhere)
			}
		})
	}
}

// TestUnanimous has articles of a layout for each rule of when they agree in a clue, and how odd
// a link is that differs.
func TestUnanimous(t *testing.T) {
	for _, tt := range []struct {
		rule          string
		agree, differ float64
		odd           float64
	}{
		{"nine that agree", 9, 0, math.Log(10)},
		{"odder where more agree", 18, 0, math.Log(19)},
		{"no odder than twenty times", 40, 0, 3},
		{"one of twenty that differs does not matter", 19, 1, math.Log(20)},
		{"two of twenty do", 18, 2, 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var m Model
			m.memory.fill()
			m.memory.Base["host"] = map[string]verdict.Count{"site": {0, tt.agree}, "all": {0, tt.differ}}
			var e linkEvidence
			var c clues
			c[clueHost] = "few"
			g := gathering{m: &m, unanimous: m.memory.Base.unanimous()}
			g.countClues(&c, -1, &e)
			if !near(e.strange[clueHost], tt.odd) {
				t.Errorf("got %v, want %v", e.strange[clueHost], tt.odd)
			}
		})
	}
}
