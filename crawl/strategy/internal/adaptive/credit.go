package adaptive

import "slices"

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
func (v *visit) credited() float64 {
	v.settle()
	return max(v.worth, credit*(v.best+v.second)/2)
}

// promises is what a link promises, or what it has turned out to be worth.
func (c *candidate) promises() float64 {
	if c.visit != nil {
		return c.visit.worth
	}
	return c.estimate
}

// keepFirst keeps the links that no page before had.
func (v *visit) keepFirst(links []*candidate) {
	v.links = slices.Clone(slices.DeleteFunc(links, func(c *candidate) bool { return c.first != v }))
}

// settle finds the two best links if they are not known.
func (v *visit) settle() {
	if v.settled {
		return
	}
	v.promised = promised{settled: true}
	for _, c := range v.links {
		v.enter(c.promises())
	}
}

// enter takes up what a link promises that is not among the best two.
func (p *promised) enter(x float64) {
	p.best, p.second = max(p.best, x), max(p.second, min(p.best, x))
}

// estimated notes the model's estimate of a URL.
func (c *candidate) estimated(x float64) {
	before := c.estimate
	c.estimate = x
	c.moved(before, x)
}

// visited notes what a URL has taught.
func (c *candidate) visited(v *visit) {
	c.visit = v
	c.unsettle()
}

// moved tells the first page that links to a URL that it promises another figure.
func (c *candidate) moved(before, now float64) {
	switch v := c.first; {
	case v == nil || !v.settled || before == now || before < v.second && now <= v.second:
	case before < v.second:
		v.enter(now)
	default: // it may be one of the two
		v.settled = false
	}
}

// unsettle has the first page that links to a URL look at its links again.
func (c *candidate) unsettle() {
	if c.first != nil {
		c.first.settled = false
	}
}
