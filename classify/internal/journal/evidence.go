package journal

import (
	"math"

	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// linkEvidence is what speaks for and against a link being an article.
type linkEvidence struct {
	compared
	prior   float64            // what the clues say at other journals
	strange [clueCount]float64 // how unlike all articles of this layout it is, by clue
	target  float64            // -1 to 1: what links to the same target were
}

// compared is what links of the same vector have in common.
type compared struct {
	values   [kinds]float64 // by input; the bias is 1
	familiar float64        // 0 to 1: how near the nearest example is, by what right answers keep
	decision neighbor.Decision
}

const (
	componentFloor = 0.02 // share of a class that a component's value is taken to have at least
	articleDraw    = 1.5  // links by which the prior shares count for articles, which are of one kind
	otherDraw      = 15   // and for others, which are of many
)

// gather collects the evidence of each link of a page. With classes the page
// has been learned and each link is looked at as if it had not.
func (m *Model) gather(r *pageView, classes []int) []linkEvidence {
	out := make([]linkEvidence, len(r.vectors))
	g := gathering{m: m, unanimous: m.memory.Base.unanimous(), limit: max(neighbor.Whole, m.memory.Limit)}
	for i := range out {
		self := -1
		if classes != nil {
			self = classes[i]
		}
		e := &out[i]
		if first := r.same[i]; first < i && (classes == nil || classes[first] == self) {
			e.compared = out[first].compared
		} else {
			g.compare(r.vectors[i], self, &e.compared)
		}
		g.countClues(&r.clues[i], self, e)
		if t := m.memory.Targets[r.targets[i]]; t != nil {
			e.target = vote(without(t.Count, self))
		}
		if c := m.memory.Captions[r.labels[i]]; c != nil {
			e.values[inputLabel] = vote(without(c.Count, self))
		}
	}
	return out
}

// gathering is what links of a page have in common.
type gathering struct {
	m         *Model
	unanimous [clueCount]float64
	limit     float64
	clues     map[clueOf]clueVote
}

// compare compares a link's vector with the examples.
func (g *gathering) compare(v neighbor.Vector, self int, e *compared) {
	out := neighbor.LeaveNone
	if self >= 0 {
		out = g.m.Index.Leave(v, verdict.ClassName(self))
	}
	found := g.m.Index.Ask(v, out)
	e.decision = found.Decision
	near := [2]float64{furthest, furthest}
	for k, class := range g.m.Index.Classes {
		if d := found.Nearest[k].Distance; d < neighbor.Far {
			near[verdict.ClassIndex(class)] = float64(d)
		}
	}
	kernel := func(width float64) float64 {
		return math.Exp(-near[verdict.ArticleIndex]/width/g.limit) - math.Exp(-near[0]/width/g.limit)
	}
	e.values[inputMargin] = (near[0] - near[1]) / (near[0] + near[1] + g.limit/2)
	e.values[inputNear] = kernel(0.5)
	e.values[inputFar] = kernel(2)
	e.values[inputBias] = 1
	e.familiar = min(1, g.limit/(min(near[0], near[1])+1))
	g.m.countComponents(v, self, e)
}

// without takes a link's own count away.
func without(n verdict.Count, self int) verdict.Count {
	if self >= 0 {
		n[self] = max(0, n[self]-1)
	}
	return n
}

func vote(n verdict.Count) float64 {
	return (n[verdict.ArticleIndex] - n[0]) / (n[0] + n[verdict.ArticleIndex] + 0.5)
}

// countComponents says how much more often the examples of articles have each
// component's value than the others.
func (m *Model) countComponents(v neighbor.Vector, self int, e *compared) {
	all := without(m.Index.All, self)
	for c := range v {
		n := without(m.Index.LinksWith(c, v[c]), self)
		if n[0]+n[1] == 0 {
			continue
		}
		e.values[inputOf[c]] += math.Log((n[verdict.ArticleIndex]/(all[verdict.ArticleIndex]+1) + componentFloor) / (n[0]/(all[0]+1) + componentFloor))
	}
}

// clueOf is a value of a clue, of a link that is left out of the counts or of none.
type clueOf struct {
	clue, self int
	value      string
}

// clueVote is what a value of a clue says.
type clueVote struct{ here, prior, strange float64 }

// countClues compares the clues with those of the journal's links, with few of
// them drawn to the prior shares, and with those of the articles of this layout.
func (g *gathering) countClues(c *clues, self int, e *linkEvidence) {
	for j, value := range c {
		at := clueOf{j, self, value}
		says, ok := g.clues[at]
		if !ok {
			says = g.clueVote(at)
			if g.clues == nil {
				g.clues = map[clueOf]clueVote{}
			}
			g.clues[at] = says
		}
		e.values[inputClues+j] = says.here
		e.prior += says.prior
		e.strange[j] = says.strange
	}
}

func (g *gathering) clueVote(of clueOf) (says clueVote) {
	j, m := of.clue, g.m
	says.here, says.prior = m.clueSays(j, of.value, of.self)
	if j == clueSeen {
		// That a caption is new says nothing: most are.
		newHere, newPrior := m.clueSays(j, captionNew, of.self)
		says.here, says.prior = says.here-newHere, says.prior-newPrior
		if of.value == captionUnknown {
			says.here, says.prior = 0, 0
		}
	}
	if g.unanimous[j] > 0 {
		odd := math.Log((g.unanimous[j] + 1) / (m.memory.Base[clueNames[j]][of.value][verdict.ArticleIndex] + 1))
		says.strange = min(odd, oddMost)
	}
	return says
}

// clueSays compares how often articles and other links have a value of a
// clue, at this journal and at others.
func (m *Model) clueSays(j int, value string, self int) (here, elsewhere float64) {
	all := without(m.memory.All, self)
	n := without(m.memory.Clues[clueNames[j]][value], self)
	share, ok := m.prior()[j][value]
	if !ok {
		share = verdict.Count{rare, rare}
	}
	article := (n[verdict.ArticleIndex] + articleDraw*(share[verdict.ArticleIndex]+componentFloor)) / (all[verdict.ArticleIndex] + articleDraw*1.1)
	other := (n[0] + otherDraw*(share[0]+componentFloor)) / (all[0] + otherDraw*1.1)
	return math.Log(article / other), math.Log((share[verdict.ArticleIndex] + componentFloor) / (share[0] + componentFloor))
}

const (
	rare = 0.05 // share of a value that has no prior share

	// A link is odd in a clue in which all articles agree by the logarithm of how
	// many they are.
	oddMost  = 3
	agreeing = 0.95 // share of the articles
)

// agreed are the clues in which articles may agree.
var agreed = [...]int{clueCaption, clueTimes, clueTarget, clueTargets, clueHost, clueDistinct}

// unanimous returns for each clue in which the articles agree how many they
// are.
func (c clueCounts) unanimous() (out [clueCount]float64) {
	for _, j := range agreed {
		all, most := 0.0, 0.0
		for _, n := range c[clueNames[j]] {
			all += n[verdict.ArticleIndex]
			most = max(most, n[verdict.ArticleIndex])
		}
		if most >= agreeing*all {
			out[j] = most
		}
	}
	return out
}

// inputs lays the inputs out as the weights are.
func (e *linkEvidence) inputs(familiar float64, x []float64) []float64 {
	x = append(x[:0], (1-familiar)*e.prior)
	for _, v := range e.values {
		x = append(x, familiar*v)
	}
	for _, v := range e.values {
		x = append(x, (1-familiar)*v)
	}
	return x
}

// The inputs of a link's weighing. Each says how much more a link is like the
// journal's articles than like its other links, 0 for no difference. They are
// there twice: times how familiar the page is, and times how unfamiliar; what
// the clues say at other journals is there too, on an unfamiliar page.
const (
	inputMargin = iota // how much nearer the nearest article is
	inputNear
	inputFar
	inputMarkup // how much more often the journal's articles have these components
	inputHref
	inputCaption
	inputAround
	inputNeighbours
	inputLabel // what links of the same caption were
	inputClues // what the clues say at this journal
	inputBias  = inputClues + clueCount
	kinds      = inputBias + 1 // of inputs that are there twice
	inputCount = 1 + 2*kinds
)

// priorWeights are those before a page has been learned. They are the rounded
// ones of logistic regressions over ten journals, each leaving some out, but for
// inputLabel, which few links of a first page have: it is chosen by later pages
// (docs/measured/links.md in the repository).
var priorWeights = weightsOf(map[int]float64{
	inputMargin: 0.6, inputNear: 1, inputFar: 0.2,
	inputHref: 0.22, inputCaption: 0.2, inputAround: 0.3, inputNeighbours: 0.15, inputLabel: 3,
	inputClues + clueCaption: 0.1, inputClues + clueTimes: 0.15, inputClues + clueTarget: 0.3, inputClues + clueTargets: 0.1,
	inputClues + clueHost: 0.1, inputClues + clueLike: 0.25, inputClues + clueAfter: 0.1, inputClues + clueRegion: 0.8,
	inputClues + clueSeen: 0.7, inputBias: 0.3,
}, map[int]float64{
	inputNeighbours: 0.1, inputLabel: 3,
	inputClues + clueTimes: 0.25, inputClues + clueTarget: 0.25, inputClues + clueHost: 0.2, inputClues + clueLike: 0.6,
	inputClues + clueAfter: 0.1, inputClues + clueRegion: 0.4, inputClues + clueSeen: 0.7, inputBias: -0.3,
})

const priorWeight = 1.7 // of what the clues say at other journals

func weightsOf(familiar, unfamiliar map[int]float64) []float64 {
	w := make([]float64, inputCount)
	w[0] = priorWeight
	for i, v := range familiar {
		w[1+i] = v
	}
	for i, v := range unfamiliar {
		w[1+kinds+i] = v
	}
	return w
}

// inputOf says of each enhanced component which input counts its values.
var inputOf = [...]int{
	inputMarkup, inputMarkup, inputHref, inputHref, inputHref, inputMarkup, inputMarkup, inputMarkup, inputCaption, inputCaption,
	inputHref, inputHref, inputHref, inputAround, inputAround, inputAround, inputAround, inputNeighbours, inputNeighbours,
}
