package pool

import "slices"

// A Choice is the strategy that was chosen without something, and what it reached on
// that.
type Choice struct {
	LeftOut  string  `json:"left_out"` // a row or a topic
	Strategy string  `json:"strategy"` // the best on all else
	Share    float64 `json:"share"`    // of the bound, that it reaches on what was left out
	OnAll    float64 `json:"on_all"`   // that the one chosen on all topics reaches there
}

// Choose returns the best of some strategies: the one with the greatest mean share of
// the bound over all topics, the first of those that are equal.
func (p *Pool) Choose(of ...string) (string, error) {
	if err := p.mustHave(of...); err != nil {
		return "", err
	}
	return p.choose(of, func(unit) bool { return false }), nil
}

// choose returns the best of some strategies over the topics that are not left out.
func (p *Pool) choose(of []string, left func(unit) bool) string {
	var chosen string
	var most float64
	for _, name := range of {
		var sum float64
		for _, u := range p.units {
			if !left(u) {
				sum += p.share(name, u)
			}
		}
		if chosen == "" || sum > most {
			chosen, most = name, sum
		}
	}
	return chosen
}

// LeaveWebsOut chooses among strategies, for each row, by the topics of all other
// webs. Share beside OnAll is what it costs not to have seen the web. There are no
// choices if there is one web alone.
func (p *Pool) LeaveWebsOut(of ...string) ([]Choice, error) {
	all, err := p.Choose(of...)
	if err != nil {
		return nil, err
	}
	var choices []Choice
	for i := range p.rows {
		r := &p.rows[i]
		left := func(u unit) bool { return u.web == r.Web }
		if !slices.ContainsFunc(p.units, func(u unit) bool { return !left(u) }) {
			return nil, nil
		}
		c := Choice{LeftOut: r.Name, Strategy: p.choose(of, left)}
		c.Share, c.OnAll = r.mean(c.Strategy, auc)/r.scale, r.mean(all, auc)/r.scale
		choices = append(choices, c)
	}
	return choices, nil
}

// LeaveTopicsOut chooses among strategies, for each topic, by all other topics. There
// are no choices if there is one topic alone.
func (p *Pool) LeaveTopicsOut(of ...string) ([]Choice, error) {
	all, err := p.Choose(of...)
	if err != nil {
		return nil, err
	}
	if len(p.units) == 1 {
		return nil, nil
	}
	var choices []Choice
	for _, out := range p.units {
		left := func(u unit) bool { return u.web == out.web && u.topic == out.topic }
		c := Choice{LeftOut: out.topic, Strategy: p.choose(of, left)}
		c.Share, c.OnAll = p.share(c.Strategy, out), p.share(all, out)
		choices = append(choices, c)
	}
	return choices, nil
}
