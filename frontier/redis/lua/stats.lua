-- stats.lua: counts records by state, and hosts.

local count, base = crawl.count, crawl.base
return {
  count.queued + count.delayed + call('LLEN', base .. 'revisits'), count.leased, count.done,
  call('ZCARD', base .. 'failures'), count.evicted, call('HLEN', crawl.host_key),
}
