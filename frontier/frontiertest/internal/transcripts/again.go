package transcripts

// Again is of pages that are due again.
var Again = []Case{
	{"Due", "a page that is due again is done until then: a push changes nothing, it is counted apart, and the crawl is over without it", "", `
		push a/1=9 b/2=8
		fetched a/1 again=far worth=5; push a/1=50
		count queued=1 hosts=2 due=1
		records due | a/1; record a/1 due value=5 ended
		peek 9 b/2
		order b/2; over
		count done=1 hosts=2 due=1`},
	{"Overdue", "a page whose time has come is leased again, with the value of the outcome, whatever was pushed; and its attempts begin again", "", `
		push a/1=9; retry a/1
		fetched a/1 again=past worth=5
		count overdue=1 hosts=1; push a/1=50
		pop a/1 again value=5 attempt=1
		count leased=1 hosts=1; records refreshing | a/1
		fetched a/1; count done=1 hosts=1; over`},
	{"Stale", "a sign of change has a page due now that is due again later, with the value of the sign, and no other", "", `
		push a/1=9 b/2=8 c/3=7 d/4=6 e/5=5
		fetched a/1 again=far worth=5; fetched b/2 again=past worth=3; fetched c/3
		push a/1=4+stale b/2=9+stale c/3=9+stale d/4=9+stale f/6=9+stale; count queued=2 done=1 overdue=2 hosts=5
		pop d/4 value=6; push a/1=2+stale d/4=9+stale; fetched d/4 again=far
		pop e/5; fetched e/5 -> d/4=7+stale; order d/4 a/1 b/2; over
		open; push a/1; fetched a/1 again=far worth=5 -> a/1=4+stale
		count overdue=1 hosts=1; pop a/1 again value=4; fetched a/1; over`},
	{"Waits", "with Continuous Pop waits for pages that are due again", "", `
		open continuous; push a/1; fetched a/1 again=far; nothing
		open continuous; push a/1; pop a/1; wait; fetched a/1 again=soon worth=2
		wakes a/1 again value=2 due; fetched a/1; over`},
	{"NewWakes", "what is pushed does not wait for pages that are due again", "", `
		open continuous; push a/1; fetched a/1 again=far
		wait; still; push b/2; wakes b/2 again=no`},
	{"Value", "of the pages whose time has come the one of the greatest value is first, whatever the order", "best-first; fifo; lifo", `
		open $1 refresh=1; push a/1; fetched a/1 again=past worth=3
		pop a/1; push b/2; fetched b/2 again=past worth=4; returned a/1
		order b/2 a/1`},
	{"NewFirst", "without a share they wait for all others that may be leased", "", `
		push a/1=9 b/2=-8; fetched a/1 again=past worth=5
		push c/3=1; order c/3 b/2 a/1
		open; push a/1=9; fetched a/1 again=past worth=50
		push b/2=8 a/3=7; pop b/2; pop a/3; nothing; fetched a/3
		pop a/1; fetched b/2; fetched a/1; over`},
	{"Host", "such a page waits for its host as others do", "", `
		push a/1=9 a/2=8; fetched a/1 again=past; pop a/2; nothing
		fetched a/2 host=far; nothing
		open; push a/1; fetched a/1 again=past host=soon; pop a/1 again due`},
	{"Retry", "one that is tried again or returned is due again as before, and one that expires too", "", `
		push a/1; fetched a/1 again=past worth=5
		retry a/1; pop a/1 again attempt=2 value=5; retry a/1 at=soon
		count due=1 hosts=1; push b/9; wait; wakes b/9; wait
		wakes a/1 again attempt=3 due; returned a/1
		pop a/1 again attempt=3; dead a/1 because gone
		fetched b/9; failed a/1 x3 because gone`},
	{"Revisit", "one that fails returns once, when nothing else is left, as any other", "", `
		push a/1=9 b/2; fetched a/1 again=past worth=5
		pop b/2; revisit a/1; nothing
		fetched b/2; pop a/1 again=no revisited; fetched a/1 again=past
		pop a/1 again revisited=no; fetched a/1; over`},
	{"RevisitsFirst", "URLs that failed do not wait for pages that are due later", "", `
		open continuous; push a/1=9 b/2=8
		fetched a/1 again=far; revisit b/2
		pop b/2 revisited; fetched b/2; nothing`},
	{"Capacity", "pages that are due again do not count for the capacity, and are not evicted", "", `
		open capacity=1; push a/1=9
		fetched a/1 again=past worth=-5 -> b/2=2; push c/3=3
		count queued=1 evicted=1 overdue=1 hosts=3
		order c/3 a/1`},
	{"Rescore", "Rescore leaves them as they are", "", `
		push a/1=9 b/2=8; fetched a/1 again=past worth=5; rescore 7 b/2=8
		fetched b/2; pop a/1 value=5`},
	{"Expires", "a lease that expires leaves the page due", "", `
		open lease=120ms; push a/1; fetched a/1 again=past worth=5
		pop a/1 again; pop a/1 again expired attempt=2 lost=1`},
}
