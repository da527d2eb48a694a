package frontiertest

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// play returns a case that is written as a transcript: a command a line, or
// several between semicolons. Pages are named as by [page], results as
// frontier.Result names them.
//
//	open capacity=2 sum history ...  a new frontier of these options; at first one of none
//	push a/1=9 b/2=.5@s/ ...         one Push of entries: value and source, *BYTES in all, +known, +hop
//	pop a/1 value=9 attempt=2 due    the next Pop returns the page, of a lease that is as the words say; "expired" means
//	                                 no sooner than the one before expires, of a lease time of 60ms
//	fetched a/1 ...                  the lease of the page ends, or if it has none that of the next Pop; so retry, dead, ...
//	    at=far|past|soon             Outcome.RetryAt; after soon, "due" means that time
//	    host=far|soon|1ms            Outcome.HostWait, likewise
//	    because timeout              Outcome.Reason, to the end of the line or
//	    -> b/2=8 c/3=7               Outcome.Links
//	stale a/1                        all leases of the page that have been given, but the one that is held, are stale
//	nothing                          a Pop blocks
//	over                             Pop returns io.EOF
//	order a/1 b/2 ...                the pages to come until then, all fetched
//	drain 2 a/1                      that many pages are to come, in any order; a/1 no sooner than due
//	count queued=2 hosts=1           all of Stats
//	wait                             a Pop begins in the background; "still" says that it blocks
//	wakes a/1 attempt=2              what it returns; "over" is io.EOF
//	sleep                            a moment
//	block a far|soon|now|never|1ms   Block of a host
//	rescore 7                        all to a value, or "negate"
//	requeue 2 because timeout        how many dead URLs of a reason, or of all, are queued again
//	failed a/1 x2 @s/ because 410 | ...   the list of failures: page, attempts, source and reason
//	history a/1 | found 1 given 1 | ended 1 because fetched | ...   the events of a page
//	peek 3 a/1 b/2                   what Peek of a number returns
//	reopen                           a durable frontier is closed and opened again; "lost" says that its leases end
func play(script string) func(*testing.T, opener) {
	return func(t *testing.T, open opener) {
		p := &player{t: t, open: open}
		p.probe.tb = inLine{t, p}
		for line := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == '\n' || r == ';' }) {
			line, _, _ = strings.Cut(line, "#")
			if words := strings.Fields(line); len(words) > 0 {
				p.line = strings.Join(words, " ")
				p.step(words[0], words[1:])
			}
		}
	}
}

// each plays a transcript for each of the rows between semicolons, where $1 is the
// row's first word, $2 the second and so on, and an underscore is a space.
func each(rows, script string) func(*testing.T, opener) {
	return func(t *testing.T, open opener) {
		for row := range strings.SplitSeq(rows, ";") {
			t.Run(strings.TrimSpace(row), func(t *testing.T) {
				s := script
				for i, word := range strings.Fields(row) {
					s = strings.ReplaceAll(s, fmt.Sprint("$", i+1), strings.ReplaceAll(word, "_", " "))
				}
				play(unused.ReplaceAllString(s, ""))(t, open)
			})
		}
	}
}

var unused = regexp.MustCompile(`\$\d`)

// A player is a probe that remembers the leases of a test.
type player struct {
	probe
	t      *testing.T
	open   opener
	again  func(*testing.T) frontier.Frontier
	line   string                      // of the transcript
	held   map[string]frontier.Lease   // by page
	given  map[string][]frontier.Lease // by page
	popped <-chan popped
	due    time.Time
	pops   [2]time.Time // when the last two began
}

// inLine is a test whose failures name the line of the transcript.
type inLine struct {
	*testing.T
	p *player
}

func (t inLine) Errorf(format string, args ...any) {
	t.Helper()
	t.T.Errorf("%s: %s", t.p.line, fmt.Sprintf(format, args...))
}

func (t inLine) Fatalf(format string, args ...any) {
	t.Helper()
	t.T.Fatalf("%s: %s", t.p.line, fmt.Sprintf(format, args...))
}

// start returns a player with a new frontier that has some entries.
func start(t *testing.T, open opener, o frontier.Options, entries ...frontier.Entry) *player {
	t.Helper()
	p := &player{probe: probe{tb: t}, t: t, open: open}
	p.begin(o)
	if len(entries) > 0 {
		p.push(entries...)
	}
	return p
}

func (p *player) begin(o frontier.Options) {
	p.t.Helper()
	p.held, p.given = map[string]frontier.Lease{}, map[string][]frontier.Lease{}
	p.Frontier, p.again = p.open(p.t, o)
}

func (p *player) reopen() {
	p.t.Helper()
	p.Frontier = p.again(p.t)
}

func (p *player) step(verb string, words []string) {
	p.t.Helper()
	if p.Frontier == nil && verb != "open" {
		p.begin(frontier.Options{})
	}
	rest := strings.Join(words, " ")
	switch verb {
	case "open":
		p.begin(options(words))
	case "push":
		p.push(entries(words)...)
	case "pop":
		p.check(p.take(words[0]), words[1:])
	case "fetched", "retry", "revisit", "dead", "returned":
		l, ok := p.held[words[0]]
		if !ok {
			l = p.take(words[0])
		}
		delete(p.held, words[0])
		p.done(l, p.outcome(verb, words[1:]))
	case "stale":
		for _, l := range p.given[rest] {
			if l != p.held[rest] {
				p.stale(l)
			}
		}
	case "nothing":
		p.nothing()
	case "over":
		p.end()
	case "order":
		p.order(rest)
	case "drain":
		for range int(number(words[0])) {
			l := p.pop()
			if name(l.URL) == words[1] {
				p.notBefore(p.due, words[1])
			}
			p.finish(l, frontier.Fetched)
		}
		p.end()
	case "count":
		p.count(stats(words))
	case "wait":
		p.popped = p.later()
	case "still":
		p.blocked(p.popped)
	case "wakes":
		p.wakes(words)
	case "sleep":
		time.Sleep(moment)
	case "block":
		p.block(words[0], words[1])
	case "rescore":
		p.rescore(func(e frontier.Entry) float64 {
			if rest == "negate" {
				return -e.Value
			}
			return number(rest)
		})
	case "requeue":
		reason, some := strings.CutPrefix(strings.Join(words[1:], " "), "because ")
		p.requeue(int(number(words[0])), func(f frontier.Failure) bool { return !some || f.Reason == reason })
	case "failed":
		p.failed(failures(rest)...)
	case "history":
		page, events, _ := strings.Cut(rest, " | ")
		p.history(page, history(events)...)
	case "peek":
		p.peeks(int(number(words[0])), strings.Join(words[1:], " "))
	case "reopen":
		p.reopen()
		if rest == "lost" {
			clear(p.held)
		}
	default:
		panic("no such command: " + verb)
	}
}

// take pops a page and remembers the lease.
func (p *player) take(page string) frontier.Lease {
	p.t.Helper()
	p.pops = [2]time.Time{p.pops[1], time.Now()}
	l := p.want(page)
	p.held[page] = l
	p.given[page] = append(p.given[page], l)
	return l
}

// check checks what words say of a lease.
func (p *player) check(l frontier.Lease, words []string) {
	p.t.Helper()
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		var got, want any = nil, number(value)
		switch key {
		case "value":
			got = l.Value
		case "attempt":
			got = float64(l.Attempt)
		case "lost":
			got = float64(l.Lost)
		case "revisited":
			got, want = l.Revisited, value != "no"
		case "known":
			got, want = l.Known, value != "no"
		case "due":
			p.notBefore(p.due, "the lease")
			continue
		case "expired":
			p.notBefore(p.pops[0].Add(wait), "the lease")
			continue
		default:
			panic("no such property of a lease: " + key)
		}
		if got != want {
			p.Errorf("the %s is %v, want %v", key, got, want)
		}
	}
}

func (p *player) wakes(words []string) {
	p.t.Helper()
	r := <-p.popped
	switch {
	case words[0] == "over" && r.err != io.EOF, words[0] != "over" && (r.err != nil || name(r.URL) != words[0]):
		p.Fatalf("the blocked Pop returned %s, %v", name(r.URL), r.err)
	case words[0] != "over":
		p.held[words[0]] = r.Lease
		p.given[words[0]] = append(p.given[words[0]], r.Lease)
		p.check(r.Lease, words[1:])
	}
}

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
		case "fifo":
			o.Order = frontier.FIFO
		case "lifo":
			o.Order = frontier.LIFO
		case "best-n-first":
			o.Order = frontier.BestNFirst
		case "increment":
			o.Reevaluation = frontier.IncrementValues
		case "noisyor":
			o.Reevaluation = frontier.NoisyOr
		case "hosts":
			o.Reevaluation = frontier.DistinctHosts
		case "replace":
			o.Reevaluation = frontier.ReplaceValues
		case "batch":
			o.BatchSize = int(number(value))
		case "capacity":
			o.Capacity = int(number(value))
		case "bytes":
			o.Bytes = int64(number(value))
		case "per-host":
			o.PerHost = int(number(value))
		case "lease":
			d, err := time.ParseDuration(value)
			if err != nil {
				panic(err)
			}
			o.LeaseTime = d
		case "history":
			o.History = true
		case "greater", "best-first":
		default:
			panic("no such option: " + word)
		}
	}
	return o
}

var written = regexp.MustCompile(`^([a-zA-Z]\w*/[\w.]*)(?:=([-.e\d]+))?(?:@([\w/]+))?(?:\*(\d+))?(\+known)?(\+hop)?$`)

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
		e.Known = m[5] != ""
		if m[6] != "" {
			e.Hops = 1
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
		if len(words) > 2 {
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
