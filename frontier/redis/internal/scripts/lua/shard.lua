-- shard.lua: a crawl of several shards. Each has the hosts that its number falls to, and
-- lives by itself: ARGV[9] is how many there are. ARGV[10] is the worker's tick, which is
-- greater than that of all it has heard of: ages, and the order in which URLs fail, are
-- ticks, so that they can be compared across shards.
--
-- What a page gives to another shard is a batch of that shard's outbox: a list of
-- numbers, which grow by the clock, and texts. A delivery calls the other shard's script,
-- which applies what is above the last number it has of this shard, unless it lacks what is
-- before that. Then the outbox is trimmed. A text is a letter and what it says: e entries as in the inbox, o an
-- observation.

if crawl.shards > 1 then

function crawl.outbox(to) return crawl.base .. 'out:' .. to end

-- send appends a batch to an outbox. It returns the number of the one before, 0 for none, and its own.
function crawl.send(to, text)
  local n = math.max(crawl.count.sent + 1, crawl.now)
  local key, number = crawl.outbox(to), crawl.whole(n)
  crawl.add('sent', n - crawl.count.sent)
  crawl.add('out', 1)
  local last = call('RPUSH', key, number .. ' ' .. text) > 1 and string.match(call('LINDEX', key, -2), '^%d+') or '0'
  return last, number
end

-- trim removes the batches of an outbox up to a number.
function crawl.trim(to, number)
  local key = crawl.outbox(to)
  repeat
    local head = call('LINDEX', key, 0)
    local n = head and tonumber(string.match(head, '^%d+')) or number + 1
    if n > number then return end
    call('LREM', key, 1, head) -- no LPOP, which a server may apply twice
    crawl.add('out', -math.min(1, crawl.count.out))
  until n == number
end

-- trim_all takes pairs of a shard and a number, whose count is the first argument.
-- It returns the next one.
function crawl.trim_all(at)
  local last = at + 2 * tonumber(ARGV[at])
  for i = at + 1, last, 2 do crawl.trim(ARGV[i], tonumber(ARGV[i + 1])) end
  return last + 1
end

end

-- RARELY

-- ordinal returns the next of the numbers that put failures in order.
function crawl.ordinal(name)
  if crawl.shards == 1 then return crawl.add(name, 1) end
  local n = math.max(tonumber(call('HGET', KEYS[1], name)) + 1, crawl.tick)
  call('HSET', KEYS[1], name, n)
  return n
end
