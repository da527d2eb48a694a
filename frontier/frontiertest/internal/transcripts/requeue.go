package transcripts

// Requeue is of Requeue.
var Requeue = []Case{
	{"Which", "the dead URLs for which which returns true are queued and leave the list of failures, the others stay", "", `
		push a/1=4 b/2=3 c/3=2 d/done=1
		requeue 0
		dead a/1 because timeout; dead b/2 because 410 Gone; dead c/3 because timeout; fetched d/done
		count done=1 dead=3 hosts=4
		requeue 2 because timeout
		count queued=2 done=1 dead=1 hosts=4
		failed b/2 because 410 Gone
		requeue 0 because timeout
		order a/1 c/3
		requeue 1; failed
		order b/2
		count done=4 hosts=4`},
	{"Failures", "which is called with the failures in their order", "", `
		push c/1=3 a/2=2@s/ b/3=1
		dead c/1 because one; retry a/2; dead a/2 because two; dead b/3
		failed c/1 because one | a/2 x2 @s/ because two | b/3
		requeue 1 because two
		failed c/1 because one | b/3`},
	{"Kept", "a requeued URL keeps its entry and its value, and its attempts begin again", "", `
		push a/x=.1@s/+full+group
		retry a/x; dead a/x
		requeue 1
		pop a/x is=a/x=.1@s/+full+group attempt=1 revisited=no; retry a/x
		pop a/x attempt=2; fetched a/x; over`},
	{"Revisit", "a requeued URL may be revisited again", "", `
		push a/1
		revisit a/1; pop a/1 revisited; revisit a/1; count dead=1 hosts=1
		requeue 1
		revisit a/1; pop a/1 revisited; revisit a/1; count dead=1 hosts=1
		requeue 1
		pop a/1 revisited=no`},
	{"DiesAgain", "a requeued URL that dies again is listed last, with the attempts since", "", `
		push a/1=2 b/2=1
		retry a/1; dead a/1 because first; dead b/2 because only
		requeue 1 because first
		dead a/1 because again
		failed b/2 because only | a/1 because again
		over`},
	{"Wakes", "a blocked Pop returns a URL that is requeued", "", `
		push a/1=2 b/2=1; dead a/1; pop b/2
		wait; still
		requeue 1; wakes a/1`},
	{"AfterEnd", "a crawl that has ended goes on with what is requeued", "", `
		push a/1; dead a/1; over
		requeue 1
		fetched a/1 -> b/2; order b/2`},
	{"HostWait", "a requeued URL waits for its host", "", `
		push a/1=2 a/2=1; dead a/1; pop a/2
		requeue 1; nothing           # the host has a lease
		fetched a/2 host=soon
		pop a/1 due`},
	{"Capacity", "a requeued URL counts towards the capacity and may be evicted", "", `
		open capacity=2
		push a/5=5 b/1=1; dead a/5; dead b/1
		push c/2=2 d/3=3
		requeue 2                    # evicts c/2 and then b/1 itself
		count queued=2 evicted=2 hosts=4; failed
		push b/1=4
		order a/5 b/1`},
	{"Bytes", "a requeued URL counts towards the bytes", "", `
		open bytes=250
		push a/9=9@s/*100 b/2=2@s/*100; dead a/9
		push c/1=1@s/*100
		requeue 1
		count queued=2 evicted=1 hosts=3
		order a/9 b/2`},
	{"Cancelled", "with a context that has ended nothing is requeued", "", `
		push a/1; dead a/1
		cancelled requeue
		failed a/1; over`},
	{"Explain", "Explain says that a URL was requeued", "", `
		open history capacity=1
		push a/1; dead a/1 because 404
		push b/2=2
		requeue 1
		history a/1 | found 1 given 1 | leased 1 | ended 1 because dead: 404 | requeued 1 | evicted 1`},
}
