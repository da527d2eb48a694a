-- inbox.lua: the entries that are discovered. A script takes in the first of
-- them and keeps the others in a hash, numbered, for the next scripts: so a page
-- of any number of links counts as a whole or not at all. What comes later waits
-- behind them.

-- discoveries takes the entries that begin at a place in a list, six elements each.
function crawl.discoveries(list, from)
  local n = (#list - from + 1) / 6
  local now = crawl.count.inbox > 0 and 0 or math.min(n, crawl.most)
  crawl.discover_all(list, from, now)
  for i = now, n - 1 do
    crawl.add('put', 1)
    call('HSET', crawl.inbox, crawl.whole(crawl.count.put), crawl.pack(list, from + 6 * i))
  end
  crawl.add('inbox', n - now)
end

-- left reports whether there is work left that the worker's next call should do.
function crawl.left() return (crawl.count.inbox > 0 or crawl.bounded and crawl.excess()) and 1 or 0 end

-- observe keeps an observation, with who observes before it.
function crawl.observe(text)
  crawl.add('observations', 1)
  call('HSET', crawl.observations, crawl.whole(crawl.count.observations), text)
end

-- RARELY

-- pack makes one text of the six elements of an entry.
function crawl.pack(list, at)
  local lengths = {}
  for i = 0, 5 do lengths[i + 1] = #list[at + i] end
  return table.concat(lengths, ' ') .. ' ' .. table.concat(list, '', at, at + 5)
end

-- unpack appends the six elements of an entry in a text to a list.
function crawl.unpack(text, list)
  local lengths = {string.match(text, '^(%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ()')}
  local at = table.remove(lengths)
  for _, length in ipairs(lengths) do
    list[#list + 1] = string.sub(text, at, at + length - 1)
    at = at + length
  end
end

-- take_in takes entries out of the hash. A script that has no entries of its
-- own may do all the work it may do on that. They are removed last, so that what a
-- server applies of this loses none.
function crawl.take_in()
  local n = math.min(crawl.count.inbox, crawl.most)
  if n == 0 then return end
  local numbers, entries = {}, {}
  for i = 1, n do numbers[i] = crawl.whole(crawl.count.put - crawl.count.inbox + i) end
  for _, text in ipairs(call('HMGET', crawl.inbox, unpack(numbers))) do crawl.unpack(text, entries) end
  crawl.discover_all(entries, 1, n)
  call('HDEL', crawl.inbox, unpack(numbers))
  crawl.add('inbox', -n)
end
