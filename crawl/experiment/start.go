package experiment

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Start says where the crawls of a topic begin.
type Start struct {
	Portal bool // at the topic's portal pages, which are far from it
	Far    int  // at pages from which the nearest relevant one is this many links away
}

// Set reads "topic", which is the zero Start, "portal" or "far:K"; with String it makes a *Start a
// [flag.Value].
func (s *Start) Set(text string) error {
	k, far := strings.CutPrefix(text, "far:")
	n, err := strconv.Atoi(k)
	switch {
	case text == "topic":
		*s = Start{}
	case text == "portal":
		*s = Start{Portal: true}
	case far && err == nil && n > 0:
		*s = Start{Far: n}
	default:
		return fmt.Errorf("experiment: start %.40q: want topic, portal or far:K with K above 0", text)
	}
	return nil
}

// String is what Set reads.
func (s Start) String() string {
	switch {
	case s.Far > 0:
		return "far:" + strconv.Itoa(s.Far)
	case s.Portal:
		return "portal"
	}
	return "topic"
}

// farSeeds is how many seeds a Start far away draws.
const farSeeds = 3

// seeds returns the seeds of a topic, none if it has none of this kind.
func (s Start) seeds(t *truth, seed uint64) []string {
	if s.Far > 0 {
		far := t.atDistance(s.Far)
		r := rand.New(rand.NewPCG(seed, hashOf(t.topic.Name)))
		r.Shuffle(len(far), func(i, j int) { far[i], far[j] = far[j], far[i] })
		return far[:min(farSeeds, len(far))]
	}
	_, urls := s.field(t.topic)
	return urls
}

// field returns the seeds that a topic has for a start that is not far away, and what a topics file calls them.
func (s Start) field(t Topic) (name string, urls []string) {
	if s.Portal {
		return "seeds_portal", t.Portal
	}
	return "seeds", t.Seeds
}
