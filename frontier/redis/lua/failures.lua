-- failures.lua: some of the dead URLs, in the order in which they died. Returns
-- the count of deaths, and of each URL that died after a count, and not after
-- another: its count, its member of the failures, attempts and body.
-- ARGV: the two counts.

local reply = {crawl.whole(crawl.count.deaths)}
local some = call('ZRANGEBYSCORE', crawl.base .. 'failures', '(' .. ARGV[first], ARGV[first + 1],
  'WITHSCORES', 'LIMIT', 0, 1000)
for i = 1, #some, 2 do
  local r = crawl.read(string.sub(some[i], 1, 16)) or {}
  local at = #reply
  reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4] = some[i + 1], some[i], r.attempts or '', r.body or ''
end
return reply
