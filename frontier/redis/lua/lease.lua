-- lease.lua: leases and what becomes of them.

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

-- held returns the record of a lease that holds.
function crawl.held(digest, token)
  local r = crawl.read(digest)
  if r and r.state == 'l' and r.token == token then return r end
end

-- release takes a lease off a record and its host.
function crawl.release(r)
  call('ZREM', crawl.due, 'l' .. r.member)
  crawl.add('leased', -1)
  local h = crawl.host(r.host)
  h.leases, h.changed = h.leases - 1, true
  crawl.touch(r.host)
  return h
end

-- hold keeps a host from being visited until a time; it never shortens a wait.
function crawl.hold(h, time)
  if time > h.next then
    h.next, h.changed = time, true
    crawl.touch(h.name)
  end
end

function crawl.revisit_later(r)
  r.state = 'v'
  crawl.save(r)
  call('RPUSH', crawl.base .. 'revisits', r.digest)
end

-- end_lease does what the result of a lease says. The times are in
-- microseconds from now.
function crawl.end_lease(r, result, reason, retry_in, host_wait)
  if crawl.history then
    crawl.note(r, 'ended', '0', 0, '0 ' .. result .. (reason ~= '' and ': ' .. reason or ''))
  end
  local h = crawl.release(r)
  if host_wait > 0 then crawl.hold(h, crawl.now + host_wait) end
  if result == 'fetched' then
    crawl.close(r, 'd')
    crawl.add('done', 1)
  elseif result == 'retry' and retry_in > 0 then
    crawl.delay(r, crawl.now + retry_in)
  elseif result == 'retry' then
    crawl.enqueue(r)
  elseif result == 'returned' and r.revisited == '0' then
    r.attempts = r.attempts - 1
    crawl.enqueue(r)
  elseif result == 'returned' then
    r.attempts, r.revisited = r.attempts - 1, '0'
    crawl.revisit_later(r)
  elseif result == 'revisit' and r.revisited == '0' then
    crawl.revisit_later(r)
  else
    call('RPUSH', crawl.base .. 'failures', r.attempts .. ' ' .. #reason .. ' ' .. reason .. r.body)
    crawl.close(r, 'x')
  end
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
