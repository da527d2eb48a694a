package frontiertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
)

// durableCases are of what must be there after a frontier was closed and opened again.
var durableCases = []testcase{
	{"States", "records of each state are there again", play(`
		open capacity=5
		push a/done=9 b/dead=8 c/revisit=7 d/delayed=6 a/queued=5 a/evicted=1
		fetched a/done; dead b/dead; revisit c/revisit; retry d/delayed at=far
		count queued=3 done=1 dead=1 evicted=1 hosts=4
		reopen
		count queued=3 done=1 dead=1 evicted=1 hosts=4
		push a/done=9 b/dead=9 c/revisit=9 d/delayed=9 a/queued=4 a/evicted=1
		count queued=3 done=1 dead=1 evicted=1 hosts=4
		fetched a/queued; nothing`)},
	{"Entries", "a record keeps all of its entry and its attempts", play(`
		push a/x=.1@s/+full+group; retry a/x; returned a/x; reopen
		pop a/x is=a/x=.1@s/+full+group attempt=2; fetched a/x; over`)},
	{"Links", "an outcome is there again with all of its links", play(`
		push a/1=1 b/2=2; fetched b/2 -> c/3=3 a/1=4 b/2=5
		reopen
		count queued=2 done=1 hosts=3
		order a/1 c/3`)},
	{"Order", "the order is there again, ties the one pushed first", each(`
		best-first   b/2_z/1_a/3_b/5_m/6_c/4;
		fifo         z/1_b/2_a/3_c/4_b/5_m/6;
		lifo         m/6_b/5_c/4_a/3_b/2_z/1;
		best-n-first b/2_z/1_a/3_b/5_m/6_c/4`, `
		open $1
		push z/1=1 b/2=2 a/3=1 c/4=0; reopen
		push b/5=1 m/6=1; reopen
		order $2`)},
	{"Contributions", "a re-delivered push by the same source still counts once", each(`
		greater   .5  a/x=.5@s/_a/x=.25@s/ .5;
		increment 1   a/x=.5@s/            1.5;
		noisyor   .75 a/x=.5@s/_a/x=.75@s/ .875;
		hosts     1   a/x=.5@s/_a/x=.75@s/ 1.25`, `
		open $1
		push a/x=.5@s/ a/x=.5@u/; reopen
		pop a/x value=$2; returned a/x
		push $3; pop a/x value=$4`)},
	{"Rescored", "what sources gave before Rescore stays forgotten", play(`
		open hosts
		push a/x=.5@s/ a/x=.5@u/; rescore .5; reopen
		push a/x=.5@s/; pop a/x value=1`)},
	{"RaisedAgain", "an evicted URL that was raised has its latest value", each(`
		best-first b/2_a/1; fifo a/1_b/2`, `
		open $1 capacity=2
		push x/9=20; pop x/9; push a/1=5; rescore 5; fetched x/9
		push a/1=6 b/2=9 c/3=8; push a/1=10 b/2=11; reopen
		record a/1 queued value=10; order $2`)},
	{"RetryAt", "a URL goes on waiting for its retry", play(`
		push a/1; retry a/1 at=soon; reopen
		pop a/1 due
		retry a/1 at=far; reopen; nothing
		push a/1=9; nothing`)},
	{"HostWait", "a host goes on waiting, with and without URLs queued", play(`
		push a/1=9 a/2=8 b/1=7 c/1=1
		fetched a/1 host=far; fetched b/1 host=far; reopen
		push b/2=9; fetched c/1; nothing
		open; push a/1; fetched a/1 host=soon; reopen
		push a/2; pop a/2 due`)},
	{"Block", "a blocked host stays blocked", play(`
		push a/1=9 c/1=1
		block a far; block b far; reopen
		push a/2=9 b/1=9
		fetched c/1; nothing`)},
	{"Revisits", "URLs that failed are revisited in order, and once", play(`
		push a/1=9 b/2=8 c/3=7 d/4=1
		revisit a/1; revisit b/2; revisit c/3; reopen
		fetched d/4; revisit c/3; reopen     # it is dead now
		count queued=2 done=1 dead=1 hosts=4
		retry b/2; reopen
		revisit b/2                          # it had its revisit
		count queued=1 done=1 dead=2 hosts=4
		order a/1`)},
	{"Evicted", "evicted URLs are remembered, and the capacity holds", play(`
		open capacity=2
		push a/1=1 b/2=2 c/3=3; reopen
		push a/1=1                           # stays away
		push d/4=4                           # evicts b/2
		count queued=2 evicted=2 hosts=4; reopen
		push a/1=3.5; order d/4 a/1
		count done=2 evicted=2 hosts=4`)},
	{"Bytes", "the bytes of what is queued still count", play(`
		open bytes=250
		push a/1=1@s/*100 b/2=2@s/*100 c/3=3@s/*100; fetched c/3; reopen
		push d/4=4@s/*100; count queued=2 done=1 evicted=1 hosts=4
		push e/5=5@s/*100; count queued=2 done=1 evicted=2 hosts=5
		order e/5 d/4`)},
	{"Failures", "the dead URLs are listed as before", play(`
		push a/first=1 b/second=2@s/
		revisit b/second because timeout; dead a/first because 410 Gone; reopen
		revisit b/second because timeout again; reopen
		failed a/first because 410 Gone | b/second x2 @s/ because timeout again`)},
	{"Requeued", "URLs that were requeued are queued, with their attempts begun again, and the others are listed as before", play(`
		push a/1=3 b/2=2 c/3=1
		retry a/1
		dead a/1 because timeout; dead b/2 because 410 Gone; dead c/3 because timeout; reopen
		requeue 2 because timeout; reopen
		count queued=2 dead=1 hosts=3; failed b/2 because 410 Gone
		pop a/1 attempt=1; fetched a/1; dead c/3 because again; reopen
		failed b/2 because 410 Gone | c/3 because again
		requeue 2; reopen; failed
		order b/2 c/3`)},
	{"History", "Explain returns the same history", keepsHistory},
	{"Stale", "a lease that was ended stays stale, and no token comes again", play(`
		push a/1
		retry a/1; stale a/1; reopen; stale a/1
		retry a/1; stale a/1; reopen; stale a/1
		retry a/1; stale a/1; reopen; stale a/1
		order a/1`)},
	{"Observations", "observations are kept with their outcome, in order", play(`
		push a/1=9 b/2=8 c/3=7 d/4=6 e/5=5
		fetched a/1 seen=one; dead b/2 seen=two; fetched c/3 seen=three; fetched d/4; reopen
		observations one two three
		fetched e/5 seen=four; stale e/5; reopen
		observations one two three four`)},
	{"LongObservations", "observations up to MaxObservation are kept, longer ones refused", keepsLongObservations},
	{"Snapshots", "a snapshot takes the place of observations, or goes on from the one before", keepsSnapshots},
	{"End", "a crawl that has ended has ended", play(`
		reopen; over
		push a/1; reopen; order a/1
		reopen; over
		push a/1=9; over`)},
	{"Many", "many URLs and many reopenings keep the order", keepsMany},
}

// leasesEndCases are of a frontier of one process, with which its leases end.
var leasesEndCases = []testcase{
	{"LeasesEnd", "the URLs of the leases of a process that has ended are queued again; the attempts count and the leases are stale", play(`
		push a/1=3 b/2=2 c/3=1; pop a/1; pop b/2; reopen lost
		count queued=3 hosts=3
		stale a/1
		push a/1=4                           # queued, so it is re-evaluated
		pop a/1 attempt=2 value=4
		stale a/1; stale b/2
		fetched a/1; order b/2 c/3`)},
	{"LeasesCount", "each lease of a process that has ended counts as an attempt, of a revisit too; one that was returned does not", play(`
		push a/1=3
		pop a/1 attempt=1 lost=0 revisited=no; reopen lost
		pop a/1 attempt=2 lost=1 revisited=no; reopen lost
		returned a/1; reopen
		pop a/1 attempt=3 lost=2 revisited=no; reopen lost
		revisit a/1; reopen
		pop a/1 attempt=5 lost=3 revisited; reopen lost
		dead a/1 because too often
		failed a/1 x6 because too often`)},
	{"LeasesFreeHosts", "leases of a process that has ended do not count for their hosts", play(`
		push a/1=3 a/2=2; pop a/1; nothing; reopen lost
		push a/3=9
		order a/3 a/1 a/2`)},
	{"LeasesAndCapacity", "the URLs of leases that have ended are bound by the capacity", play(`
		open capacity=1
		push a/1=2; pop a/1; push b/2=1; reopen lost
		count queued=1 evicted=1 hosts=2
		order a/1`)},
	{"Model", modelReopenedWhy, func(t *testing.T, open opener) { modelReopened(t, open, true) }},
}

// leasesLastCases are of a frontier that processes share: leases last.
var leasesLastCases = []testcase{
	{"LeasesLast", "leases hold for their holders", play(`
		open lease=1h
		push a/1=3 b/2=2; pop a/1; pop b/2; reopen
		count leased=2 hosts=2; nothing
		push a/1=9; fetched a/1 -> c/3; stale a/1
		renew b/2; fetched b/2
		order c/3`)},
	{"LeasesBusyHosts", "leases still count for their hosts", play(`
		open lease=1h
		push a/1=3 a/2=2; pop a/1; reopen
		nothing
		fetched a/1
		order a/2`)},
	{"LeasesExpire", "leases of a process that does not come back expire", play(`
		open lease=120ms
		push a/1=3; pop a/1; reopen lost
		pop a/1 expired attempt=2; stale a/1; reopen lost
		pop a/1 attempt=3 lost=2`)},
	{"Model", modelReopenedWhy, func(t *testing.T, open opener) { modelReopened(t, open, false) }},
}

func keepsHistory(t *testing.T, open opener) {
	first := page("a/1", 1)
	first.Source, first.Reason = "http://s.test/", reason("anchor")
	p := start(t, open, frontier.Options{History: true, Capacity: 1}, first, page("b/2", 2), page("a/1", 3))
	p.finish(p.want("a/1"), frontier.Retry)
	p.done(p.want("a/1"), frontier.Outcome{Result: frontier.Dead, Reason: "404"})
	want := p.explain("a/1")
	p.reopen()
	got := p.explain("a/1")
	if diff := cmp.Diff(want, got, cmpopts.EquateApproxTime(grain)); diff != "" {
		t.Errorf("Explain (-before +after):\n%s", diff)
	}
	if len(got) < 8 {
		t.Errorf("%d events", len(got))
	}
}

func keepsMany(t *testing.T, open opener) {
	const pages = 600
	p := start(t, open, frontier.Options{})
	for round := range 3 {
		var entries []frontier.Entry
		for i := range pages / 3 {
			n := i*3 + round
			entries = append(entries, page(fmt.Sprintf("h%d/%d", n%7, n), float64(-n)))
		}
		p.push(entries...)
		p.reopen()
	}
	for n := range pages {
		if n == pages/2 {
			p.reopen()
		}
		p.finish(p.want(fmt.Sprintf("h%d/%d", n%7, n)), frontier.Fetched)
	}
	p.reopen()
	p.end()
	p.count(frontier.Stats{Done: pages, Hosts: 7})
}

// keepsLongObservations has more bytes than one answer holds.
func keepsLongObservations(t *testing.T, open opener) {
	const n = 40
	entries := make([]frontier.Entry, n+1)
	for i := range entries {
		entries[i] = page(fmt.Sprintf("h%d/x", i), 1)
	}
	p := start(t, open, frontier.Options{}, entries...)
	able[ability.Observer](p)
	data := []byte(strings.Repeat("0123456789", 8_000))
	for range n {
		p.done(p.pop(), frontier.Outcome{Observation: data})
	}
	l := p.pop()
	if err := p.Done(t.Context(), l, frontier.Outcome{Observation: make([]byte, frontier.MaxObservation+1)}); err == nil {
		t.Error("an observation longer than MaxObservation is taken, want an error")
	}
	p.done(l, frontier.Outcome{Observation: make([]byte, frontier.MaxObservation)})
	p.reopen()
	got := p.observed(0)
	if len(got) != n+1 || got[0] != string(data) || got[n-1] != string(data) || len(got[n]) != frontier.MaxObservation {
		t.Errorf("%d observations, want %d as they were given", len(got), n+1)
	}
}
