-- claim.lua: what is leased, and what falls due before that.

-- form_batch makes the N best queued records the next batch once the last one
-- is used up. A batch of more than crawl.most is formed by several scripts:
-- what is pushed meanwhile may still join it.
function crawl.form_batch()
  local left = tonumber(call('HGET', KEYS[1], 'forming'))
  if left == 0 then
    if call('EXISTS', crawl.ranked_key.b) == 1 then return end
    left = tonumber(ARGV[3])
  elseif crawl.formed then
    return
  end
  crawl.formed = true
  local members = call('ZREVRANGE', crawl.ranked_key.q, 0, math.min(left, crawl.most) - 1)
  call('HSET', KEYS[1], 'forming', #members < crawl.most and 0 or left - #members)
  for _, member in ipairs(members) do
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

-- below reports whether what best would return is worse than what another shard has, of
-- which a score and an age are known.
function crawl.below(score, age)
  if score == '' then return false end
  local member, top = crawl.top()
  if not member then return false end
  top, score = crawl.number(top), crawl.number(score)
  return top < score or top == score and tonumber(string.sub(member, 1, 12)) < tonumber(age)
end

-- best takes the best URL among the hosts that may be visited now off its
-- ready set. A member that no host has there is left over from a loss.
function crawl.best(score, age)
  for _ = 1, crawl.most do
    if crawl.below(score, age) then return nil end
    local member = crawl.batches and call('ZPOPMAX', crawl.ready.b)[1] or call('ZPOPMAX', crawl.ready.q)[1]
    if not member then return nil end
    local r = crawl.read_member(member)
    if r and r.host ~= '' and crawl.host(r.host).place == r.state .. member then return r end
  end
end

-- rank_of counts the queued URLs that rank higher than a queued one: they are
-- on hosts that may not be visited yet.
function crawl.rank_of(r)
  local higher = call('ZREVRANK', crawl.ranked_key[r.state], r.member) or 0
  if crawl.batches and r.state == 'q' then higher = higher + call('ZCARD', crawl.ranked_key.b) end
  return math.min(higher, 1000) -- frontier.MaxRank
end

-- lease leases what best returned.
function crawl.lease(r)
  if crawl.history then crawl.note(r, 'leased', '0', crawl.rank_of(r), '0 ') end
  local h = crawl.host(r.host)
  h.leases, h.place, h.changed = h.leases + 1, '-', true
  crawl.add('open', -1)
  crawl.dequeue(r)
  crawl.add('leased', 1)
  crawl.add('token', 1)
  crawl.apply(r, 'lease')
  r.token = crawl.whole(crawl.count.token)
  crawl.save(r)
  call('ZADD', crawl.due, crawl.now + crawl.lease_time, 'l' .. r.member)
  crawl.settle(h)
  return r
end

-- revisit queues the URL that failed last.
function crawl.revisit()
  local r = crawl.read(call('ZPOPMAX', crawl.revisits)[1])
  crawl.add('revisits', -1)
  crawl.apply(r, 'reopen')
  crawl.enqueue(r)
  crawl.settle_touched()
end

-- fall_due moves what has reached its time: hosts that were waiting, URLs for a
-- later time and leases that have run out.
function crawl.fall_due()
  for _, m in ipairs(call('ZRANGEBYSCORE', crawl.due, '-inf', crawl.now, 'LIMIT', 0, crawl.most)) do
    local kind, rest = string.sub(m, 1, 1), string.sub(m, 2)
    local r = kind ~= 'h' and crawl.read_member(rest) or {}
    if kind == 'h' and crawl.host(rest).place == 'w' then
      crawl.touch(rest)
    elseif kind == 'l' and r.state == 'l' then
      if crawl.history then crawl.note(r, 'expired', '0', 0, '0 ') end
      crawl.release(r)
      crawl.apply(r, 'expire')
      crawl.enqueue(r)
    elseif kind == 'u' and r.state == 'w' then -- it may have been evicted a moment ago
      crawl.dequeue(r)
      crawl.apply(r, 'fall due')
      crawl.enqueue(r)
    else
      call('ZREM', crawl.due, m)
    end
  end
  crawl.settle_touched()
end
