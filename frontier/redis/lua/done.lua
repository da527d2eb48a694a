-- done.lua: ends a lease and takes the page's out-links. Returns 1 if work is
-- left, -1 if the lease does not hold; or, if besides the URL has become what the
-- result makes of it, -3 if that was by this lease, and -2 if it is not known by which. ARGV: digest, token, result, reason,
-- microseconds until the retry, microseconds until the host's next lease, who
-- observes and what, and the entries.

local r, result, reason = crawl.held(ARGV[first], ARGV[first + 1]), ARGV[first + 2], ARGV[first + 3]
if not r then
  local now = crawl.read(ARGV[first])
  if not now or now.state ~= ({fetched = 'd', dead = 'x'})[result] then return -1 end
  return now.token == ARGV[first + 1] and -3 or now.token and -1 or -2
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
