-- claim.lua: what is leased, and what falls due before that.

-- best takes the best URL among the hosts that may be visited now off its
-- ready set. A member that no host has there is left over from a loss.
function crawl.best(score, age)
  for _ = 1, crawl.most do
    if score ~= '' and crawl.below(score, age, crawl.top) then return nil end
    local member = crawl.batches and call('ZPOPMAX', crawl.ready.b)[1] or call('ZPOPMAX', crawl.ready.q)[1]
    if not member then return nil end
    local r = crawl.read_member(member)
    if r and r.host ~= '' and crawl.host(r.host).place == r.state .. member then return r end
  end
end

-- next takes the URL that is leased next: of one kind, o for overdue or q, or '' for the share.
function crawl.next(score, age, kind)
  if crawl.count.overdue == 0 then return kind ~= 'o' and crawl.best(score, age) end
  local found, again = kind ~= 'o' and crawl.top(), kind ~= 'q' and crawl.top_again()
  if again and (not found or crawl.shared()) then return crawl.best_again(score, age) end
  return found and crawl.best(score, age)
end

-- lease leases what best returned.
function crawl.lease(r)
  if crawl.history then crawl.note(r, 'leased', '0', crawl.rank_of(r), '0 ') end
  local h = crawl.host(r.host)
  h.leases, h[r.state == 'o' and 'again' or 'place'], h.changed = h.leases + 1, '-', true
  crawl.add('open', -1)
  crawl.dequeue(r)
  crawl.add('leased', 1)
  crawl.add('token', 1)
  crawl.apply(r, 'lease')
  r.token = crawl.whole(crawl.count.token)
  crawl.put(r.digest, crawl.text(r))
  crawl.zadd(crawl.due, crawl.whole(crawl.now + crawl.lease_time), 'l' .. r.member)
  crawl.settle(h)
  crawl.flush()
  return r
end

-- fall_due moves what has reached its time: hosts that were waiting, URLs for a
-- later time, leases that have run out and pages that are due again.
function crawl.fall_due()
  for _, m in ipairs(call('ZRANGEBYSCORE', crawl.due, '-inf', crawl.whole(crawl.now), 'LIMIT', 0, crawl.most)) do
    local kind, rest = string.sub(m, 1, 1), string.sub(m, 2)
    local r = kind ~= 'h' and crawl.read_member(rest) or {}
    if kind == 'h' and crawl.waits(crawl.host(rest)) then
      crawl.touch(rest)
    elseif kind == 'l' and (r.state == 'l' or r.state == 'r') then
      if crawl.history then crawl.note(r, 'expired', '0', 0, '0 ') end
      crawl.release(r)
      crawl.apply(r, 'expire')
      crawl.enqueue(r)
    elseif kind == 'u' and r.state == 'w' then -- it may have been evicted a moment ago
      crawl.fall(r)
    else
      call('ZREM', crawl.due, m)
    end
  end
  local again = crawl.count.again > 0 and call('ZRANGEBYSCORE', crawl.again, '-inf', crawl.now, 'LIMIT', 0, 256) or {} -- transition.MaxDue
  for _, member in ipairs(again) do
    local r = crawl.read_member(member)
    if r and r.state == 'u' then crawl.fall(r) else call('ZREM', crawl.again, member) end
  end
  crawl.settle_touched()
end

-- RARELY

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
    call('ZADD', crawl.queue('b', r.host), crawl.score(r.age, r.value), member)
    call('ZADD', crawl.ranked_key.b, crawl.score(r.age, r.value), member)
    crawl.touch(r.host)
  end
  crawl.settle_touched()
end

-- below reports whether the best ready URL is worse than what another shard has, of
-- which a score and an age are known.
function crawl.below(score, age, top)
  local member, best = top()
  if not member then return false end
  best, score = crawl.number(best), crawl.number(score)
  return best < score or best == score and tonumber(string.sub(member, 1, 12)) < tonumber(age)
end

-- best_again does likewise with pages that are overdue.
function crawl.best_again(score, age)
  for _ = 1, crawl.most do
    if score ~= '' and crawl.below(score, age, crawl.top_again) then return nil end
    local member = call('ZPOPMAX', crawl.ready.o)[1]
    if not member then return nil end
    local r = crawl.read_member(member)
    if r and r.host ~= '' and crawl.host(r.host).again == r.state .. member then return r end
  end
end

-- shared says whether an overdue page is next where there are others too, as transition.Share does.
function crawl.shared()
  crawl.count.share, crawl.counted.share = crawl.count.share + crawl.refresh, true
  if crawl.count.share < 1 - 1e-9 then return false end
  crawl.count.share = crawl.count.share - 1
  return true
end

-- rank_of counts the queued URLs that rank higher than a queued one: they are
-- on hosts that may not be visited yet.
function crawl.rank_of(r)
  if r.state == 'o' then return 0 end
  local higher = call('ZREVRANK', crawl.ranked_key[r.state], r.member) or 0
  if crawl.batches and r.state == 'q' then higher = higher + call('ZCARD', crawl.ranked_key.b) end
  return math.min(higher, 1000) -- frontier.MaxRank
end

-- revisit queues the URL that failed last.
function crawl.revisit()
  local r = crawl.read(call('ZPOPMAX', crawl.revisits)[1])
  crawl.add('revisits', -1)
  crawl.apply(r, 'reopen')
  crawl.enqueue(r)
  crawl.settle_touched()
end
