-- discover.lua: one discovery of a URL. It is new, or it re-evaluates a record
-- that waits; what is leased, done or dead stays as it is.

function crawl.discover(digest, host, value, body, source, metadata)
  local r = crawl.read(digest)
  if not r then
    if host == '' then return end -- only a known URL is valued again
    local age = string.format('%012.0f', 999999999999 - crawl.count.seq)
    crawl.add('seq', 1)
    crawl.add('urls', 1)
    r = {
      digest = digest, member = age .. digest, state = 'n', age = age, host = host,
      attempts = '0', revisited = '0', lost = 0, token = '0', value = value, body = body,
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
  if r.value == old then return end
  if crawl.reevaluation == 'greater' and host ~= '' then -- this discovery counts from now on
    local before = r.body
    r.body = body
    if crawl.bounded and r.state ~= 'v' and r.state ~= 'e' then
      crawl.add('bytes', crawl.size(r) - crawl.size({body = before}))
    end
  end
  if crawl.number(r.value) > crawl.number(old) and crawl.revive(r) then return end
  crawl.rerank(r)
  crawl.evict()
end
