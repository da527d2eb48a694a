-- rerank.lua: records whose value has changed.

-- RARELY

-- rerank saves a record that waits and puts it in its place after its value
-- has changed.
function crawl.rerank(r)
  crawl.put(r.digest, crawl.text(r))
  if r.state == 'q' or r.state == 'b' then
    local score = crawl.score(r.age, r.value)
    crawl.queued(r.host, r.member, score)
    if r.state == 'q' then
      crawl.zadd_queue(r.host, score, r.member)
    else
      crawl.zadd(crawl.queue('b', r.host), score, r.member)
    end
    if crawl.ranked then crawl.zadd(crawl.ranked_key[r.state], score, r.member) end
  elseif r.state == 'w' and crawl.bounded then
    crawl.zadd(crawl.base .. 'late', crawl.score(r.age, r.value), r.member)
  end
end

-- revive queues an evicted record. It returns false if the record is not
-- evicted.
function crawl.revive(r)
  if not crawl.apply(r, 'recover') then return false end
  crawl.add('evicted', -1)
  crawl.enqueue(r)
  if crawl.history then
    r = crawl.read(r.digest)
    if r.state == 'q' then crawl.note(r, 'recovered', '0', 0, '0 ') end
  end
  return true
end
