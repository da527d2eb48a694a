-- wake.lua: when blocked workers are to look again. A worker that finds nothing
-- leaves in the counter waiting the time until which it sleeps. A call that
-- makes something available before that clears it and publishes, so there is
-- one message for one sleep, however much happens meanwhile. When the time
-- comes the sleepers wake up by themselves.

crawl.never = 9e15

-- idle reports whether only revisits, if anything, are left.
function crawl.idle()
  local count = crawl.count
  return count.queued + count.delayed + count.leased + count.inbox == 0
end

crawl.was_idle = crawl.idle()

-- next_revisit returns when the host of the URL that failed last may be
-- visited, nil if none failed. Until then what is pushed goes first.
function crawl.next_revisit()
  local digest = call('ZREVRANGE', crawl.revisits, 0, 0)[1]
  return digest and crawl.host(crawl.read(digest).host).next
end

-- earliest returns when something falls due, 0 if it is all over. A shard is over once.
function crawl.earliest()
  if crawl.shards > 1 and crawl.idle() then return crawl.was_idle and crawl.never or 0 end
  if crawl.idle() then return crawl.next_revisit() or 0 end
  if crawl.count.inbox > 0 then return crawl.now end
  local next = call('ZRANGE', crawl.due, 0, 0, 'WITHSCORES')
  return next[1] and tonumber(next[2]) or crawl.never
end

-- finish writes back what a script has changed. Every script ends with it.
function crawl.finish()
  crawl.settle_touched()
  crawl.save_counts()
  if crawl.waiting and (crawl.earliest() < crawl.waiting
    or call('EXISTS', crawl.ready.q, crawl.ready.b) > 0) then
    call('HDEL', KEYS[1], 'waiting')
    call('PUBLISH', crawl.base .. 'wake', '')
  end
end
