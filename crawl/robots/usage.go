package robots

import (
	"net/http"
	"strings"

	"github.com/lokman-crawler/lokman/internal/wildcard"
)

// Usage is what content may be used for by those who publish it: true for what they allow,
// false for what they do not. What is not in it they leave open. The uses are
//
//	search    to be found in a search that leads to the page
//	train-ai  to train or fine-tune models that generate content
//	ai-input  to be given to a model for an answer, as in retrieval-augmented generation
//
// They are stated in two ways, in robots.txt files and headers: as Content-Usage of the IETF
// (draft-ietf-aipref-attach-05 and draft-ietf-aipref-vocab, sections 5 to 7: search and
// train-ai) and as Content-Signal of contentsignals.org (search, ai-train, here train-ai, and
// ai-input). Where statements differ, what one does not allow is not allowed (vocab, 6.1).
type Usage map[string]bool

// Allows reports whether a use is allowed or left open.
func (u Usage) Allows(use string) bool {
	allowed, stated := u[use]
	return allowed || !stated
}

// With returns the usage that the header of an answer states besides u, which stays as it is.
func (u Usage) With(h http.Header) Usage {
	for _, name := range [...]string{"Content-Usage", "Content-Signal"} {
		lines := h.Values(name)
		if len(lines) == 0 {
			continue
		}
		var all Usage
		all.add(u)
		all.add(stated(strings.Trim(strings.Join(lines, ", "), ", "), name == "Content-Signal"))
		u = all
	}
	return u
}

// add combines two statements: the stricter one counts.
func (u *Usage) add(other Usage) {
	for use, allowed := range other {
		if *u == nil {
			*u = make(Usage)
		}
		(*u)[use] = allowed && u.Allows(use)
	}
}

// stated reads a statement, nil if it states nothing.
func stated(value string, signal bool) Usage {
	var u Usage
	set := func(use string, allowed bool) {
		if u == nil {
			u = make(Usage)
		}
		u[use] = allowed
	}
	if signal {
		for part := range strings.SplitSeq(value, ",") {
			use, word, _ := strings.Cut(part, "=")
			use, word = lower(strings.Trim(use, space)), lower(strings.Trim(word, space))
			if use == "ai-train" {
				use = "train-ai"
			}
			if isUse(use) && (word == "yes" || word == "no") {
				set(use, word == "yes" && u.Allows(use))
			}
		}
		return u
	}
	members, ok := dictionary(value)
	if !ok {
		return nil
	}
	for use, item := range members {
		if use != "ai-input" && isUse(use) && (item == "y" || item == "n") {
			set(use, item == "y")
		}
	}
	return u
}

func isUse(word string) bool { return word == "search" || word == "train-ai" || word == "ai-input" }

// maxUsages is how many lines about usage a file may have. The rest is not read.
const maxUsages = 1000

// A usageLine is one Content-Usage or Content-Signal line.
type usageLine struct {
	pattern string // normalised; "" for all paths
	value   string
	run     int32
	signal  bool
}

// addUsage adds a line to the open run.
func (p *parser) addUsage(value string, signal bool) {
	f := p.file
	if len(f.runs) == 0 || len(f.usages) == maxUsages {
		return
	}
	p.inDelay = true
	line := usageLine{value: value, run: int32(len(f.runs) - 1), signal: signal}
	if strings.HasPrefix(value, "/") {
		end := strings.IndexAny(value, " \t")
		if end < 0 {
			return
		}
		line.pattern, line.value = normalise(value[:end], f.rfc), value[end+1:]
	}
	f.usages = append(f.usages, line)
}

// Usage returns what the file says a URL's content may be used for by agent, both as for
// [File.Decide]. Of the lines of each of the two kinds those with the longest pattern that matches
// count. Of a URL that the agent may not fetch it means nothing.
func (f *File) Usage(agent, url string) Usage {
	if f == nil || len(f.usages) == 0 {
		return nil
	}
	path, _ := f.path(url)
	var usage Usage
	for _, signal := range [...]bool{false, true} {
		longest := -1
		var best Usage
		for _, r := range f.agents[f.key(agent)] {
			for _, line := range f.usages {
				if line.run != r || line.signal != signal || len(line.pattern) < longest || !wildcard.Match(line.pattern, path) {
					continue
				}
				if len(line.pattern) > longest {
					longest, best = len(line.pattern), nil
				}
				best.add(stated(line.value, signal))
			}
		}
		usage.add(best)
	}
	return usage
}
