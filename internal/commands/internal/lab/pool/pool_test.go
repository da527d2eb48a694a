package pool_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
)

// row has runs with these AUCs, one a topic, and a bound.
func row(name, web, topics string, aucs map[string][]float64) pool.Row {
	r := pool.Row{Name: name, Web: web}
	for _, strategy := range []string{"bound", "new", "old", "plain", "other"} {
		for i, auc := range aucs[strategy] {
			r.Runs = append(r.Runs, experiment.Run{Strategy: strategy, Topic: strings.Fields(topics)[i], AUC: auc, Pages: 10, Requests: 14})
		}
	}
	return r
}

func pooled(t *testing.T, rows ...pool.Row) *pool.Pool {
	t.Helper()
	p, err := pool.New(rows, "bound", 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Two webs, the first one from two starts. Shares of the bound: new 0.6, 0.8, 0.4 | 0.5,
// 0.5, 0.2 | 0.9, 0.7; old 0.5, 0.5, 0.5 | 0.3, 0.3, 0.3 | 0.4, 0.4.
func threeRows(t *testing.T) *pool.Pool {
	return pooled(t,
		row("a from topics", "a", "x y z", map[string][]float64{
			"bound": {0.5, 0.5, 0.5}, "new": {0.3, 0.4, 0.2}, "old": {0.25, 0.25, 0.25}, "plain": {0.1, 0.1, 0.1}, "other": {0.2, 0.2, 0.2},
		}),
		row("a from portals", "a", "x y z", map[string][]float64{
			"bound": {1, 1, 1}, "new": {0.5, 0.5, 0.2}, "old": {0.3, 0.3, 0.3}, "plain": {0.4, 0.4, 0.4}, "other": {0.1, 0.1, 0.1},
		}),
		row("b", "b", "x y", map[string][]float64{
			"bound": {0.8, 0.2}, "new": {0.45, 0.35}, "old": {0.2, 0.2}, "plain": {0.1, 0.1}, "other": {0.4, 0.4},
		}),
	)
}

// A topic counts once, with the mean of its rows, and its rows change their sign
// together.
func TestPoolCompares(t *testing.T) {
	p := threeRows(t)
	all, err := p.Compare("new", "old", "plain")
	if err != nil {
		t.Fatal(err)
	}
	// Against old, by topic: a x (0.1 + 0.2)/2, a y (0.3 + 0.2)/2, a z (-0.1 - 0.1)/2, b x 0.5, b y 0.3.
	// Of the 32 signs those of z may be either way round with the sums 1.1, 1.3 and their opposites.
	if d := all[0].Difference; !near(d.Mean, 1.1/5) || d.Topics != 5 || !near(all[0].P, 4.0/32) {
		t.Errorf("against old %+v, p %v", d, all[0].P)
	}
	// Against plain every topic is won: a x (0.4+0.1)/2, a y (0.6+0.1)/2, a z (0.2-0.2)/2 = 0, b x 0.7, b y 0.5.
	if d := all[1].Difference; !near(d.Mean, 1.8/5) || !near(all[1].P, 4.0/32) || !near(all[1].Corrected, 8.0/32) {
		t.Errorf("against plain %+v, p %v, corrected %v", d, all[1].P, all[1].Corrected)
	}
	for _, c := range all {
		if !(c.Difference.Low < c.Difference.Mean && c.Difference.Mean < c.Difference.High) || c.Measure != "share of bound" {
			t.Errorf("%+v", c)
		}
	}
}

// The bootstrap draws from topics of the same rows: where these do not differ there is
// nothing to vary, however much the rows do.
func TestPoolStrata(t *testing.T) {
	p := pooled(t,
		row("a", "a", "x y z", map[string][]float64{"bound": {1, 1, 1}, "new": {0.9, 0.9, 0.9}, "old": {0.1, 0.1, 0.1}}),
		row("b", "b", "x y z", map[string][]float64{"bound": {1, 1, 1}, "new": {0.2, 0.2, 0.2}, "old": {0.1, 0.1, 0.1}}),
	)
	all, err := p.Compare("new", "old")
	if err != nil {
		t.Fatal(err)
	}
	if d := all[0].Difference; !near(d.Low, 0.45) || !near(d.High, 0.45) || !near(d.Mean, 0.45) {
		t.Errorf("difference %+v, want 0.45 without any width", d)
	}
}

func TestPoolCells(t *testing.T) {
	p := threeRows(t)
	cells, err := p.Cells("new")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.6, 0.4, 0.8} {
		if c := cells[i]; !near(c.Share.Mean, want) || c.Row != p.Rows[i] || c.Pages != 10 || c.Requests != 14 {
			t.Errorf("%+v, want a share of %v", c, want)
		}
	}
	best, err := p.Best("old", "plain", "other")
	if err != nil || !slices.Equal(best, []string{"old", "plain", "other"}) {
		t.Errorf("best %q, %v", best, err)
	}
	if err := p.AddBest("the best", "old", "plain", "other"); err != nil {
		t.Fatal(err)
	}
	cells, err = p.Cells("the best")
	if err != nil || !near(cells[0].Share.Mean, 0.5) || !near(cells[1].Share.Mean, 0.4) || !near(cells[2].Share.Mean, 0.8) {
		t.Errorf("the best of each row %+v, %v", cells, err)
	}
	if err := p.AddBest("new", "old"); err == nil {
		t.Error("two strategies have the name new")
	}
	short, err := p.Shortfalls("new", "old", 0.05)
	if err != nil || len(short) != 2 || short[0].Topic != "z" || !near(short[0].Difference, -0.1) || !near(short[1].OtherShare, 0.3) {
		t.Errorf("shortfalls %+v, %v", short, err)
	}
	if short, _ = p.Shortfalls("new", "old", 0.15); len(short) > 0 {
		t.Errorf("shortfalls of more than 0.15: %+v", short)
	}
}

// Runs of a row with several random seeds are averaged.
func TestPoolAveragesSeeds(t *testing.T) {
	r := row("a", "a", "x", map[string][]float64{"bound": {0.5}, "new": {0.2}})
	again := row("a", "a", "x", map[string][]float64{"new": {0.3}})
	r.Runs = append(r.Runs, again.Runs...)
	cells, err := pooled(t, r).Cells("new")
	if err != nil || !near(cells[0].Share.Mean, 0.5) || cells[0].Share.Topics != 1 {
		t.Errorf("%+v, %v", cells, err)
	}
}

// What is chosen without a web or a topic is what is best on the others.
func TestPoolChoices(t *testing.T) {
	p := pooled(t,
		row("a", "a", "x y z", map[string][]float64{"bound": {1, 1, 1}, "new": {0.9, 0.9, 0.3}, "old": {0.5, 0.5, 0.5}}),
		row("b", "b", "x", map[string][]float64{"bound": {1}, "new": {0.1}, "old": {0.6}}),
	)
	if all, err := p.Choose("new", "old"); err != nil || all != "new" { // 2.2 and 2.1
		t.Errorf("chose %s, %v", all, err)
	}
	webs, err := p.LeaveWebsOut("new", "old")
	want := []pool.Choice{{LeftOut: "a", Strategy: "old", Share: 0.5, OnAll: 0.7}, {LeftOut: "b", Strategy: "new", Share: 0.1, OnAll: 0.1}}
	if err != nil || !same(webs, want) {
		t.Errorf("webs left out %+v, %v", webs, err)
	}
	topics, err := p.LeaveTopicsOut("new", "old")
	want = []pool.Choice{
		{LeftOut: "x", Strategy: "old", Share: 0.5, OnAll: 0.9}, {LeftOut: "y", Strategy: "old", Share: 0.5, OnAll: 0.9},
		{LeftOut: "z", Strategy: "new", Share: 0.3, OnAll: 0.3}, {LeftOut: "x", Strategy: "new", Share: 0.1, OnAll: 0.1},
	}
	if err != nil || !same(topics, want) {
		t.Errorf("topics left out %+v, %v", topics, err)
	}
	one := pooled(t, row("a", "a", "x", map[string][]float64{"bound": {1}, "new": {0.9}}))
	if webs, err := one.LeaveWebsOut("new"); err != nil || webs != nil {
		t.Errorf("of one web %+v, %v", webs, err)
	}
	if topics, err := one.LeaveTopicsOut("new"); err != nil || topics != nil {
		t.Errorf("of one topic %+v, %v", topics, err)
	}
}

func same(a, b []pool.Choice) bool {
	return slices.EqualFunc(a, b, func(a, b pool.Choice) bool {
		return a.LeftOut == b.LeftOut && a.Strategy == b.Strategy && near(a.Share, b.Share) && near(a.OnAll, b.OnAll)
	})
}

func TestPoolRefuses(t *testing.T) {
	fine := row("a", "a", "x y", map[string][]float64{"bound": {1, 1}, "new": {0.9, 0.9}, "old": {0.9}})
	for _, c := range []struct {
		rows []pool.Row
		want string
	}{
		{nil, "no rows"},
		{[]pool.Row{fine, {Name: "b"}}, "b: no run"},
		{[]pool.Row{row("b", "", "x y", map[string][]float64{"bound": {1}, "new": {1, 1}})}, `no run of the bound "bound"`},
		{[]pool.Row{row("b", "", "x", map[string][]float64{"bound": {0}})}, "finds nothing"},
	} {
		if _, err := pool.New(c.rows, "bound", 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	many := pool.Row{Name: "many"}
	for i := range 1001 {
		many.Runs = append(many.Runs, experiment.Run{Strategy: "bound", Topic: strconv.Itoa(i), AUC: 1})
	}
	if _, err := pool.New([]pool.Row{many}, "bound", 1); err == nil || !strings.Contains(err.Error(), "1001 topics") {
		t.Errorf("error %v for 1,001 topics", err)
	}
	p := pooled(t, fine)
	if !slices.Equal(p.Strategies, []string{"bound", "new"}) {
		t.Errorf("strategies %q: old lacks a topic", p.Strategies)
	}
	for what, err := range map[string]error{"best": p.AddBest("x"), "choice": second(p.Choose()), "choices": second(p.LeaveWebsOut())} {
		if err == nil || !strings.Contains(err.Error(), "no strategy is named") {
			t.Errorf("%s of none: %v", what, err)
		}
	}
	if _, err := p.Compare("new", "old"); err == nil || !strings.Contains(err.Error(), `"old"`) {
		t.Errorf("compared with old: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
