-- open.lua: begins a crawl, unless there is one. Returns what it was begun with.
-- ARGV: names and values.

if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'seq', 0, 'token', 0, 'queued', 0, 'delayed', 0, 'leased', 0,
    'done', 0, 'evicted', 0, 'bytes', 0, 'deaths', 0, unpack(ARGV))
end
local values = {}
for i = 1, #ARGV, 2 do
  values[#values + 1] = redis.call('HGET', KEYS[1], ARGV[i]) or ''
end
return values
