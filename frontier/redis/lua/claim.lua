-- claim.lua: what is leased, and what falls due before that.

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

-- best takes the best URL among the hosts that may be visited now off its
-- ready set.
function crawl.best()
  if crawl.batches then
    local member = call('ZPOPMAX', crawl.ready.b)[1]
    if member then return member end
  end
  return call('ZPOPMAX', crawl.ready.q)[1]
end

-- rank_of counts the queued URLs that rank higher than a queued one: they are
-- on hosts that may not be visited yet.
function crawl.rank_of(r)
  local higher = call('ZREVRANK', crawl.ranked_key[r.state], r.member)
  if crawl.batches and r.state == 'q' then higher = higher + call('ZCARD', crawl.ranked_key.b) end
  return math.min(higher, 1000) -- frontier.MaxRank
end

-- lease leases what best returned.
function crawl.lease(member)
  local r = crawl.read_member(member)
  if crawl.history then crawl.note(r, 'leased', '0', crawl.rank_of(r), '0 ') end
  local h = crawl.host(r.host)
  h.leases, h.place, h.changed = h.leases + 1, '-', true
  crawl.dequeue(r)
  crawl.add('leased', 1)
  crawl.add('token', 1)
  r.state, r.attempts, r.token = 'l', r.attempts + 1, crawl.whole(crawl.count.token)
  crawl.save(r)
  call('ZADD', crawl.due, crawl.now + crawl.lease_time, 'l' .. member)
  crawl.settle(h)
  return r
end

-- revisit queues the URL that failed last.
function crawl.revisit()
  local r = crawl.read(call('RPOP', crawl.base .. 'revisits'))
  r.revisited = '1'
  crawl.enqueue(r)
  crawl.settle_touched()
end

-- fall_due moves what has reached its time: hosts that were waiting, URLs for a
-- later time and leases that have run out.
function crawl.fall_due()
  for _, m in ipairs(call('ZRANGEBYSCORE', crawl.due, '-inf', crawl.now)) do
    local kind, rest = string.sub(m, 1, 1), string.sub(m, 2)
    if kind == 'h' then
      crawl.touch(rest)
    else
      local r = crawl.read_member(rest)
      if kind == 'l' then
        if crawl.history then crawl.note(r, 'expired', '0', 0, '0 ') end
        crawl.release(r)
        crawl.enqueue(r)
      elseif r.state == 'w' then -- it may have been evicted a moment ago
        crawl.dequeue(r)
        crawl.enqueue(r)
      end
    end
  end
  crawl.settle_touched()
end
