package synthetic

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl/experiment"
)

// host is a site of the generated web.
type host struct {
	name     string
	field    int   // its subject, -1 for none: a portal
	home     int   // page
	sections []int // pages of the navigation
	session  bool  // puts an identifier on the links of its navigation
	calendar bool
	guarded  bool // robots.txt forbids a part
	slow     bool
}

// pageKind says what a page is for.
type pageKind uint8

const (
	article pageKind = iota
	section
	home
	directory // a hub about nothing
)

// genPage is a page while the web is written.
type genPage struct {
	kind    pageKind
	host    int
	path    string
	topic   int   // -1 for none
	second  int   // another topic, -1 for none
	section int   // page, -1 for none
	tunnel  int   // irrelevant pages to go through, 0 if it is not behind a tunnel
	named   bool  // uses the topic's name
	hidden  bool  // not to be linked to but through its tunnel
	entries []int // pages that it leads on to in a tunnel
	links   []genLink
	in      int // links to it so far
}

// genLink is a link in the text or in a list of a page.
type genLink struct {
	to     int // page
	anchor string
	around int  // topic of the words around it
	whole  bool // never broken: nothing else leads there
}

// none is no topic and no page.
const none = -1

// found makes the hosts and their pages, each with its latent topic.
func (b *builder) found() {
	for len(b.pages) < b.Pages {
		b.foundHost()
	}
	for i := range b.pages {
		p := &b.pages[i]
		if b.Null {
			p.topic, p.second = b.rand.IntN(len(b.subjects)), none
		}
		p.named = b.rand.Float64() >= b.Mismatch
		b.list(i)
	}
}

// list enters a page with its topics.
func (b *builder) list(page int) {
	p := &b.pages[page]
	for _, t := range []int{p.topic, p.second} {
		if t != none {
			b.subjects[t].pages = append(b.subjects[t].pages, page)
		}
	}
}

func (b *builder) add(p genPage) int {
	b.pages = append(b.pages, p)
	return len(b.pages) - 1
}

// foundHost makes one host. Sizes are spread as on the web: many small hosts,
// few large ones.
func (b *builder) foundHost() {
	r := b.rand
	n := len(b.hosts)
	h := host{
		name: fmt.Sprintf("www.%s.example", b.word(2)), field: r.IntN(fieldCount),
		session: !b.Null && n%17 == 5, calendar: !b.Null && n%9 == 4, guarded: !b.Null && n%10 == 3, slow: n%10 == 7,
	}
	if n%6 == 0 {
		h.field = none
	}
	at := len(b.hosts)
	h.home = b.add(genPage{kind: home, host: at, path: "/", topic: none, second: none, section: none})
	sections := 2 + r.IntN(4)
	for k := range sections {
		topic := b.anyTopic(h.field)
		s := b.add(genPage{kind: section, host: at, path: fmt.Sprintf("/s%d/", k), topic: topic, second: none, section: none})
		h.sections = append(h.sections, s)
		size := int(4 * math.Pow(1-r.Float64(), -0.8)) // Pareto
		b.foundArticles(at, s, topic, min(size, 60))
	}
	if h.field == none {
		for k := range 2 {
			b.add(genPage{kind: directory, host: at, path: fmt.Sprintf("/links/%d.html", k), topic: none, second: none, section: h.sections[0]})
		}
	}
	b.hosts = append(b.hosts, h)
}

// foundArticles fills a section. Its articles stay with a topic for a while and
// drift on to another.
func (b *builder) foundArticles(at, s, topic, size int) {
	now := topic
	for k := range size {
		switch lot := b.rand.Float64(); {
		case lot < 0.12:
			now = b.cousin(now)
		case lot < 0.20:
			now = topic
		}
		p := genPage{kind: article, host: at, path: fmt.Sprintf("%sa%d.html", b.pages[s].path, k), topic: now, second: none, section: s}
		switch lot := b.rand.Float64(); {
		case lot < 0.08:
			p.topic = none // about nothing in particular
		case lot < 0.18:
			p.second = b.rand.IntN(len(b.subjects))
		}
		if p.second == p.topic {
			p.second = none
		}
		b.add(p)
	}
}

// anyTopic returns a topic of a field, or of all. Some topics are commoner than
// others.
func (b *builder) anyTopic(field int) int {
	a, c := b.rand.IntN(fieldTopics), b.rand.IntN(fieldTopics)
	if field == none {
		field = b.rand.IntN(fieldCount)
	}
	return field*fieldTopics + min(a, c)
}

const fieldTopics = familiesAField * subjectsAFamily

// cousin returns a topic that is near another: of its family, or of its field.
func (b *builder) cousin(topic int) int {
	if b.rand.Float64() < 0.6 {
		return topic/subjectsAFamily*subjectsAFamily + b.rand.IntN(subjectsAFamily)
	}
	return b.anyTopic(topic / fieldTopics)
}

// tunnel hides pages of each topic behind chains of irrelevant ones, a few
// behind each chain.
func (b *builder) tunnel() {
	const behindOne = 3
	for t := range b.subjects {
		s := &b.subjects[t]
		for k := 1; k <= longestTunnel; k++ {
			share := b.Tunnelled
			switch b.Tunnel {
			case 0:
			case k:
				share *= longestTunnel
			default:
				continue
			}
			want := int(float64(len(s.pages))*share + 0.5)
			for group := range slices.Chunk(b.hide(s.pages, t, want, k), behindOne) {
				b.dig(t, k, group)
			}
		}
	}
}

// hide takes articles of a topic out of the open.
func (b *builder) hide(pages []int, topic, want, k int) []int {
	var group []int
	for _, i := range pages {
		p := &b.pages[i]
		if len(group) == want {
			break
		}
		if p.kind == article && p.topic == topic && p.second == none && !p.hidden && b.rand.Float64() < 0.5 {
			p.hidden, p.tunnel = true, k
			group = append(group, i)
		}
	}
	return group
}

// dig joins irrelevant articles to a chain that leads to a group. Where none are left
// for it the group stays in the open.
func (b *builder) dig(topic, k int, group []int) {
	chain := b.chain(topic, k)
	if chain == nil {
		for _, i := range group {
			b.pages[i].hidden, b.pages[i].tunnel = false, 0
		}
		return
	}
	for i := 1; i < k; i++ {
		// What lies deeper is to be found through the chain alone.
		b.pages[chain[i]].hidden = true
		b.pages[chain[i-1]].entries = append(b.pages[chain[i-1]].entries, chain[i])
	}
	last := chain[k-1]
	b.pages[last].entries = append(b.pages[last].entries, group...)
	b.openInto(topic, chain[0])
}

// chain draws k articles that are far from a topic, or returns nil if there are not so
// many.
func (b *builder) chain(topic, k int) []int {
	var chain []int
	fits := func(i int) bool {
		p := &b.pages[i]
		far := p.topic != none && p.topic/fieldTopics != topic/fieldTopics
		return p.kind == article && far && p.second == none && !p.hidden && !slices.Contains(chain, i)
	}
	for misses := 0; len(chain) < k; {
		if i := b.rand.IntN(len(b.pages)); fits(i) {
			chain = append(chain, i)
			continue
		}
		// Looking for one takes as long as these draws without a result took.
		if misses++; misses%len(b.pages) == 0 && !b.some(fits) {
			return nil
		}
	}
	return chain
}

// some reports whether a page is such.
func (b *builder) some(is func(page int) bool) bool {
	for i := range b.pages {
		if is(i) {
			return true
		}
	}
	return false
}

// openInto has two pages of a topic in the open link to where a tunnel begins.
func (b *builder) openInto(topic, first int) {
	pages := b.subjects[topic].pages
	left := 2
	for _, lot := range b.rand.Perm(len(pages)) {
		p := &b.pages[pages[lot]]
		if left > 0 && !p.hidden && p.kind == article {
			p.entries = append(p.entries, first)
			left--
		}
	}
}

func (b *builder) url(page int) string {
	p := &b.pages[page]
	return "http://" + b.hosts[p.host].name + p.path
}

// chosen returns topics of many sizes with what is true about them: every
// so-many-th of those that have seeds and targets, the largest first.
func (b *builder) chosen() []experiment.Topic {
	var order []int
	for t := range b.subjects {
		if len(b.subjects[t].pages) >= 15 {
			order = append(order, t)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return len(b.subjects[y].pages) - len(b.subjects[x].pages) })
	var all []experiment.Topic
	for _, t := range order {
		if topic := b.topic(t); len(topic.Seeds) > 0 && len(topic.Targets) > 0 {
			all = append(all, topic)
		}
	}
	var topics []experiment.Topic
	for k := range min(b.Topics, len(all)) {
		topics = append(topics, all[k*len(all)/min(b.Topics, len(all))])
	}
	return topics
}

func (b *builder) topic(t int) experiment.Topic {
	s := &b.subjects[t]
	out := experiment.Topic{Name: s.name, OntologyID: subjectID(t), Rule: "the generator's latent topic of each page", Groups: map[string][]string{}}
	seedHosts := map[int]bool{}
	var seeds []int
	// Drawn at random: near the first pages of a topic there are fewer of it
	// than elsewhere, as none came before.
	h := fnv.New64a()
	h.Write([]byte(s.name))
	lots := rand.New(rand.NewPCG(b.Seed, h.Sum64())).Perm(len(s.pages))
	for _, lot := range lots {
		i := s.pages[lot]
		p := &b.pages[i]
		if len(seeds) < 3 && p.kind == article && !p.hidden && p.topic == t && !seedHosts[p.host] {
			seeds = append(seeds, i)
			seedHosts[p.host] = true
			out.Seeds = append(out.Seeds, b.url(i))
		}
	}
	for _, i := range s.pages {
		p := &b.pages[i]
		out.Relevant = append(out.Relevant, b.url(i))
		if slices.Contains(seeds, i) || b.DisjointHosts && seedHosts[p.host] {
			continue
		}
		out.Targets = append(out.Targets, b.url(i))
		name := "in the open"
		if p.tunnel > 0 {
			name = fmt.Sprintf("behind %d", p.tunnel)
		}
		out.Groups[name] = append(out.Groups[name], b.url(i))
	}
	for _, h := range b.hosts {
		if h.field == none && len(out.Portal) < 3 {
			out.Portal = append(out.Portal, b.url(h.home))
		}
	}
	return out
}

// latency returns how long hosts take to answer.
func (b *builder) latency() map[string]time.Duration {
	all := map[string]time.Duration{}
	for i, h := range b.hosts {
		all[h.name] = time.Duration(80+17*(i%23)) * time.Millisecond
		if h.slow {
			all[h.name] = 4 * time.Second
		}
	}
	return all
}

// title writes a word with a capital.
func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
