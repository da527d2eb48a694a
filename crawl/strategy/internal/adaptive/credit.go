package adaptive

// credit is the share of what its best links promise that counts for a page.
const credit = 0.9

// What the two best links of a page promise is kept, and put right with each change of a
// link: to look at all links of thousands of pages in each replay takes the longer the more
// URLs are known.
type promised struct {
	best, second float64
	settled      bool // best and second are those of the links
}

// credited returns what the model learns of a page: its worth, or what its two best links
// promise or have turned out to be worth if that is more. Only links count that no page
// before had: the others would have been found without it.
func (l *Learner) credited(v *visit) float64 {
	if !v.settled {
		v.promised = promised{settled: true}
		for _, number := range v.links {
			v.enter(l.promises(number))
		}
	}
	return max(float64(v.worth), credit*(v.best+v.second)/2)
}

// promises is what a link promises, or what it has turned out to be worth.
func (l *Learner) promises(number uint32) float64 {
	c := l.urls.all.At(number)
	if c.is(visited) {
		return float64(l.visits.facts.At(*l.urls.places.At(number)).worth)
	}
	return float64(c.estimate)
}

// keepFirst keeps the links that no page before had.
func (l *Learner) keepFirst(v *visit) {
	n := 0
	for _, number := range l.linked {
		if l.urls.first(l.urls.at(number)) == v.number {
			n++
		}
	}
	v.links = make([]uint32, 0, n)
	for _, number := range l.linked {
		if l.urls.first(l.urls.at(number)) == v.number {
			v.links = append(v.links, number)
		}
	}
}

// enter takes up what a link promises that is not among the best two.
func (p *promised) enter(x float64) {
	p.best, p.second = max(p.best, x), max(p.second, min(p.best, x))
}

// firstVisit returns the visit of the first page that links to a URL, nil if it is not kept.
func (l *Learner) firstVisit(c *candidate) *visit {
	if first := l.urls.first(c); first != none {
		return l.visits.of(l.visits.facts.At(first))
	}
	return nil
}

// estimated notes the model's estimate of a URL.
func (l *Learner) estimated(c *candidate, x float64) {
	before := float64(c.estimate)
	c.estimate = float32(x)
	l.moved(c, before, float64(c.estimate))
}

// moved tells the first page that links to a URL that it promises another figure.
func (l *Learner) moved(c *candidate, before, now float64) {
	switch v := l.firstVisit(c); {
	case v == nil || !v.settled || before == now || before < v.second && now <= v.second:
	case before < v.second:
		v.enter(now)
	default: // it may be one of the two
		v.settled = false
	}
}

// unsettle has the first page that links to a URL look at its links again.
func (l *Learner) unsettle(c *candidate) {
	if v := l.firstVisit(c); v != nil {
		v.settled = false
	}
}
