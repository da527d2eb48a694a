-- news.lua: what a worker hears of a shard with each answer, to know which to ask next:
-- the last tick and token, how many batches wait in outboxes, 1 if it is idle, how many
-- URLs it has, score and age of the best URL that may be leased, microseconds until
-- something falls due, the number of the URL that failed last, and score and age of the best page that is
-- overdue, '-' for none; and the crawl's clock, by which a worker knows which of two is the later.

-- top returns the member of the ready URL that is leased next, and its score.
function crawl.top()
  local top = crawl.batches and call('ZREVRANGE', crawl.ready.b, 0, 0, 'WITHSCORES') or {}
  if not top[1] then top = call('ZREVRANGE', crawl.ready.q, 0, 0, 'WITHSCORES') end
  return top[1], top[2]
end

-- top_again does likewise of the pages that are overdue.
function crawl.top_again()
  local top = call('ZREVRANGE', crawl.ready.o, 0, 0, 'WITHSCORES')
  return top[1], top[2]
end

function crawl.news()
  local count, idle = crawl.count, crawl.idle()
  local member, score = crawl.top()
  local due, again, worth = crawl.next_due(), nil, nil
  if count.overdue > 0 then again, worth = crawl.top_again() end
  local failed = idle and call('ZREVRANGE', crawl.revisits, 0, 0, 'WITHSCORES')[2]
  return crawl.whole(math.max(count.seq, crawl.tick)) .. ' ' .. crawl.whole(count.token) .. ' ' .. count.out .. ' ' ..
    (idle and '1' or '0') .. ' ' .. count.urls .. ' ' .. (score or '-') .. ' ' .. (member and string.sub(member, 1, 12) or '-') .. ' ' ..
    (due and crawl.whole(math.max(0, due - crawl.now)) or '-') .. ' ' .. (failed or '-') .. ' ' ..
    (worth or '-') .. ' ' .. (again and string.sub(again, 1, 12) or '-') .. ' ' .. crawl.whole(crawl.now)
end
