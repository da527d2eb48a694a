//go:build linux

package soak

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

// StatelessStrategies are those that a killed process loses nothing of.
var StatelessStrategies = []string{"breadthfirst", "depthfirst", "opic", "random"}

func newStrategy(name string) (crawl.Strategy, error) {
	if !slices.Contains(StatelessStrategies, name) {
		return nil, fmt.Errorf("-strategy must be %s", strings.Join(StatelessStrategies, ", "))
	}
	return strategies.New(name, strategies.Subject{Seed: 1}), nil
}

// hazard is a strategy that some pages are too much for.
type hazard struct {
	crawl.Strategy
	web   *web
	voice *speaker
}

// documents is one of how many pages are parsed, as scorers have it.
const documents = 32

// Value implements [crawl.Strategy].
func (h hazard) Value(p *crawl.Page) crawl.Valuation {
	defer h.web.valued(p.URL)()
	switch class, number, _ := parseHost(hostOf(p.URL)); {
	case class == "panic": // what this class is for: a strategy's panic is its page's error
		panic("panic of the strategy, on purpose: " + p.URL)
	case class == "poison" && number < poisonHosts:
		h.voice.say(word{Poison: p.URL})
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		if err == nil {
			select {}
		}
	case class == "deep", class == "formatting", class == "longbase", len(p.URL)%documents == 0:
		p.Document()
	}
	return h.Strategy.Value(p)
}
