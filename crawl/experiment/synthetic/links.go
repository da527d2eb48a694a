package synthetic

import "math"

// pools are where links are drawn from.
type pools struct {
	open   []int   // pages that may be linked to
	topic  [][]int // the same by topic
	host   [][]int
	linked [][]int // by topic: what is linked to, as often as it is linked
}

// connect draws the links of each page. Seeds are linked by nobody more than
// others are.
func (b *builder) connect() {
	p := b.pools()
	order := b.rand.Perm(len(b.pages))
	for _, i := range order {
		b.connectPage(i, p)
	}
}

func (b *builder) pools() *pools {
	p := &pools{topic: make([][]int, len(b.subjects)), host: make([][]int, len(b.hosts)), linked: make([][]int, len(b.subjects))}
	for i := range b.pages {
		g := &b.pages[i]
		if g.hidden {
			continue
		}
		p.open = append(p.open, i)
		p.host[g.host] = append(p.host[g.host], i)
		for _, t := range []int{g.topic, g.second} {
			if t != none {
				p.topic[t] = append(p.topic[t], i)
			}
		}
	}
	return p
}

// connectPage draws the links of one page: many on few pages, few on most.
func (b *builder) connectPage(i int, p *pools) {
	g := &b.pages[i]
	n := 3 + int(1.2*math.Pow(1-b.rand.Float64(), -0.7))
	switch g.kind {
	case directory:
		n = 60 + b.rand.IntN(60)
	case home:
		n = 4
	}
	seen := map[int]bool{i: true}
	for range min(n, 120) {
		to := b.target(i, p)
		if to == none || seen[to] {
			continue
		}
		seen[to] = true
		b.pages[to].in++
		if t := b.pages[to].topic; t != none {
			p.linked[t] = append(p.linked[t], to)
		}
		g.links = append(g.links, b.link(i, to))
	}
	for _, to := range g.entries {
		l := b.link(i, to)
		l.whole = true
		g.links = append(g.links, l)
	}
}

// How links choose what they lead to: the same topic, its family, its field,
// or anything.
const (
	toTopic  = 0.50
	toFamily = 0.15
	toField  = 0.10

	ownHost   = 0.55 // links in texts that stay on their host
	preferred = 0.85 // links that go where others go already
)

// target draws a page for a page to link to.
func (b *builder) target(from int, p *pools) int {
	r := b.rand
	g := &b.pages[from]
	stay := r.Float64() < ownHost
	topic := g.topic
	if g.second != none && r.Float64() < 0.5 {
		topic = g.second
	}
	if b.Null || topic == none || g.kind == directory {
		return b.anywhere(from, p, stay && g.kind != directory)
	}
	switch lot := r.Float64(); {
	case lot < toTopic:
	case lot < toTopic+toFamily:
		topic = topic/subjectsAFamily*subjectsAFamily + r.IntN(subjectsAFamily)
	case lot < toTopic+toFamily+toField:
		topic = topic/fieldTopics*fieldTopics + r.IntN(fieldTopics)
	default:
		return b.anywhere(from, p, stay)
	}
	if to := b.onTopic(topic, g.host, stay, p); to != none {
		return to
	}
	return b.anywhere(from, p, stay)
}

// onTopic draws a page about a topic, on a host or on another.
func (b *builder) onTopic(topic, host int, stay bool, p *pools) int {
	pool := p.topic[topic]
	if len(pool) == 0 {
		return none
	}
	for range 6 {
		to := pool[b.rand.IntN(len(pool))]
		if linked := p.linked[topic]; len(linked) > 0 && b.rand.Float64() < preferred {
			to = linked[b.rand.IntN(len(linked))]
		}
		if (b.pages[to].host == host) == stay {
			return to
		}
	}
	return none
}

func (b *builder) anywhere(from int, p *pools, stay bool) int {
	pool := p.open
	if stay {
		pool = p.host[b.pages[from].host]
	}
	return pool[b.rand.IntN(len(pool))]
}

// link writes the anchor of a link, from a view of the target that is not the
// whole truth.
func (b *builder) link(from, to int) genLink {
	t := b.pages[to].topic
	if b.Null {
		t = b.rand.IntN(len(b.subjects))
	}
	l := genLink{to: to, around: b.pages[from].topic}
	lot := b.rand.Float64()
	switch {
	case lot < b.Misled:
		l.anchor = b.naming(b.rand.IntN(len(b.subjects)), b.rand.IntN(2) == 0)
	case lot < b.Misled+b.Informed && t != none:
		l.anchor = b.naming(t, b.pages[to].named) + " " + b.pick(b.subjects[t].words)
		l.around = t
	case lot < b.Misled+b.Informed+0.1 && t != none:
		l.anchor = b.pick(b.families[b.subjects[t].family].words) + " " + b.common()
		l.around = t
	default:
		l.anchor = b.pick([]string{"read more", "here", "next", "more", "details", "full story", "continue", "see also"})
	}
	return l
}

// naming returns a term for a topic: its name, or anything but.
func (b *builder) naming(topic int, named bool) string {
	s := &b.subjects[topic]
	if named {
		return s.name
	}
	return b.pick(s.others())
}

func (b *builder) pick(words []string) string { return words[b.rand.IntN(len(words))] }

// common returns a word of any page; few words are very common.
func (b *builder) common() string {
	u := b.rand.Float64()
	return b.general[int(float64(len(b.general))*u*u*u)]
}
