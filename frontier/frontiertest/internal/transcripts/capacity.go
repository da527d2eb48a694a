package transcripts

// Capacity is of Options.Capacity and Bytes.
var Capacity = []Case{
	{"EvictsLowest", "with more than Capacity queued the lowest is evicted, and remembered", "", `
		open capacity=2
		push a/1=1 a/2=2; count queued=2 hosts=1
		push a/3=3; count queued=2 evicted=1 hosts=1
		push a/0=0; count queued=2 evicted=2 hosts=1    # too low itself
		push a/2=4; count queued=2 evicted=2 hosts=1    # no new one
		order a/2 a/3
		count done=2 evicted=2 hosts=1`},
	{"EvictsNewest", "of equals the one pushed last is evicted", "", `
		open capacity=2
		push z/1 b/2 a/3; push c/4=2
		order c/4 z/1`},
	{"TakesBack", "an evicted URL comes back when it is pushed with a higher value", "", `
		open capacity=2
		push a/1=1 a/2=2 a/3=3
		push a/1=2.5@s/+full; count queued=2 evicted=1 hosts=1
		fetched a/3
		pop a/1 is=a/1=2.5@s/+full+0 attempt=1; fetched a/1; over`},
	{"TakesBackSum", "what an evicted URL was given before still counts", "", `
		open capacity=1 increment
		push a/1=3 a/2=4; push a/1=2
		pop a/1 value=5`},
	{"NotHigher", "an evicted URL that is pushed with no higher value stays away", "", `
		open capacity=1
		push a/1=1 a/2=2
		push a/1=.5 a/1=1.5                             # higher, but still the lowest
		count queued=1 evicted=1 hosts=1
		order a/2`},
	{"WhatCounts", "leased and ended URLs and those waiting for a revisit are not bound by Capacity; those waiting for a retry are", "", `
		open capacity=1
		push a/1; revisit a/1
		push b/1; dead b/1
		push b/2; fetched b/2
		push b/3; pop b/3
		push c/1
		count queued=2 leased=1 done=1 dead=1 hosts=3
		retry c/1 at=far
		push c/2=2                                      # evicts the delayed c/1
		count queued=2 leased=1 done=1 dead=1 evicted=1 hosts=3
		pop c/2`},
	{"QueuedAgain", "a URL that is queued again may evict another", "retry 1 a/1; retry 3 b/1; returned 1 a/1; returned 3 b/1", `
		open capacity=1
		push a/1=2; pop a/1
		push b/1=$2; $1 a/1
		count queued=1 evicted=1 hosts=2
		order $3`},
	{"AcrossHosts", "the lowest of all hosts is evicted", "", `
		open capacity=3
		push a/0=0; push b/1=3; push c/2=6; push a/3=2; push b/4=5; push c/5=1; push d/6=4
		order c/2 b/4 d/6`},
	{"Batch", "a URL of the current batch is evicted last, whatever waits for a retry", "", `
		open best-n-first capacity=3 batch=2
		push b/0; retry b/0 at=far
		push b/2=1 a/0; pop b/2
		push c/1=2 d/1=2; count queued=3 leased=1 evicted=1 hosts=4
		pop a/0; pop c/1; pop d/1`},
	{"End", "evicted URLs do not keep a crawl from ending", "", `
		open capacity=1
		push a/1=1 a/2=2; fetched a/2
		over; count done=1 evicted=1 hosts=1`},
	{"Bytes", "Bytes bounds the bytes of queued URLs, sources and notes", "", `
		open bytes=250
		push a/1=1@s/*100 b/2=2@s/*100; count queued=2 hosts=2
		push c/3=3@s/*50; count queued=3 hosts=3                 # just fits
		push a/4=4@s/*50; count queued=3 evicted=1 hosts=3       # evicts a/1
		push d/0=0@s/*40; count queued=4 evicted=1 hosts=4       # the lowest, within the bound
		push e/5=5@s/*150; count queued=3 evicted=3 hosts=5      # evicts d/0 and b/2
		fetched e/5                                              # now there is space
		push e/1=1@s/*150
		order a/4 c/3 e/1`},
	{"BytesGrow", "a discovery that counts from now on takes its own bytes", "", `
		open bytes=250
		push a/1=1@s/*100 a/2=2@s/*100
		push a/2=1@s/*150; count queued=2 hosts=1                # does not count
		push a/2=3@s/*160; count queued=1 evicted=1 hosts=1
		push a/2=4@s/*60 a/4=4@s/*180                            # shrinks again
		order a/2 a/4`},
}
