-- open.lua: begins a crawl, unless there is one. Returns what it was begun with.
-- ARGV: 1 for a crawl that has to be there, 2 for one that may be without URLs, and names and values.

local call = redis.call
local resume = ARGV[1] == '1'

if ARGV[1] == '2' and call('EXISTS', KEYS[1]) == 0 then
  return redis.error_reply('LOST ' .. KEYS[1] .. ' has no counters')
end
if resume and tonumber(call('HGET', KEYS[1], 'seq') or 0) == 0 then
  return redis.error_reply('NOCRAWL no URL was ever pushed')
end
if call('EXISTS', KEYS[1]) == 0 then
  -- What is left of a crawl that was dropped in part is no part of this one. What is
  -- left in queues of hosts makes for a repair, which forgets it.
  for _, name in ipairs({'url', 'host', 'due', 'revisits', 'failures', 'given', 'observations', 'inbox',
    'ready', 'all', 'late', 'ready:b', 'ready:o', 'batch', 'again', 'due:old', 'revisits:old', 'again:old', 'listed'}) do
    call('UNLINK', string.sub(KEYS[1], 1, -6) .. name)
  end
  for to = 0, tonumber(string.match(KEYS[1], '^lokman/(%d+)') or 1) - 1 do
    call('UNLINK', string.sub(KEYS[1], 1, -6) .. 'out:' .. to)
  end
  -- No token is given twice, even if a crawl of the same name was here before.
  local time = call('TIME')
  call('HSET', KEYS[1], 'clock', 0, 'skew', 0, 'urls', 0, 'hosts', 0, 'seq', 0,
    'token', time[1] * 1000000 + time[2], 'queued', 0, 'delayed', 0, 'leased', 0, 'done', 0, 'dead', 0, 'deaths', 0,
    'evicted', 0, 'revisits', 0, 'revisited', 0, 'inbox', 0, 'put', 0, 'observations', 0, 'sent', 0, 'out', 0, 'begun', 0, 'concluded', '', 'open', 0, 'waits', 0, 'bytes', 0, 'forming', 0,
    'again', 0, 'overdue', 0, 'share', 0,
    unpack(ARGV, 2))
end
local values = {}
for i = 2, #ARGV, 2 do
  values[#values + 1] = call('HGET', KEYS[1], ARGV[i]) or ''
end
return values
