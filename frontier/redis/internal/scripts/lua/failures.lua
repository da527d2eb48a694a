-- failures.lua: some of the dead URLs, in the order in which they died. Returns
-- the count of deaths, how many URLs are dead and how many are listed, and of each
-- URL that died after a count, and not after another: its count, its member of
-- the failures, attempts and body. ARGV: the two counts.

local deaths, dead = unpack(call('HMGET', KEYS[1], 'deaths', 'dead'))
local reply = {deaths, dead, tostring(call('ZCARD', crawl.failures))}
local some = call('ZRANGEBYSCORE', crawl.failures, '(' .. ARGV[first], ARGV[first + 1],
  'WITHSCORES', 'LIMIT', 0, crawl.most)
for i = 1, #some, 2 do
  local r = crawl.read(string.sub(some[i], 1, 16)) or {}
  local at = #reply
  reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4] = some[i + 1], some[i], r.attempts or '', r.body or ''
end
return reply
