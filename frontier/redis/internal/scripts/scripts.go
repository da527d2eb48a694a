// Package scripts are the scripts that the server runs, in Lua. What they are of is
// described in keys.go of package redis.
package scripts

import (
	_ "embed"
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
	Push     = script(luaRerank, luaMerge, luaDiscover, luaInbox, luaNews, luaPush)
	Pop      = script(luaLease, luaMissing, luaNews, luaClaim, luaPop)
	Done     = script(luaRerank, luaMerge, luaDiscover, luaInbox, luaLease, luaShard, luaNews, luaEnd, luaDone)
	Deliver  = script(luaRerank, luaMerge, luaDiscover, luaInbox, luaNews, luaDeliver)
	Outbox   = script(luaShard, luaNews, luaOutbox)
	Renew    = script(luaLease, luaRenew)
	Block    = script(luaLease, luaBlock)
	Rescore  = script(luaRerank, luaMerge, luaRescore)
	Recover  = script(luaRerank, luaRecover)
	Requeue  = script(luaRequeue)
	Failures = goredis.NewScript(luaCrawl + luaWhole + luaRecord + luaFailures)
	Peek     = goredis.NewScript(luaCrawl + luaWhole + luaRecord + luaHost + luaPeek)
	Records  = goredis.NewScript(luaCrawl + luaWhole + luaRecords)
	Observed = goredis.NewScript(luaCrawl + luaWhole + luaObservations)
	Snapshot = script(luaSnapshot)
	Stats    = goredis.NewScript(luaCrawl + luaWhole + luaStats)
	Repair   = goredis.NewScript(luaCrawl + luaChanges + luaShard + luaRepair)
)

// luaChanges is what changes records, hosts and queues.
var luaChanges = luaRecord + luaTransitions + luaApply + luaHost + luaQueue + luaWake

func script(parts ...string) *goredis.Script {
	return goredis.NewScript(luaCrawl + luaWhole + luaChanges + strings.Join(parts, ""))
}
