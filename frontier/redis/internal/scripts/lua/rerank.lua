-- rerank.lua: records whose value has changed.

-- rerank saves a record that waits and puts it in its place after its value
-- has changed.
function crawl.rerank(r)
  crawl.save(r)
  if r.state == 'q' or r.state == 'b' then
    local score = crawl.score(r)
    call('ZADD', crawl.queue(r.state, r.host), score, r.member)
    if crawl.ranked then call('ZADD', crawl.ranked_key[r.state], score, r.member) end
    crawl.touch(r.host)
  elseif r.state == 'w' and crawl.bounded then
    call('ZADD', crawl.base .. 'late', crawl.score(r), r.member)
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
