package strategy

import "slices"

// What the two best links of a page promise is kept, and put right with each change of a
// link: to look at all links of thousands of pages in each replay takes the longer the more
// URLs are known.
type promised struct {
	best, second float64
	settled      bool // best and second are those of the links
}

// promises is what a link promises, or what it has turned out to be worth.
func (c *candidate) promises() float64 {
	if c.lesson != nil {
		return c.lesson.worth
	}
	return c.estimate
}

// keepFirst keeps the links that no page before had.
func (l *lesson) keepFirst(links []*candidate) {
	l.links = slices.Clone(slices.DeleteFunc(links, func(c *candidate) bool { return c.first != l }))
}

// settle finds the two best links if they are not known.
func (l *lesson) settle() {
	if l.settled {
		return
	}
	l.promised = promised{settled: true}
	for _, c := range l.links {
		l.enter(c.promises())
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

// learned notes what a URL has taught.
func (c *candidate) learned(l *lesson) {
	c.lesson = l
	c.unsettle()
}

// moved tells the first page that links to a URL that it promises another figure.
func (c *candidate) moved(before, now float64) {
	switch l := c.first; {
	case l == nil || !l.settled || before == now || before < l.second && now <= l.second:
	case before < l.second:
		l.enter(now)
	default: // it may be one of the two
		l.settled = false
	}
}

// unsettle has the first page that links to a URL look at its links again.
func (c *candidate) unsettle() {
	if c.first != nil {
		c.first.settled = false
	}
}
