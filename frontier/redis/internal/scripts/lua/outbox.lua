-- outbox.lua: trims outboxes, and returns what waits in one of them: the news, the shard it is
-- for, and numbers and texts; or the news alone. ARGV: how many are to be trimmed, and
-- which and to where.

-- A worker that waits for replicas waits for those of a batch that it reads, too: hence a write.
if ARGV[first] ~= '0' or crawl.count.out > 0 then
  crawl.begin_in_full_memory()
  crawl.trim_all(first)
  crawl.finish()
end
local reply, size = {crawl.news()}, 0
if crawl.count.out == 0 then return reply end
for to = 0, crawl.shards - 1 do
  for i = 0, 99 do
    local text = size <= 1048576 and call('LINDEX', crawl.outbox(to), i)
    if not text then break end
    local at = string.find(text, ' ', 1, true)
    reply[2] = tostring(to)
    reply[#reply + 1], reply[#reply + 2] = string.sub(text, 1, at - 1), string.sub(text, at + 1)
    size = size + #text
  end
  if reply[2] then return reply end
end
return redis.error_reply('LOST ' .. crawl.base .. 'out:* lacks entries')
