-- discover.lua: one discovery of a URL. It is new, or it re-evaluates a record
-- that waits; what is leased, done or dead stays as it is. The host is '' of one that only values a known
-- URL again, and ' ' of a sign that a page has changed.

-- tells reports whether a discovery of a URL may change its record, of which this is the text.
function crawl.tells(text, host, value, body)
  if not string.find(crawl.transitions.value, string.sub(text, 1, 1) .. '0:', 1, true) then return host == ' ' end
  if not crawl.plain then return true end
  local old, length, reason, at = string.match(text, '^%d+ %d+ %d+ (%S+) %d+ (%d+) (%d+) ()', 16)
  local more = value - old
  if more > 0 or more < 0 and crawl.reevaluation == 'replace' then return true end
  return host ~= '' and string.match(body, '^%S+') + 0 < string.match(text, '^%S+', at + length + reason) + 0
end

-- read_all reads the records of n discoveries that begin at a place in a list, and the hosts of those that may
-- change something. It returns the digests, and which these are. With several shards a digest has the worker's tick behind it.
function crawl.read_all(list, from, n)
  local digests, some, hosts, texts, host_texts = {}, {}, {}, crawl.texts, crawl.host_texts
  for i = 1, n do
    local digest = list[from + 6 * i - 6]
    digests[i] = crawl.shards > 1 and string.sub(digest, 1, 16) or digest
  end
  local found, at, last, unknown = call('HMGET', crawl.url, unpack(digests)), from, 0, 0
  for i = 1, n do
    local digest, text, host = digests[i], found[i], list[at + 1]
    local seen = texts[digest] ~= nil -- what was read or written before decides
    if seen or not text or crawl.tells(text, host, list[at + 2], list[at + 3]) then
      last = last + 1
      some[last] = i
      if not seen then texts[digest] = text end
      if host ~= '' and host ~= ' ' and host_texts[host] == nil and not crawl.hosts[host] then
        host_texts[host] = false
        unknown = unknown + 1
        hosts[unknown] = host
      end
    end
    at = at + 6
  end
  if unknown > 0 then
    for i, text in ipairs(call('HMGET', crawl.host_key, unpack(hosts))) do host_texts[hosts[i]] = text end
  end
  return digests, some
end

-- discover_all takes n discoveries that begin at a place in a list.
function crawl.discover_all(list, from, n)
  if n == 0 then return end
  local digests, some = crawl.read_all(list, from, n)
  for _, i in ipairs(some) do
    local at, digest = from + 6 * i - 6, digests[i]
    local text, host = crawl.texts[digest], list[at + 1]
    if host == ' ' then
      crawl.flush()
      crawl.sign(text and crawl.parse(digest, text), list[at + 2], list[at + 5])
    elseif text then
      if crawl.plain and string.sub(text, 1, 1) == 'q' then
        crawl.raise(digest, text, host, list[at + 2], list[at + 3], list[at + 4])
      else
        crawl.revalue(crawl.parse(digest, text), host, list[at + 2], list[at + 3], list[at + 4], list[at + 5])
      end
    elseif host ~= '' then
      crawl.find(digest, crawl.shards > 1 and tonumber(string.sub(list[at], 17)),
        host, list[at + 2], list[at + 3], list[at + 4], list[at + 5])
    end
  end
  crawl.flush()
end

-- find queues a URL that is new.
function crawl.find(digest, tick, host, value, body, source, metadata)
  local count, counted = crawl.count, crawl.counted
  tick = tick or count.seq
  local age = string.format('%012d', 999999999999 - tick)
  if tick >= count.seq then count.seq = tick + 1 end
  count.urls = count.urls + 1
  counted.seq, counted.urls = true, true
  if crawl.by_source then crawl.start(digest, source, value) end
  if crawl.history then crawl.note({digest = digest, value = value}, 'found', value, 0, metadata) end
  crawl.enqueue_text(digest, 'q ' .. age .. ' 0 0 0 ' .. value .. ' 0 ' .. #host .. ' 0 ' .. host .. body, host, age, value, body)
end

-- raise is revalue for a queued URL of a crawl that is plain. It makes the new text of parts of the old one.
function crawl.raise(digest, text, host, value, body, source)
  local sub, match = string.sub, string.match
  local from, old, to, length, reason, at = match(text, '^%d+ %d+ %d+ ()(%S+)() %d+ (%d+) (%d+) ()', 16)
  local body_at, now, rest = at + length + reason, crawl.merged_plain(old, source, value), nil
  if host ~= '' then
    local before, given = match(text, '^%S+', body_at), match(body, '^%S+')
    local depth = before - given <= 0 and before or given
    if now ~= old and crawl.reevaluation == 'greater' then -- this discovery counts from now on
      rest = sub(text, to, body_at - 1) .. (depth == given and body or depth .. sub(body, #given + 1))
    elseif depth ~= before then
      rest = sub(text, to, body_at - 1) .. depth .. sub(text, body_at + #before)
    end
  end
  if now == old and not rest then return end
  local age, name = sub(text, 3, 14), sub(text, at, at + length - 1)
  local score, member = crawl.score(age, now), age .. digest
  crawl.put(digest, sub(text, 1, from - 1) .. now .. (rest or sub(text, to)))
  crawl.queued(name, member, score)
  crawl.zadd_queue(name, score, member)
end

-- RARELY

-- sign has a page due now that is due again later. If that is the page whose lease ends, conclude saves it.
function crawl.sign(r, value, metadata)
  local ending = crawl.ending
  if r and ending and ending.digest == r.digest and ending.again > crawl.now then
    ending.value, ending.again = value, crawl.now
    if crawl.history then crawl.note(ending, 'merged', value, 0, metadata) end
    return
  end
  if not r or r.state ~= 'u' then return end
  r.value = value
  crawl.start(r.digest, crawl.rescored, value)
  if crawl.history then crawl.note(r, 'merged', value, 0, metadata) end
  crawl.fall(r)
end

-- with_depth returns a body with the lesser depth of two others. Bodies begin with it.
function crawl.with_depth(body, a, b)
  a, b = string.match(a, '^%S+'), string.match(b, '^%S+')
  return (crawl.number(a) <= crawl.number(b) and a or b) .. string.sub(body, string.find(body, ' ', 1, true), -1)
end

-- revalue has a discovery of a URL whose record waits or is evicted count.
function crawl.revalue(r, host, value, body, source, metadata)
  if not crawl.apply(r, 'value') then return end
  local old = r.value
  r.value = crawl.merged(r, source, value)
  if crawl.history then crawl.note(r, 'merged', value, 0, metadata) end
  local before = r.body
  if host ~= '' then
    if crawl.reevaluation == 'greater' and r.value ~= old then r.body = body end -- this discovery counts from now on
    r.body = crawl.with_depth(r.body, before, body)
  end
  if r.value == old and r.body == before then return end
  if crawl.bounded and r.state ~= 'v' and r.state ~= 'e' then
    crawl.add('bytes', crawl.size(r.body) - crawl.size(before))
  end
  if r.state == 'e' and r.value - old > 0 and crawl.revive(r) then return end
  crawl.rerank(r)
  if crawl.bounded then crawl.evict() end
end
