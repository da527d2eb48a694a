package label

import (
	"math"
	"os"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

func env(name string, def float64) float64 {
	if v, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return v
	}
	return def
}

var (
	envPower = env("POWER", 6)
	envPart  = env("PART", 0.7)
	envLen   = env("LEN", 0.5)
	envRule  = env("RULE", 2)
)

// elected is the order in which zones are voted on: later ones know where earlier ones are.
var elected = [...]Label{Title, Abstract, Authors, Affiliations}

// vote replaces what the patterns found by what the voters agree on.
func (l *labeller) vote() {
	if len(l.model.Voters) == 0 {
		return
	}
	l.layLines()
	known := bounds{}
	for _, name := range elected {
		b := ballot{label: name}
		rule := l.of(name)
		casters := l.model.casters()[name]
		var m matcher
		for i := range casters {
			c := &casters[i]
			m = c.whole
			weight := math.Pow(c.Weight, envPower)
			if c.Selectors == nil {
				if rule.there() && weight > 0 && rule.zone.Confidence > 0 {
					b.cast(vote{content: rule.content, rule: true, weight: envRule * weight * rule.zone.Confidence * c.quality(name, rule.content), best: c.Weight}, "rule")
				}
				continue
			}
			picked := c.pick(l.page, known)
			content := c.read(l.page, name, picked)
			if weight *= m.plausible(name, content) * c.quality(name, content) * c.fits(name, content); weight > 0 {
				b.cast(vote{content: content, lines: picked, weight: weight, best: c.Weight}, c.kind())
			}
		}
		if os.Getenv("DBG") == string(name) {
			for _, v := range b.votes {
				println("vote", int(1000*v.weight), v.voters, v.rule, v.content.text[:min(len(v.content.text), 150)])
			}
		}
		if v, ok := b.winner(); ok {
			confidence := v.weight / b.total * v.best
			if v.rule {
				rule.zone.Confidence = math.Min(1, confidence)
			} else {
				*rule = finding{l.zoneOfLines(name, v, confidence), v.content}
			}
		}
		if rule.there() && rule.zone.First >= 0 {
			first := l.lineOf(rule.zone.First)
			known[name] = [2]int{first, max(first, l.lineOf(rule.zone.Last+1)-1)}
		}
	}
}

// fits is less than 1 for a title or an abstract that is much longer or shorter than
// those that were learnt from.
func (c *caster) fits(name Label, x content) float64 {
	w := c.whole.Words
	if name != Title && name != Abstract || w[1] == 0 {
		return 1
	}
	n := float64(strings.Count(x.text, " ") + 1)
	r := math.Max(n/float64(w[1]), float64(w[0])/n)
	if r < 2 {
		return 1
	}
	return math.Pow(r/2, -envLen)
}

// quality says how far the items of a list have the form of such items.
func (c *caster) quality(name Label, x content) float64 {
	q := 1.0
	switch name {
	case Authors:
		q = clean(x.items)
	case Affiliations:
		n := 0
		for _, s := range x.items {
			if w := 1 + strings.Count(s, " "); 2*w >= c.whole.Words[0] && w <= 3*c.whole.Words[1] {
				n++
			}
		}
		q = float64(n) / float64(max(1, len(x.items)))
	}
	return 0.1 + 0.9*q*q
}

// kind says by which property of the page a voter picks lines.
func (c *caster) kind() string {
	s := &c.Selectors[0]
	kind := "path"
	switch {
	case s.After != "":
		kind = "after"
	case s.Opens != "":
		kind = "opens"
	case s.From != "":
		kind = "from"
	case s.Run != 0:
		kind = "run"
	}
	if c.Grammar != nil {
		kind += "g"
	}
	return kind
}

// zoneOfLines makes the zone of a vote.
func (l *labeller) zoneOfLines(name Label, v vote, confidence float64) Zone {
	z := Zone{Label: name, Text: v.content.text, Items: v.content.items, Source: SourceTemplate, Confidence: confidence}
	z.First, z.Last = int(l.items[l.lined[v.lines[0]].top].row), int(l.items[l.lined[v.lines[len(v.lines)-1]].top].row)
	for _, k := range v.lines {
		it := &l.items[l.lined[k].top]
		for n := it.node; n != nil; n = n.NextSibling {
			z.Nodes = append(z.Nodes, n)
			if n == it.last {
				break
			}
		}
	}
	return z
}

var _ = html.ErrorNode
