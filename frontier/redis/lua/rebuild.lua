-- rebuild.lua: puts records where they belong. What is there already stays as it
-- is, so that the crawl may go on meanwhile. A delayed URL whose time was lost
-- is queued at once, and a lease whose time was lost ends a lease time from now.
-- ARGV: digests.

crawl.begin()
for at = first, #ARGV do
  local r = crawl.read(ARGV[at]) or {}
  local queue = crawl.ranked_key[r.state]
  if queue then
    call('ZADD', crawl.queue(r.state, r.host), crawl.score(r), r.member)
    if crawl.ranked then call('ZADD', queue, crawl.score(r), r.member) end
    crawl.touch(r.host)
  elseif r.state == 'w' then
    call('ZADD', crawl.due, 'NX', crawl.now, 'u' .. r.member)
    if crawl.bounded then call('ZADD', crawl.base .. 'late', crawl.score(r), r.member) end
  elseif r.state == 'l' then
    call('ZADD', crawl.due, 'NX', crawl.now + crawl.lease_time, 'l' .. r.member)
  elseif r.state == 'v' then -- behind those whose turn is known, the last pushed first
    call('ZADD', crawl.revisits, 'NX', '-' .. r.age, r.digest)
  end
end
crawl.finish()
return 1
