-- end.lua: what becomes of a URL when its lease ends.

-- brief is the text of a record that is done for good: depth and URL of the body stay.
function crawl.brief(text)
  local state, rest, length, reason, at = string.match(text, '^(%a) %d+ (%d+ %d+ %d+ %S+ %d+) (%d+) (%d+) ()')
  at = at + length
  local depth, url, url_at = string.match(text, '^(%S+) %S+ (%S+) %S+ ()', at + reason)
  return state .. ' 0 ' .. rest .. ' 0 ' .. reason .. ' ' .. string.sub(text, at, at + reason - 1) ..
    depth .. ' 0 ' .. url .. ' 0 ' .. string.sub(text, url_at, url_at + url - 1)
end

-- close ends a record that is done. It is cut short once the next one is closed: if the server applies a part of this script, later ones may give the numbers
-- of its links in the inbox, and of its observation, to others. A repair then leases
-- the page again, since the record is whole and not the last one that scripts know of.
function crawl.close(r)
  local last = crawl.concluded ~= '' and call('HGET', crawl.url, crawl.concluded)
  if last then crawl.put(crawl.concluded, crawl.brief(last)) end
  crawl.put(r.digest, crawl.text(r))
  crawl.flush()
  if crawl.by_source and last then call('HDEL', crawl.base .. 'given', crawl.concluded) end
  crawl.concluded = r.digest
end

-- event returns the event of a lease that ends with a result, as
-- transition.End does.
function crawl.event(result, later, again)
  if again and result == 'fetched' then return 'fetched again' end
  if later and crawl.transitions[result .. ' later'] then return result .. ' later' end
  return crawl.transitions[result] and result or 'dead'
end

-- end_lease does what the result of a lease says, but for conclude. The times are
-- in microseconds from now; again_in is less than 0 for a page that is not due again.
function crawl.end_lease(r, result, reason, retry_in, host_wait, again_in, worth)
  local h = crawl.release(r)
  if crawl.history then
    crawl.note(r, 'ended', '0', 0, '0 ' .. result .. (reason ~= '' and ': ' .. reason or ''))
  end
  if result ~= 'returned' then r.ended, r.reason = crawl.whole(crawl.wall), reason end
  if host_wait > 0 then crawl.hold(h, crawl.now + host_wait) end
  local event = crawl.event(result, retry_in > 0, again_in >= 0)
  local to = crawl.apply(r, event)
  if event == 'fetched again' then
    r.value, r.again = worth, crawl.now + again_in
    crawl.ending = r
  elseif to == 'w' or to == 'u' then
    crawl.delay(r, crawl.now + retry_in)
  elseif to == 'v' then
    crawl.revisit_later(r)
  elseif to == 'q' or to == 'o' then
    crawl.enqueue(r)
  end
end

-- conclude saves a record that is done, due again or dead. It comes after the page's
-- out-links, so that of a page of which the server applies a part none is lost. One that is due again gives
-- them once more when it comes.
function crawl.conclude(r, reason)
  if r.state == 'd' then
    crawl.close(r)
    crawl.add('done', 1)
  elseif r.again then
    if crawl.by_source then crawl.start(r.digest, crawl.rescored, r.value) end
    crawl.delay(r, r.again)
    if r.again <= crawl.now then crawl.fall(r) end
  elseif r.state == 'x' then
    crawl.fail(r, reason)
  end
end

-- RARELY

-- fail lists a record among the failures.
function crawl.fail(r, reason)
  call('ZADD', crawl.failures, crawl.ordinal('deaths'), r.digest .. reason)
  crawl.save(r)
  crawl.add('dead', 1)
end

-- delay queues a record that is in no queue for a later time.
function crawl.delay(r, time)
  crawl.save(r)
  if r.state == 'u' then
    crawl.add('again', 1)
    call('ZADD', crawl.again, time, r.member)
    return
  end
  crawl.add('delayed', 1)
  call('ZADD', crawl.due, time, 'u' .. r.member)
  if crawl.bounded then
    call('ZADD', crawl.base .. 'late', crawl.score(r.age, r.value), r.member)
    crawl.add('bytes', crawl.size(r.body))
    crawl.evictions = crawl.evictions + 1
    crawl.evict()
  end
end

function crawl.revisit_later(r)
  crawl.save(r)
  crawl.add('revisits', 1)
  call('ZADD', crawl.revisits, crawl.ordinal('revisited'), r.digest)
end
