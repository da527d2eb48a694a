-- missing.lua: what has been lost of the keys that can be rebuilt: a key that
-- was deleted, or evicted, or made again without what was in it. The counters
-- say how much is to be there.

-- RARELY

-- missing returns a key that lacks something, nil if none does.
function crawl.missing()
  local count = crawl.count
  local ready = call('ZCARD', crawl.ready.q)
  if count.overdue > 0 then ready = ready + call('ZCARD', crawl.ready.o) end
  if crawl.batches then ready = ready + call('ZCARD', crawl.ready.b) end
  if ready < count.open then return crawl.ready.q end
  if call('ZCARD', crawl.due) < count.leased + count.delayed + count.waits then return crawl.due end
  if count.again > 0 and call('ZCARD', crawl.again) < count.again then return crawl.again end
  if call('ZCARD', crawl.revisits) < tonumber(call('HGET', KEYS[1], 'revisits')) then return crawl.revisits end
  if crawl.ranked and call('ZCARD', crawl.ranked_key.q) + call('ZCARD', crawl.ranked_key.b) < count.queued then
    return crawl.ranked_key.q
  end
  if crawl.bounded and call('ZCARD', crawl.base .. 'late') < count.delayed then return crawl.base .. 'late' end
end

-- torn is the answer of a script that finds that a key lacks something: the worker
-- has the crawl repaired and calls it again.
function crawl.torn(key)
  crawl.note_gap()
  return redis.error_reply('TORN ' .. key .. ' lacks entries')
end
