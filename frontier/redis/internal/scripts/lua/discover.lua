-- discover.lua: one discovery of a URL. It is new, or it re-evaluates a record
-- that waits; what is leased, done or dead stays as it is. The host is '' of one that only values a known
-- URL again, and ' ' of a sign that a page has changed.

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

-- With several shards the digest has the worker's tick behind it.
function crawl.discover(digest, host, value, body, source, metadata)
  local tick = crawl.shards > 1 and tonumber(string.sub(digest, 17)) or crawl.count.seq
  digest = string.sub(digest, 1, 16)
  local r = crawl.read(digest)
  if host == ' ' then return crawl.sign(r, value, metadata) end
  if not r then
    if host == '' then return end
    local age = string.format('%012.0f', 999999999999 - tick)
    crawl.add('seq', math.max(0, tick + 1 - crawl.count.seq))
    crawl.add('urls', 1)
    r = {
      digest = digest, member = age .. digest, state = 'n', age = age, host = host,
      attempts = '0', revisited = '0', lost = 0, token = '0', value = value, ended = '0', reason = '', body = body,
    }
    crawl.start(digest, source, value)
    if crawl.history then crawl.note(r, 'found', value, 0, metadata) end
    crawl.apply(r, 'find')
    crawl.enqueue(r)
    return
  end
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
    crawl.add('bytes', crawl.size(r) - crawl.size({body = before}))
  end
  if crawl.number(r.value) > crawl.number(old) and crawl.revive(r) then return end
  crawl.rerank(r)
  crawl.evict()
end
