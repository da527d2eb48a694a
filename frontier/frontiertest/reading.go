package frontiertest

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

var results = map[string]frontier.Result{
	"fetched": frontier.Fetched, "retry": frontier.Retry, "revisit": frontier.Revisit, "dead": frontier.Dead, "returned": frontier.Returned,
}

func (p *player) outcome(result string, words []string) frontier.Outcome {
	o := frontier.Outcome{Result: results[result]}
	text, links, _ := strings.Cut(strings.Join(words, " "), "->")
	o.Links = entries(strings.Fields(links))
	text, o.Reason, _ = strings.Cut(text, "because ")
	o.Reason = strings.TrimSpace(o.Reason)
	for _, word := range strings.Fields(text) {
		switch word {
		case "at=far":
			o.RetryAt = far()
		case "at=past":
			o.RetryAt = time.Now().Add(-time.Hour)
		case "at=soon":
			p.due = time.Now().Add(wait)
			o.RetryAt = p.due
		case "host=far":
			o.HostWait = time.Hour
		case "host=1ms":
			o.HostWait = time.Millisecond
		case "host=soon":
			p.due = time.Now().Add(wait)
			o.HostWait = wait
		default:
			panic("no such outcome: " + word)
		}
	}
	return o
}

func (p *player) block(host, until string) {
	p.t.Helper()
	times := map[string]time.Time{
		"far": far(), "soon": time.Now().Add(wait), "now": time.Now(), "never": {}, "1ms": time.Now().Add(time.Millisecond),
	}
	p.due = times[until]
	if err := ability[blocker](p).Block(p.Context(), host+".test", times[until]); err != nil {
		p.Fatalf("Block: %v", err)
	}
}

// options returns the options that words name.
func options(words []string) (o frontier.Options) {
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "best-first", "fifo", "lifo", "best-n-first":
			o.Order = map[string]frontier.Order{"fifo": frontier.FIFO, "lifo": frontier.LIFO, "best-n-first": frontier.BestNFirst}[key]
		case "greater", "increment", "noisyor", "hosts", "replace":
			for o.Reevaluation.String() != key {
				o.Reevaluation++
			}
		case "lease":
			o.LeaseTime, _ = time.ParseDuration(value)
		case "bytes":
			o.Bytes = int64(number(value))
		case "history":
			o.History = true
		default:
			*map[string]*int{"batch": &o.BatchSize, "capacity": &o.Capacity, "per-host": &o.PerHost}[key] = int(number(value))
		}
	}
	return o
}

var written = regexp.MustCompile(`^([a-zA-Z]\w*/[\w.]*)(?:=([-.e\d]+))?(?:@([\w/]+))?(?:\*(\d+))?((?:\+\w+)*)$`)

// entries returns discoveries as push writes them. A value that is not given is 1.
func entries(words []string) (all []frontier.Entry) {
	for _, word := range words {
		m := written.FindStringSubmatch(word)
		if m == nil {
			panic("no such entry: " + word)
		}
		e := page(m[1], 1)
		if m[2] != "" {
			e.Value = number(m[2])
		}
		if m[3] != "" {
			e.Source = urlOf(m[3])
		}
		if m[4] != "" {
			e.Note = strings.Repeat("n", int(number(m[4]))-len(e.URL)-len(e.Source))
		}
		for _, also := range strings.Split(m[5], "+") {
			switch also {
			case "known":
				e.Known = true
			case "hop":
				e.Hops = 1
			case "group":
				e.Host = "group"
			case "full":
				e.Depth, e.Hops, e.Note = 3, 2, "{\"ç\": \"\n\x00\"}"
			}
		}
		all = append(all, e)
	}
	return all
}

func stats(words []string) (s frontier.Stats) {
	counts := map[string]*int{
		"queued": &s.Queued, "leased": &s.Leased, "done": &s.Done, "dead": &s.Dead, "evicted": &s.Evicted, "hosts": &s.Hosts,
	}
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		*counts[key] = int(number(value))
	}
	return s
}

func failures(list string) (all []frontier.Failure) {
	if list == "" {
		return nil
	}
	for one := range strings.SplitSeq(list, " | ") {
		words, reason, _ := strings.Cut(one, " because ")
		f := frontier.Failure{Attempts: 1, Reason: reason}
		for i, word := range strings.Fields(words) {
			switch {
			case i == 0:
				f.URL = urlOf(word)
			case word[0] == 'x':
				f.Attempts = int(number(word[1:]))
			default:
				f.Source = urlOf(word[1:])
			}
		}
		all = append(all, f)
	}
	return all
}

// history returns events that are written as kind, value, "given" and the value that
// was, and the reason.
func history(list string) (all []frontier.Event) {
	if list == "" {
		return nil
	}
	for one := range strings.SplitSeq(list, " | ") {
		text, reason, _ := strings.Cut(one, " because ")
		words := strings.Fields(text)
		e := frontier.Event{Kind: words[0], Value: number(words[1]), Reason: reason}
		switch {
		case len(words) > 2 && words[2] == "rank":
			e.Rank = int(number(words[3]))
		case len(words) > 2:
			e.Given = number(words[3])
		}
		all = append(all, e)
	}
	return all
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && s != "" && s != "no" {
		panic(err)
	}
	return x
}
