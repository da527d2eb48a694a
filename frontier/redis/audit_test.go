package redis

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
)

// An audit reads all keys of a crawl and finds what does not fit together.
type audit struct {
	client  goredis.UniversalClient
	f       *Frontier
	failed  func(format string, args ...any)
	options frontier.Options
}

type kept struct {
	state, age, value, host, body string
	member                        string
}

// check reports each thing that does not fit by failed. Every URL has to be in
// one place exactly.
func (f *Frontier) check(o frontier.Options, failed func(format string, args ...any)) {
	a := audit{f.server.Client, f, failed, o}
	a.run()
}

func (a *audit) run() {
	crawl, records := a.hash("crawl"), map[string]kept{}
	counts := map[string]int{}
	leases, queued, overdue := map[string]int{}, map[string]int{}, map[string]int{}
	sets := map[string]map[string]bool{}
	for _, key := range []string{"all", "batch", "late", "due", "again", "revisits", "ready", "ready:b", "ready:o"} {
		sets[key] = map[string]bool{}
	}
	bytes, given := 0, 0
	bounded := a.options.Capacity > 0 || a.options.Bytes > 0
	ranked := bounded || a.options.History || a.options.Order == frontier.BestNFirst
	for digest, text := range a.hash("url") {
		r, ok := parseKept(digest, text)
		if !ok {
			a.failed("record %s is %q", digest, text)
			continue
		}
		records[digest] = r
		counts[r.state]++
		if r.state != "d" {
			given++
		}
		switch r.state {
		case "q", "b":
			queued[r.host]++
			sets[r.state+":"+r.host] = a.with(sets[r.state+":"+r.host], r.member)
			if ranked {
				sets[map[string]string{"q": "all", "b": "batch"}[r.state]][r.member] = true
			}
		case "u":
			sets["again"][r.member] = true
		case "o":
			overdue[r.host]++
			sets["o:"+r.host] = a.with(sets["o:"+r.host], r.member)
		case "w":
			sets["due"]["u"+r.member] = true
			if bounded {
				sets["late"][r.member] = true
			}
		case "l", "r":
			leases[r.host]++
			sets["due"]["l"+r.member] = true
		case "v":
			sets["revisits"][digest] = true
		}
		if strings.Contains("qbw", r.state) {
			e, _ := stored.ParseBody(r.body)
			bytes += len(e.URL) + len(e.Source) + len(e.Note)
		}
	}
	hosts := a.hash("host")
	places := map[string]int{}
	perHost := max(a.options.PerHost, 1)
	for name, text := range hosts {
		part := strings.Fields(text)
		if len(part) == 4 {
			part = append(part, "-", "0")
		}
		if len(part) != 6 {
			a.failed("host %s is %q", name, text)
			continue
		}
		n, _ := strconv.Atoi(part[0])
		if n != leases[name] {
			a.failed("host %s has %d leases, and %d URLs are leased", name, n, leases[name])
		}
		if part[2] == "w" || part[4] == "w" {
			places["waits"]++
			sets["due"]["h"+name] = true
		}
		for i, queued := range map[int]int{2: queued[name], 4: overdue[name]} {
			place := part[i]
			if (n < perHost && queued > 0) != (place != "-") {
				a.failed("host %s with %d leases and %d queued is %q", name, n, queued, text)
			}
			if place != "w" && place != "-" {
				places["open"]++
				sets[map[string]string{"q": "ready", "b": "ready:b", "o": "ready:o"}[place[:1]]][place[1:]] = true
				if r := records[place[13:]]; r.state != place[:1] || r.host != name {
					a.failed("host %s stands at %q, whose record is %+v", name, place, r)
				}
			}
		}
	}
	for key, want := range sets {
		has, err := a.client.ZRange(context.Background(), a.f.key(key), 0, -1).Result()
		if err != nil {
			a.failed("%s: %v", key, err)
		}
		slices.Sort(has)
		if wanted := slices.Sorted(maps.Keys(want)); !slices.Equal(has, wanted) {
			a.failed("%s\nhas  %q\nwant %q", key, has, wanted)
		}
	}
	for _, state := range []string{"q:", "b:", "o:"} {
		keys, err := a.client.Keys(context.Background(), escapeGlob.Replace(a.f.key(state))+"*").Result()
		if err != nil {
			a.failed("%v", err)
		}
		for _, key := range keys {
			if name := strings.TrimPrefix(key, a.f.key("")); sets[name] == nil {
				a.failed("%s has entries, and no record says so", key)
			}
		}
	}
	want := map[string]int{
		"urls": len(records), "hosts": len(hosts), "queued": counts["q"] + counts["b"], "delayed": counts["w"], "leased": counts["l"] + counts["r"], "again": counts["u"], "overdue": counts["o"],
		"done": counts["d"], "dead": counts["x"], "evicted": counts["e"], "revisits": counts["v"],
		"open": places["open"], "waits": places["waits"], "inbox": 0, "bytes": bytes,
	}
	if !bounded {
		want["bytes"] = 0
	}
	for name, n := range want {
		if crawl[name] != fmt.Sprint(n) {
			a.failed("%s is %s, want %d", name, crawl[name], n)
		}
	}
	a.failures(records, crawl["deaths"])
	if m := a.options.Reevaluation; m == frontier.NoisyOr || m == frontier.DistinctHosts {
		has := a.hash("given")
		n := 0
		for digest := range has {
			if r, ok := records[digest]; !ok || r.state == "d" && digest != crawl["concluded"] {
				a.failed("given has %s, which is done or was never found", digest)
			} else if r.state != "d" {
				n++
			}
		}
		// What the dead had been given may have been lost with the key.
		if n < given-counts["x"] {
			a.failed("given has %d entries, want %d", n, given)
		}
	}
}

// failures checks that each dead URL, and no other, is listed once.
func (a *audit) failures(records map[string]kept, deaths string) {
	listed, err := a.client.ZRangeWithScores(context.Background(), a.f.key("failures"), 0, -1).Result()
	if err != nil {
		a.failed("failures: %v", err)
	}
	died, _ := strconv.ParseFloat(deaths, 64)
	last := 0.0
	dead := map[string]bool{}
	for _, z := range listed {
		member := z.Member.(string)
		id := member[:min(len(member), digestSize)]
		if records[id].state != "x" || dead[id] || z.Score <= last || z.Score > died {
			a.failed("failure %q of death %v after %v of %s: the record is %+v", member, z.Score, last, deaths, records[id])
		}
		dead[id], last = true, z.Score
	}
	for id, r := range records {
		if r.state == "x" && !dead[id] {
			a.failed("%s is dead and not listed", id)
		}
	}
}

func (a *audit) with(set map[string]bool, member string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[member] = true
	return set
}

func (a *audit) hash(name string) map[string]string {
	h, err := a.client.HGetAll(context.Background(), a.f.key(name)).Result()
	if err != nil {
		a.failed("%s: %v", name, err)
	}
	return h
}

func parseKept(digest, text string) (r kept, ok bool) {
	s, err := stored.ParseRecord(text)
	if err != nil {
		return r, false
	}
	rest := strings.SplitN(text, " ", 10)[9]
	return kept{s.State, s.Age, stored.FormatValue(s.Value), s.Host, rest[len(s.Host)+len(s.Reason):], s.Age + digest}, true
}
