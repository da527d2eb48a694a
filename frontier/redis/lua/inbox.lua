-- inbox.lua: the entries that are discovered. A script takes in the first of
-- them and keeps the others in a list, six elements each, for the next scripts:
-- so a page of any number of links counts as a whole or not at all. What comes
-- later waits behind them.

-- take_in takes entries out of the list. A script that has no entries of its
-- own may do all the work it may do on that.
function crawl.take_in()
  local n = math.min(crawl.count.inbox, crawl.most)
  if n == 0 then return end
  local entries = call('LRANGE', crawl.inbox, 0, 6 * n - 1)
  call('LTRIM', crawl.inbox, 6 * n, -1)
  crawl.add('inbox', -n)
  crawl.discover_all(entries, 1, n)
end

-- discoveries takes the entries that begin at an argument, six arguments each.
function crawl.discoveries(from)
  local n = (#ARGV - from + 1) / 6
  local now = crawl.count.inbox > 0 and 0 or math.min(n, crawl.most)
  crawl.discover_all(ARGV, from, now)
  if now == n then return end
  for at = from + 6 * now, #ARGV, 600 do -- unpack has a limit
    call('RPUSH', crawl.inbox, unpack(ARGV, at, math.min(at + 599, #ARGV)))
  end
  crawl.add('inbox', n - now)
end

function crawl.discover_all(list, from, n)
  for at = from, from + 6 * n - 1, 6 do
    crawl.discover(list[at], list[at + 1], list[at + 2], list[at + 3], list[at + 4], list[at + 5])
  end
end

-- left reports whether there is work left that the worker's next call should do.
function crawl.left() return (crawl.count.inbox > 0 or crawl.excess()) and 1 or 0 end
