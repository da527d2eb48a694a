package experiment

import (
	"math"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Run is one crawl of an experiment, measured. Rates are 0 to 1. A rate
// whose denominator is 0, such as the recall of a topic without targets, is
// NaN and written as null.
type Run struct {
	Strategy string // name of the entrant
	Topic    string // name of the topic
	Bound    bool   // one of the bounds, not an entrant

	Budget   int // pages that could have been fetched
	Pages    int // fetched with a 2xx status, seeds included
	Relevant int // of these
	Known    int // relevant pages that the topic has
	Targets  int // that the topic has

	HarvestRate           float64 // relevant pages of those fetched
	HarvestRateExclDepth1 float64 // pages of depth 1 left out
	HarvestRateExclSeeds  float64 // seeds left out
	HarvestRateBeyond1    float64 // seeds and pages of depth 1 left out

	// What the strategy says itself. These are not judged rates.
	SelfHarvestRate            float64 // pages whose text it scores above 0
	SelfHarvestRateExclDepth1  float64 // of these, pages of depth 1 left out
	ValueHarvestRate           float64 // pages whose value, with what they inherit, is above 0
	ValueHarvestRateExclDepth1 float64 // of these, pages of depth 1 left out

	TargetRecall float64 // targets fetched of all targets
	AUC          float64 // of target recall
	HarvestAUC   float64 // of the harvest rate

	FirstHit  int   // place of the first relevant page that is no seed, 0 for none
	Hosts     int   // distinct hosts of the relevant pages fetched
	Requests  int64 // made, those that failed included
	Bytes     int64 // of bodies
	Redirects int64 // that were followed
	Failed    int64 // URLs that were given up
	Dry       bool  // the frontier ran empty before the budget was spent

	GroupRecall map[string]float64 // target recall of each of the topic's Groups

	Harvest []int  // relevant pages among the first n, for n = 1..Pages
	Hits    []int  // targets among the first n
	Order   string // SHA-256 of the fetch order, in hexadecimal
}

// meter measures a crawl as it goes.
type meter struct {
	truth *truth
	run   *Run
	hosts map[string]bool
	got   map[string]int // pages of each group

	seeds, depth1       int // pages of depth 0 and 1
	relSeeds, relDepth1 int
	self, value         own
}

// own counts the pages that a strategy takes for relevant.
type own struct{ all, depth1 int }

func (o *own) add(relevant bool, depth int) {
	if !relevant {
		return
	}
	o.all++
	if depth == 1 {
		o.depth1++
	}
}

// add counts a page that was fetched with a 2xx status.
func (m *meter) add(v Visit) {
	r := m.run
	r.Pages++
	relevant := m.truth.judge.Relevant(v.URL)
	one := 0
	if relevant {
		one = 1
		r.Relevant++
		m.hosts[weburl.HostOf(v.URL)] = true
		if r.FirstHit == 0 && v.Depth > 0 {
			r.FirstHit = r.Pages
		}
	}
	switch v.Depth {
	case 0:
		m.seeds++
		m.relSeeds += one
	case 1:
		m.depth1++
		m.relDepth1 += one
	}
	m.self.add(v.Score > 0, v.Depth)
	m.value.add(v.Value > 0, v.Depth)
	hits := 0
	if n := len(r.Hits); n > 0 {
		hits = r.Hits[n-1]
	}
	if m.truth.targets[v.URL] {
		hits++
	}
	for _, group := range m.truth.groups[v.URL] {
		m.got[group]++
	}
	r.Harvest = append(r.Harvest, r.Relevant)
	r.Hits = append(r.Hits, hits)
}

// finish fills in the rates.
func (m *meter) finish() {
	r := m.run
	r.Hosts = len(m.hosts)
	r.HarvestRate = ratio(r.Relevant, r.Pages)
	r.HarvestRateExclDepth1 = ratio(r.Relevant-m.relDepth1, r.Pages-m.depth1)
	r.HarvestRateExclSeeds = ratio(r.Relevant-m.relSeeds, r.Pages-m.seeds)
	r.HarvestRateBeyond1 = ratio(r.Relevant-m.relDepth1-m.relSeeds, r.Pages-m.depth1-m.seeds)
	r.SelfHarvestRate = ratio(m.self.all, r.Pages)
	r.SelfHarvestRateExclDepth1 = ratio(m.self.all-m.self.depth1, r.Pages-m.depth1)
	r.ValueHarvestRate = ratio(m.value.all, r.Pages)
	r.ValueHarvestRateExclDepth1 = ratio(m.value.all-m.value.depth1, r.Pages-m.depth1)
	r.TargetRecall = r.RecallAt(r.Budget)
	r.AUC = r.AUCAt(r.Budget)
	r.HarvestAUC = r.HarvestAUCAt(r.Budget)
	r.GroupRecall = map[string]float64{}
	for group, size := range m.truth.sizes {
		r.GroupRecall[group] = ratio(m.got[group], size)
	}
}

// RecallAt returns the target recall after n pages.
func (r *Run) RecallAt(n int) float64 { return ratio(held(r.Hits, n), r.Targets) }

// PrecisionAt returns the relevant pages among the first n, / n. Like the other rates
// of n pages it is NaN if n is below 1.
func (r *Run) PrecisionAt(n int) float64 { return ratio(held(r.Harvest, n), n) }

// HarvestRateAt returns the harvest rate of the first n pages, of all if there
// are fewer.
func (r *Run) HarvestRateAt(n int) float64 {
	return ratio(held(r.Harvest, n), min(n, r.Pages))
}

// AUCAt returns the mean of target recall over 1..n pages.
func (r *Run) AUCAt(n int) float64 { return mean(n, r.RecallAt) }

// HarvestAUCAt returns the mean of the harvest rate over 1..n pages.
func (r *Run) HarvestAUCAt(n int) float64 { return mean(n, r.HarvestRateAt) }

// held returns the n-th of growing counts, the last one beyond their end.
func held(counts []int, n int) int {
	if n = min(n, len(counts)); n <= 0 {
		return 0
	}
	return counts[n-1]
}

// mean returns the mean of a rate over 1..n pages, NaN if n is below 1.
func mean(n int, at func(int) float64) float64 {
	if n < 1 {
		return math.NaN()
	}
	var sum float64
	for i := 1; i <= n; i++ {
		sum += at(i)
	}
	return sum / float64(n)
}

// ratio returns a / b, NaN if b is below 1.
func ratio(a, b int) float64 {
	if b < 1 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}
