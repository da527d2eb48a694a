// Package scripts are the scripts that the server runs, in Lua. What they are of is
// described in keys.go of package redis.
package scripts

import (
	_ "embed"
	"slices"
	"strings"

	goredis "github.com/redis/go-redis/v9"
)

//go:generate go run ./internal/transitions lua/transitions.lua

// The parts that scripts are made of, each using those before.
var (
	//go:embed lua/crawl.lua
	luaCrawl string
	//go:embed lua/whole.lua
	luaWhole string
	//go:embed lua/record.lua
	luaRecord string
	//go:embed lua/pending.lua
	luaPending string
	//go:embed lua/transitions.lua
	luaTransitions string
	//go:embed lua/apply.lua
	luaApply string
	//go:embed lua/host.lua
	luaHost string
	//go:embed lua/queue.lua
	luaQueue string
	//go:embed lua/rerank.lua
	luaRerank string
	//go:embed lua/merge.lua
	luaMerge string
	//go:embed lua/discover.lua
	luaDiscover string
	//go:embed lua/inbox.lua
	luaInbox string
	//go:embed lua/shard.lua
	luaShard string
	//go:embed lua/news.lua
	luaNews string
	//go:embed lua/wake.lua
	luaWake string
	//go:embed lua/lease.lua
	luaLease string
	//go:embed lua/missing.lua
	luaMissing string
	//go:embed lua/claim.lua
	luaClaim string
	//go:embed lua/end.lua
	luaEnd string
)

// What the scripts do in the end.
var (
	//go:embed lua/open.lua
	luaOpen string
	//go:embed lua/begin.lua
	luaBegin string
	//go:embed lua/push.lua
	luaPush string
	//go:embed lua/pop.lua
	luaPop string
	//go:embed lua/done.lua
	luaDone string
	//go:embed lua/deliver.lua
	luaDeliver string
	//go:embed lua/outbox.lua
	luaOutbox string
	//go:embed lua/renew.lua
	luaRenew string
	//go:embed lua/block.lua
	luaBlock string
	//go:embed lua/rescore.lua
	luaRescore string
	//go:embed lua/recover.lua
	luaRecover string
	//go:embed lua/repair.lua
	luaRepair string
	//go:embed lua/failures.lua
	luaFailures string
	//go:embed lua/requeue.lua
	luaRequeue string
	//go:embed lua/peek.lua
	luaPeek string
	//go:embed lua/records.lua
	luaRecords string
	//go:embed lua/observations.lua
	luaObservations string
	//go:embed lua/snapshot.lua
	luaSnapshot string
	//go:embed lua/stats.lua
	luaStats string
)

// A script is sent whole once and then called by its SHA-1. It has no part that
// it does not need, since Redis runs all of it each time.
var (
	Open     = goredis.NewScript(luaOpen)
	Begin    = goredis.NewScript(luaBegin)
	Push     = changing(luaRerank, luaMerge, luaDiscover, luaInbox, luaNews, luaPush)
	Pop      = changing(luaLease, luaMissing, luaNews, luaClaim, luaPop)
	Done     = changing(luaRerank, luaMerge, luaDiscover, luaInbox, luaLease, luaShard, luaNews, luaEnd, luaDone)
	Deliver  = changing(luaRerank, luaMerge, luaDiscover, luaInbox, luaNews, luaDeliver)
	Outbox   = changing(luaShard, luaNews, luaOutbox)
	Renew    = changing(luaLease, luaRenew)
	Block    = changing(luaLease, luaBlock)
	Rescore  = changing(luaRerank, luaMerge, luaRescore)
	Recover  = changing(luaRerank, luaRecover)
	Requeue  = changing(luaRequeue)
	Failures = script(luaCrawl, luaWhole, luaRecord, luaFailures)
	Peek     = script(luaCrawl, luaWhole, luaRecord, luaHost, luaPeek)
	Records  = script(luaCrawl, luaWhole, luaRecords)
	Observed = script(luaCrawl, luaWhole, luaObservations)
	Snapshot = changing(luaSnapshot)
	Stats    = script(luaCrawl, luaWhole, luaStats)
	Repair   = script(slices.Concat([]string{luaCrawl}, changes, []string{luaShard, luaRepair})...)
)

// changes are what changes records, hosts and queues.
var changes = []string{luaRecord, luaPending, luaTransitions, luaApply, luaHost, luaQueue, luaWake}

// changing is a script that changes a crawl that is whole.
func changing(parts ...string) *goredis.Script {
	return script(slices.Concat([]string{luaCrawl, luaWhole}, changes, parts)...)
}

// rarely is the line after which a part has what few runs of a script need; see crawl.lua.
const rarely = "\n-- RARELY\n"

// script puts a script together: what is needed rarely stands in one function before the last part.
func script(parts ...string) *goredis.Script {
	var often, seldom strings.Builder
	last := len(parts) - 1
	for _, part := range parts[:last] {
		hot, rare, _ := strings.Cut(part, rarely)
		often.WriteString(hot + "\n")
		seldom.WriteString(rare)
	}
	return goredis.NewScript(often.String() + "rarely = function()\n" + seldom.String() + "end\n" + parts[last])
}
