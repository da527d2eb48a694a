-- renew.lua: prolongs a lease. Returns 0 if it does not hold. ARGV: digest,
-- token.

local r = crawl.held(ARGV[first], ARGV[first + 1])
if not r then return 0 end
crawl.begin()
call('ZADD', crawl.due, crawl.now + crawl.lease_time, 'l' .. r.member)
crawl.finish()
return 1
