package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
)

// play returns a case that is written as a transcript: a command a line, or
// several between semicolons. Pages are named as by [page], results as
// frontier.Result names them.
//
//	open capacity=2 sum history ...  a new frontier of these options; at first one of none
//	push a/1=9 b/2=.5@s/ ...         one Push of entries: value and source, *BYTES in all, +known, +stale, +hop, +2 of depth, +full with depth, hops and note, +group of a host
//	pop a/1 value=9 attempt=2 due    the next Pop returns the page, of a lease that is as the words say; "expired" means
//	                                 no sooner than the one before expires; is=a/1=9@s/+full compares all of the entry
//	popn 3 a/1 b/2                   PopN of a number returns these
//	renew a/1                        the lease is renewed, by a frontier that can
//	pops a/1 b/2                     the next Pops return these pages
//	fetched a/1 ...                  the lease of the page ends, or if it has none that of the next Pop; so retry, dead, ...
//	    at=far|past|soon             Outcome.RetryAt; after soon, "due" means that time
//	    host=far|soon|1ms            Outcome.HostWait, likewise
//	    again=far|past|soon worth=5  Outcome.Again and Value
//	    seen=one                     Outcome.Observation
//	    because timeout              Outcome.Reason, to the end of the line or
//	    -> b/2=8 c/3=7               Outcome.Links
//	stale a/1                        all leases of the page that have been given, but the one that is held, are stale
//	nothing                          a Pop blocks
//	over                             Pop returns io.EOF
//	order a/1 b/2 ...                the pages to come until then, all fetched
//	drain 2 a/1                      that many pages are to come, in any order; a/1 no sooner than due
//	count queued=2 hosts=1           all of Stats
//	wait 3                           a Pop or PopN of a number begins in the background; "still" says that it blocks
//	wakes a/1 attempt=2              what it returns; "over" is io.EOF
//	sleep                            a moment; "due" is until well after that time
//	block a far|soon|now|never|1ms   Block of a host
//	rescore 7 a/1=9 b/2=8            all to a value, "keep" or "negate"; the entries that value sees, by their URLs
//	requeue 2 because timeout        how many dead URLs of a reason, or of all, are queued again
//	cancelled pop|peek|requeue       such a call, with a context that has ended, returns its error
//	failed a/1 x2 @s/ because 410 | ...   the list of failures: page, attempts, source and reason
//	history a/1 | found 1 given 1 | leased 1 rank 2 | ended 1 because fetched | ...   the events of a page
//	record a/1 done value=3 depth=2 attempt=1 ended because ok   what is known of a page
//	records done dead | a/1 b/2      the pages in some states, or all
//	peek 3 a/1 b/2                   what Peek of a number returns, or all of the entries: a/1=9
//	observations one two             what Observations yields
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

func (p *player) step(verb string, words []string) {
	p.t.Helper()
	if p.Frontier == nil && verb != "open" {
		p.begin(frontier.Options{})
	}
	rest := strings.Join(words, " ")
	switch verb {
	case "open":
		p.begin(notation.Options(words))
	case "push":
		p.push(notation.Entries(words)...)
	case "pops":
		for _, page := range words {
			p.take(page)
		}
	case "pop":
		p.check(p.take(words[0]), words[1:])
	case "popn":
		ls, err := able[ability.Batcher](p).PopN(p.Context(), int(notation.Number(words[0])))
		if got, want := names(ls), strings.Join(words[1:], " "); got != want || err != nil && want != "" {
			p.Fatalf("PopN = %s, %v", got, err)
		} else if err == nil && want == "" {
			p.Fatalf("PopN returns no error")
		}
		for _, l := range ls {
			p.hold(name(l.URL), l)
		}
	case "renew":
		p.renew(rest)
	case "fetched", "retry", "revisit", "dead", "returned":
		l, ok := p.held[words[0]]
		if !ok {
			l = p.take(words[0])
		}
		delete(p.held, words[0])
		if strings.Contains(rest, "again=") {
			p.refreshes()
		}
		if strings.Contains(rest, "=soon") {
			p.due = time.Now().Add(wait)
		}
		p.done(l, notation.Outcome(verb, words[1:], wait))
	case "stale":
		for _, l := range p.given[rest] {
			if l.Token != p.held[rest].Token {
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
		for range int(notation.Number(words[0])) {
			l := p.pop()
			if name(l.URL) == words[1] {
				p.notBefore(p.due, words[1])
			}
			p.finish(l, frontier.Fetched)
		}
		p.end()
	case "count":
		p.count(notation.Stats(words))
	case "wait":
		p.popped = p.later(int(notation.Number(rest)))
	case "still":
		p.blocked(p.popped)
	case "wakes":
		p.wakes(words)
	case "sleep":
		if rest == "due" && time.Now().After(p.due) {
			p.t.Skip("the machine is too slow")
		} else if rest == "due" {
			time.Sleep(time.Until(p.due) + time.Second) // whatever falls due is due then, on a slow server too
		}
		time.Sleep(moment)
	case "block":
		p.block(words[0], words[1])
	case "rescore":
		var seen []frontier.Entry
		p.rescore(func(e frontier.Entry) float64 {
			seen = append(seen, e)
			switch words[0] {
			case "keep":
				return e.Value
			case "negate":
				return -e.Value
			}
			return notation.Number(words[0])
		})
		if len(words) > 1 {
			byURL := func(a, b frontier.Entry) int { return strings.Compare(a.URL, b.URL) }
			p.compare("the entries that value sees", slices.SortedFunc(slices.Values(seen), byURL), words[1:])
		}
	case "requeue":
		reason, some := strings.CutPrefix(strings.Join(words[1:], " "), "because ")
		listed, seen := p.listed(), []frontier.Failure(nil)
		p.requeue(int(notation.Number(words[0])), func(f frontier.Failure) bool {
			seen = append(seen, f)
			return !some || f.Reason == reason
		})
		if diff := cmp.Diff(listed, seen); diff != "" && listed != nil {
			p.Errorf("which was called otherwise than Failures lists (-want +got):\n%s", diff)
		}
	case "cancelled":
		p.cancelled(rest)
	case "failed":
		p.failed(notation.Failures(rest)...)
	case "history":
		page, events, _ := strings.Cut(rest, " | ")
		p.history(page, notation.History(events)...)
	case "record":
		p.record(words)
	case "records":
		states, pages, _ := strings.Cut(rest, "|")
		p.records(strings.Fields(states), strings.Fields(pages))
	case "observations":
		p.observations(words)
	case "peek":
		if next := words[1:]; len(next) > 0 && strings.Contains(next[0], "=") {
			p.compare("Peek", p.peek(int(notation.Number(words[0]))), next)
			return
		}
		p.peeks(int(notation.Number(words[0])), strings.Join(words[1:], " "))
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
	p.hold(page, l)
	return l
}

func (p *player) hold(page string, l frontier.Lease) {
	p.t.Helper()
	if p.tokens[l.Token] {
		p.Errorf("two leases have the token %d", l.Token)
	}
	if l.Expires.IsZero() && p.lasts > 0 {
		p.Errorf("Expires is zero")
	}
	p.tokens[l.Token] = true
	p.held[page] = l
	p.given[page] = append(p.given[page], l)
}

// renew renews the lease of a page, where the frontier can.
func (p *player) renew(page string) {
	p.t.Helper()
	r, ok := p.Frontier.(ability.Renewer)
	if !ok {
		return
	}
	began, held := p.pops[1], p.held[page]
	p.pops[1] = time.Now()
	l, err := r.Renew(p.Context(), held)
	switch {
	case errors.Is(err, frontier.ErrStaleLease) && time.Since(began) >= p.lasts:
		p.t.Skip("the machine is too slow to renew the lease in time")
	case err != nil:
		p.Fatalf("%v", err)
	case l.Entry != held.Entry || l.Attempt != held.Attempt || !l.Expires.After(held.Expires):
		p.Errorf("Renew returned %+v for %+v", l, held)
	}
	p.held[page] = l
}

// check checks what words say of a lease.
func (p *player) check(l frontier.Lease, words []string) {
	p.t.Helper()
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		var got, want any
		switch key {
		case "value":
			got, want = l.Value, notation.Number(value)
		case "depth":
			got, want = float64(l.Depth), notation.Number(value)
		case "attempt":
			got, want = float64(l.Attempt), notation.Number(value)
		case "lost":
			got, want = float64(l.Lost), notation.Number(value)
		case "revisited":
			got, want = l.Revisited, value != "no"
		case "known":
			got, want = l.Known, value != "no"
		case "again":
			got, want = l.Again, value != "no"
		case "due":
			p.notBefore(p.due, "the lease")
			continue
		case "expired":
			p.notBefore(p.pops[0].Add(p.lasts), "the lease")
			continue
		case "is":
			p.compare("the lease", []frontier.Entry{l.Entry}, []string{value})
			continue
		default:
			panic("no such property of a lease: " + key)
		}
		if got != want {
			p.Errorf("the %s is %v, want %v", key, got, want)
		}
	}
}

// cancelled makes a call with a context that has ended.
func (p *player) cancelled(call string) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.Context())
	cancel()
	var err error
	switch call {
	case "pop":
		_, err = p.Pop(ctx)
	case "peek":
		_, err = able[ability.Peeker](p).Peek(ctx, 1)
	case "requeue":
		_, err = able[ability.Requeuer](p).Requeue(ctx, anyFailure)
	}
	if !errors.Is(err, context.Canceled) {
		p.Errorf("the error is %v, want context.Canceled", err)
	}
}

// compare compares entries with what a transcript says of them; a host only if it does.
func (p *player) compare(what string, got []frontier.Entry, words []string) {
	p.t.Helper()
	want := notation.Entries(words)
	for i := range min(len(got), len(want)) {
		if want[i].Host == "" {
			got[i].Host = ""
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		p.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// observations checks what has been observed in all, and after each observation.
func (p *player) observations(want []string) {
	p.t.Helper()
	after := []uint64{0}
	for o := range able[ability.Observer](p).Observations(p.Context(), 0) {
		after = append(after, o.Number)
	}
	for i := range min(len(after), len(want)+1) {
		var rest []string
		for _, word := range want[i:] {
			rest = append(rest, notation.Observed(word))
		}
		if got := p.observed(after[i]); !slices.Equal(got, rest) {
			p.Errorf("observations %q, want %q", got, rest)
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
		p.hold(words[0], r.Lease)
		p.check(r.Lease, words[1:])
	}
}

func (p *player) block(host, until string) {
	p.t.Helper()
	times := map[string]time.Time{
		"far": far(), "soon": time.Now().Add(wait), "now": time.Now(), "never": {}, "1ms": time.Now().Add(time.Millisecond),
	}
	p.due = times[until]
	if err := able[ability.Blocker](p).Block(p.Context(), host+".test", times[until]); err != nil {
		p.Fatalf("Block: %v", err)
	}
}
