-- queue.lua: records in and out of the queues, their order and the bounds.

function crawl.score(age, value)
  if crawl.order == 'fifo' then return age end
  if crawl.order == 'lifo' then return '-' .. age end
  return value
end

-- dequeue takes a record out of whatever queue it is in. To change its state and
-- to touch its host is left to the caller.
function crawl.dequeue(r)
  crawl.flush()
  if r.state == 'u' then
    crawl.add('again', -1)
    call('ZREM', crawl.again, r.member)
    return
  elseif r.state == 'o' then
    crawl.add('overdue', -1)
    if call('ZREM', crawl.queue('o', r.host), r.member) == 0 then crawl.note_gap() end
    return
  elseif r.state == 'w' then
    crawl.add('delayed', -1)
    call('ZREM', crawl.due, 'u' .. r.member)
    if crawl.bounded then call('ZREM', crawl.base .. 'late', r.member) end
  else
    crawl.add('queued', -1)
    local key = crawl.queue(r.state, r.host)
    if call('ZREM', key, r.member) == 0 then crawl.note_gap() end
    if crawl.ranked then call('ZREM', crawl.ranked_key[r.state], r.member) end
  end
  if crawl.bounded then crawl.add('bytes', -crawl.size(r.body)) end
end

-- enqueue_text is enqueue for a record of which the text is known.
function crawl.enqueue_text(digest, text, host, age, value, body)
  local score, member, count = crawl.score(age, value), age .. digest, crawl.count
  crawl.put(digest, text)
  count.queued, crawl.counted.queued = count.queued + 1, true
  crawl.queued(host, member, score)
  crawl.zadd_queue(host, score, member)
  if crawl.ranked then crawl.zadd(crawl.ranked_key.q, score, member) end
  if crawl.bounded then
    crawl.add('bytes', crawl.size(body))
    crawl.evictions = crawl.evictions + 1
    crawl.evict()
  end
end

-- RARELY

-- note_gap has the crawl repaired, since a key lacks something; see whole.lua.
function crawl.note_gap() call('HINCRBY', KEYS[1], 'begun', 1) end

-- lowest returns the worst record that is queued or waits for its own time.
-- What is in the batch ranks above all others.
function crawl.lowest()
  local a = call('ZRANGE', crawl.ranked_key.q, 0, 0, 'WITHSCORES')
  local b = call('ZRANGE', crawl.base .. 'late', 0, 0, 'WITHSCORES')
  if not a[1] and not b[1] then
    return call('ZRANGE', crawl.ranked_key.b, 0, 0)[1]
  end
  if not a[1] then return b[1] end
  if not b[1] then return a[1] end
  local va, vb = crawl.number(a[2]), crawl.number(b[2])
  if va == vb then -- Lua compares strings by locale: not so their ages
    va, vb = tonumber(string.sub(a[1], 1, 12)), tonumber(string.sub(b[1], 1, 12))
  end
  return va < vb and a[1] or b[1]
end

-- excess reports whether more is queued than there may be.
function crawl.excess()
  local count = crawl.count
  return crawl.capacity > 0 and count.queued + count.delayed > crawl.capacity
    or crawl.bytes > 0 and count.bytes > crawl.bytes
end

-- evict takes out what is too much and remembers it.
function crawl.evict()
  while crawl.evictions > 0 and crawl.excess() do
    crawl.flush()
    local member = crawl.lowest()
    if not member then return crawl.note_gap() end
    local r = crawl.read_member(member)
    crawl.evictions = crawl.evictions - 1
    crawl.dequeue(r)
    crawl.touch(r.host)
    crawl.apply(r, 'evict')
    crawl.put(r.digest, crawl.text(r))
    crawl.add('evicted', 1)
    if crawl.history then crawl.note(r, 'evicted', '0', 0, '0 ') end
  end
end

-- enqueue queues a record that is in no queue. It may be evicted at once, so
-- what the caller holds is stale afterwards.
function crawl.enqueue(r)
  if r.state == 'o' then -- of which the value decides, whatever the order
    crawl.put(r.digest, crawl.text(r))
    crawl.add('overdue', 1)
    crawl.zadd(crawl.queue('o', r.host), r.value, r.member)
    return crawl.touch(r.host)
  end
  crawl.enqueue_text(r.digest, crawl.text(r), r.host, r.age, r.value, r.body)
end

-- fall queues a record that waits for its time.
function crawl.fall(r)
  crawl.dequeue(r)
  crawl.apply(r, 'fall due')
  crawl.enqueue(r)
end
