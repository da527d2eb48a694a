-- done.lua: ends a lease and takes the page's out-links. Returns 1 if work is
-- left, -1 if the lease does not hold, and -2 if it has made the URL what the result
-- makes of it before. ARGV: digest, token, result, reason,
-- microseconds until the retry, microseconds until the host's next lease, who
-- observes and what, and the entries.

local r, result, reason = crawl.held(ARGV[first], ARGV[first + 1]), ARGV[first + 2], ARGV[first + 3]
if not r then
  local now = crawl.read(ARGV[first])
  return now and now.state == ({fetched = 'd', dead = 'x'})[result] and now.token == ARGV[first + 1] and -2 or -1
end
-- Without links and observation a page takes no more memory than before: so much
-- may be done on a server whose memory is full.
local observation = ARGV[first + 7]
if #ARGV > first + 7 or observation ~= '' then crawl.begin() else crawl.begin_in_full_memory() end
if observation ~= '' then
  crawl.add('observations', 1)
  call('HSET', crawl.observations, crawl.whole(crawl.count.observations), ARGV[first + 6] .. observation)
end
crawl.end_lease(r, result, reason, tonumber(ARGV[first + 4]), tonumber(ARGV[first + 5]))
crawl.discoveries(first + 8)
crawl.conclude(r, reason)
crawl.finish()
return crawl.left()
