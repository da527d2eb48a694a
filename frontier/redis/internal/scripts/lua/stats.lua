-- stats.lua: counts records by state, and hosts.

local count = crawl.count
local revisits, dead, evicted = unpack(call('HMGET', KEYS[1], 'revisits', 'dead', 'evicted'))
return {
  count.queued + count.delayed + revisits + count.inbox, count.leased, count.done,
  tonumber(dead), tonumber(evicted), count.hosts, count.again, count.overdue,
}
