-- wake.lua: when blocked workers are to look again. A worker that finds nothing
-- leaves in the counter waiting the time until which it sleeps. A call that
-- makes something available before that clears it and publishes, so there is
-- one message for one sleep, however much happens meanwhile. When the time
-- comes the sleepers wake up by themselves.

-- idle reports whether only revisits, if anything, are left.
function crawl.idle()
  local count = crawl.count
  return count.queued + count.delayed + count.leased + count.overdue + count.inbox == 0
end

crawl.was_idle = crawl.idle()

-- next_again returns when the first page is due again, nil if none is.
function crawl.next_again()
  local next = crawl.count.again > 0 and call('ZRANGE', crawl.again, 0, 0, 'WITHSCORES')[2]
  return next and tonumber(next)
end

-- next_due returns when something falls due, nil if nothing does.
function crawl.next_due()
  local next, again = call('ZRANGE', crawl.due, 0, 0, 'WITHSCORES')[2], crawl.next_again()
  next = next and tonumber(next)
  return next and again and math.min(next, again) or next or again
end

-- earliest returns when something falls due, 0 if it is all over. A shard is over once.
function crawl.earliest()
  if crawl.idle() then
    local again = crawl.continuous and crawl.next_again()
    if crawl.shards > 1 then return again or crawl.was_idle and crawl.never or 0 end
    local revisit = crawl.next_revisit()
    return revisit and again and math.min(revisit, again) or revisit or again or 0
  end
  if crawl.count.inbox > 0 then return crawl.now end
  return crawl.next_due() or crawl.never
end

-- finish writes back what a script has changed. Every script ends with it.
function crawl.finish()
  crawl.settle_touched()
  crawl.save_counts()
  if crawl.waiting and (crawl.earliest() < crawl.waiting
    or call('EXISTS', crawl.ready.q, crawl.ready.b, crawl.ready.o) > 0) then
    call('HDEL', KEYS[1], 'waiting')
    call('PUBLISH', crawl.base .. 'wake', '')
  end
end

-- RARELY

-- next_revisit returns when the host of the URL that failed last may be
-- visited, nil if none failed. Until then what is pushed goes first.
function crawl.next_revisit()
  local digest = call('ZREVRANGE', crawl.revisits, 0, 0)[1]
  return digest and crawl.host(crawl.read(digest).host).next
end
