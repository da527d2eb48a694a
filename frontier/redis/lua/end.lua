-- end.lua: what becomes of a URL when its lease ends.

-- close forgets all of a record but that it is done.
function crawl.close(r)
  call('HSET', crawl.url, r.digest, 'd')
  if crawl.by_source then call('HDEL', crawl.base .. 'given', r.digest) end
end

-- fail lists a record among the failures.
function crawl.fail(r, reason)
  r.state = 'x'
  crawl.save(r)
  crawl.add('dead', 1)
  call('ZADD', crawl.failures, crawl.add('deaths', 1), r.digest .. reason)
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
    crawl.evictions = crawl.evictions + 1
    crawl.evict()
  end
end

function crawl.revisit_later(r)
  r.state = 'v'
  crawl.save(r)
  crawl.add('revisits', 1)
  call('ZADD', crawl.revisits, crawl.add('revisited', 1), r.digest)
end

-- end_lease does what the result of a lease says. The times are in
-- microseconds from now.
function crawl.end_lease(r, result, reason, retry_in, host_wait)
  local h = crawl.release(r) -- first: a server whose memory is full does not refuse that
  if crawl.history then
    crawl.note(r, 'ended', '0', 0, '0 ' .. result .. (reason ~= '' and ': ' .. reason or ''))
  end
  if host_wait > 0 then crawl.hold(h, crawl.now + host_wait) end
  if result == 'fetched' then
    crawl.close(r)
    crawl.add('done', 1)
  elseif result == 'retry' and retry_in > 0 then
    crawl.delay(r, crawl.now + retry_in)
  elseif result == 'retry' then
    crawl.enqueue(r)
  elseif result == 'returned' and r.revisited == '0' then
    r.attempts = r.attempts - 1
    if retry_in > 0 then crawl.delay(r, crawl.now + retry_in) else crawl.enqueue(r) end
  elseif result == 'returned' then
    r.attempts, r.revisited = r.attempts - 1, '0'
    crawl.revisit_later(r)
  elseif result == 'revisit' and r.revisited == '0' then
    crawl.revisit_later(r)
  else
    crawl.fail(r, reason)
  end
end
