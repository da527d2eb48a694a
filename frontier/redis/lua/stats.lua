-- stats.lua: counts records by state, hosts, and the list of failures.

local count = crawl.count
local revisits, dead, evicted = unpack(call('HMGET', KEYS[1], 'revisits', 'dead', 'evicted'))
return {
  count.queued + count.delayed + revisits + count.inbox, count.leased, count.done,
  tonumber(dead), tonumber(evicted), count.hosts, call('LLEN', crawl.failures),
}
