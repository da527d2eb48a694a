-- done.lua: ends a lease and takes the page's out-links. Returns 0 if the lease
-- does not hold. ARGV: digest, token, result, reason, microseconds until the
-- retry, microseconds until the host's next lease, and the entries.

local r = crawl.held(ARGV[first], ARGV[first + 1])
if not r then return 0 end
crawl.end_lease(r, ARGV[first + 2], ARGV[first + 3], tonumber(ARGV[first + 4]), tonumber(ARGV[first + 5]))
crawl.discoveries(first + 6)
crawl.finish()
return 1
