package transcripts

// Hosts is of hosts that may not be visited.
var Hosts = []Case{
	{"PerHost", "a host has at most PerHost leases at once, 1 by default", "0 a/1 a/2; 1 a/1 a/2; 3 a/1_a/2_a/3 a/4", `
		open per-host=$1
		push a/1 a/2 a/3 a/4 a/5
		pops $2; nothing
		push b/1=-1; fetched b/1; nothing
		fetched a/1; pop $3; nothing`},
	{"FreedHost", "a host whose lease ends may be visited again, whatever the result", "fetched; retry at=far; revisit; dead", `
		push a/1=2 a/2=1
		pop a/1; wait; still
		$1 a/1 $2
		wakes a/2`},
	{"BestAmongReady", "a pop leases the best URL among the hosts that may be visited now", "", `
		push a/9=9 a/8=8 b/7=7 c/6=6 b/5=5
		pop a/9; pop b/7
		push c/7.5=7.5               # better than b had
		fetched b/7; fetched c/7.5
		push b/5=7                   # raised over c
		fetched b/5; fetched a/9
		order a/8 c/6`},
	{"HostWait", "after an outcome with HostWait the host's next lease comes no sooner, and others are not stopped", "", `
		push a/1=9 a/2=8 b/1=1
		fetched a/1 host=soon
		drain 2 a/2
		open; push a/1=9 a/2=8 b/1=1
		fetched a/1 host=far
		fetched b/1; nothing`},
	{"WaitLasts", "a host waits also for URLs that are found when it had none queued", "", `
		push a/1; fetched a/1 host=soon
		push a/2; pop a/2 due`},
	{"WaitLastsWhatever", "a host waits whatever the result, and whatever is found", "fetched; fetched ->_a/2=9; retry; returned; revisit; dead", `
		open per-host=2
		push a/1
		$1 a/1 host=far $2
		push a/2=9 b/1
		fetched b/1; nothing`},
	{"WaitNeverShortens", "a shorter wait does not shorten a longer one", "", `
		open per-host=2
		push a/1 a/2 a/3
		pop a/1; pop a/2
		fetched a/1 host=far; fetched a/2 host=1ms
		sleep; nothing`},
	{"Block", "no URL of a blocked host is leased until the time; others are not stopped", "", `
		push a/1=9 a/2=8 b/1=1
		block a soon
		drain 3 a/1
		open per-host=2; push a/1=9 a/2=8 b/1=1
		pop a/1
		block a far
		push a/2=99 a/3=100
		fetched b/1
		fetched a/1 host=1ms         # a lease that began before goes on
		sleep; nothing
		count queued=2 done=2 hosts=2`},
	{"BlockNeverShortens", "Block never shortens a wait", "now; never; 1ms", `
		push a/1=9
		block a far; block a $1
		sleep; nothing`},
	{"BlockUnknown", "a host may be blocked before it has URLs", "", `
		push b/1; block a far
		push a/1=9
		fetched b/1; nothing`},
}
