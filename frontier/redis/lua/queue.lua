-- queue.lua: records in and out of the queues, their order and the bounds.

function crawl.score(r)
  if crawl.order == 'fifo' then return r.age end
  if crawl.order == 'lifo' then return '-' .. r.age end
  return r.value
end

-- dequeue takes a record out of whatever queue it is in. To say its state and
-- to touch its host is left to the caller.
function crawl.dequeue(r)
  if r.state == 'w' then
    crawl.add('delayed', -1)
    call('ZREM', crawl.due, 'u' .. r.member)
    if crawl.bounded then call('ZREM', crawl.base .. 'late', r.member) end
  else
    crawl.add('queued', -1)
    call('ZREM', crawl.queue(r.state, r.host), r.member)
    if crawl.ranked then call('ZREM', crawl.ranked_key[r.state], r.member) end
  end
  if crawl.bounded then crawl.add('bytes', -crawl.size(r)) end
end

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

-- evict takes out what is too much and remembers it.
function crawl.evict()
  local count = crawl.count
  while crawl.capacity > 0 and count.queued + count.delayed > crawl.capacity
    or crawl.bytes > 0 and count.bytes > crawl.bytes do
    local r = crawl.read_member(crawl.lowest())
    crawl.dequeue(r)
    crawl.touch(r.host)
    r.state = 'e'
    crawl.save(r)
    crawl.add('evicted', 1)
    if crawl.history then crawl.note(r, 'evicted', '0', 0, '0 ') end
  end
end

-- enqueue queues a record that is in no queue. It may be evicted at once, so
-- what the caller holds is stale afterwards.
function crawl.enqueue(r)
  local score = crawl.score(r)
  r.state = 'q'
  crawl.save(r)
  crawl.add('queued', 1)
  call('ZADD', crawl.queue('q', r.host), score, r.member)
  if crawl.ranked then call('ZADD', crawl.ranked_key.q, score, r.member) end
  crawl.queued(r, score)
  if crawl.bounded then
    crawl.add('bytes', crawl.size(r))
    crawl.evict()
  end
end

-- delay queues a record that is in no queue for a later time.
function crawl.delay(r, time)
  r.state = 'w'
  crawl.save(r)
  crawl.add('delayed', 1)
  call('ZADD', crawl.due, time, 'u' .. r.member)
  if crawl.bounded then
    call('ZADD', crawl.base .. 'late', crawl.score(r), r.member)
    crawl.add('bytes', crawl.size(r))
    crawl.evict()
  end
end

-- revive queues an evicted record.
function crawl.revive(r)
  crawl.add('evicted', -1)
  crawl.enqueue(r)
  if crawl.history then
    r = crawl.read(r.digest)
    if r.state == 'q' then crawl.note(r, 'recovered', '0', 0, '0 ') end
  end
end

-- rerank saves a record that waits and puts it in its place after its value
-- has changed.
function crawl.rerank(r)
  crawl.save(r)
  if r.state == 'q' or r.state == 'b' then
    local score = crawl.score(r)
    call('ZADD', crawl.queue(r.state, r.host), score, r.member)
    if crawl.ranked then call('ZADD', crawl.ranked_key[r.state], score, r.member) end
    crawl.touch(r.host)
  elseif r.state == 'w' and crawl.bounded then
    call('ZADD', crawl.base .. 'late', crawl.score(r), r.member)
  end
end

-- form_batch makes the N best queued records the next batch once the last one
-- is used up.
function crawl.form_batch()
  if call('EXISTS', crawl.ranked_key.b) == 1 then return end
  for _, member in ipairs(call('ZREVRANGE', crawl.ranked_key.q, 0, ARGV[3] - 1)) do
    local r = crawl.read_member(member)
    call('ZREM', crawl.queue('q', r.host), member)
    call('ZREM', crawl.ranked_key.q, member)
    r.state = 'b'
    crawl.save(r)
    call('ZADD', crawl.queue('b', r.host), crawl.score(r), member)
    call('ZADD', crawl.ranked_key.b, crawl.score(r), member)
    crawl.touch(r.host)
  end
  crawl.settle_touched()
end
