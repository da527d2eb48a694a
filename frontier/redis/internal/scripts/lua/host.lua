-- host.lua: where a host stands. With URLs queued it is in the ready set when
-- it may be visited now, under its best URL, and among what falls due when it
-- may be visited later. A host with as many leases as it may have is in neither. The same
-- holds, apart, for its pages that are overdue: these have a queue and a ready set of their own.
--
-- Its record is: leases next place score, and place and score of what is overdue, unless that
-- is nowhere. A place is '-' for nowhere, 'w' for what falls due, and otherwise the state and
-- member that represent it in the ready set of that state, with a score.

-- host returns a host. A new one is saved at once, before what is queued of it: a
-- repair finds the queues by the hosts.
function crawl.host(name)
  local h = crawl.hosts[name]
  if h then return h end
  local text = call('HGET', crawl.host_key, name)
  if text then
    local leases, next, place, score, again, again_score = string.match(text, '^(%d+) (%d+) (%S+) (%S+) ?(%S*) ?(%S*)$')
    h = {name = name, leases = tonumber(leases), next = tonumber(next), place = place, score = score, again = '-', again_score = '0'}
    if again ~= '' then h.again, h.again_score = again, again_score end
  else
    h = {name = name, leases = 0, next = 0, place = '-', score = '0', again = '-', again_score = '0'}
    crawl.add('hosts', 1)
    call('HSET', crawl.host_key, name, '0 0 - 0')
  end
  crawl.hosts[name] = h
  return h
end

-- queue returns the key of a host's queue: q or, for what is in the batch, b, or o for what is overdue.
function crawl.queue(state, host) return crawl.base .. state .. ':' .. host end

-- front returns the best URL of a host, its state and its score.
function crawl.front(host)
  if crawl.batches then
    local best = call('ZREVRANGE', crawl.queue('b', host), 0, 0, 'WITHSCORES')
    if best[1] then return best[1], 'b', best[2] end
  end
  local best = call('ZREVRANGE', crawl.queue('q', host), 0, 0, 'WITHSCORES')
  return best[1], 'q', best[2]
end

-- stand puts a host in a place, of what was not fetched yet or of what is overdue.
local function stand(h, at, scored, member, state, score)
  local place = member and (state == 'w' and 'w' or state .. member) or '-'
  if place == 'w' or place == '-' then score = '0' end
  local was = h[at]
  if was ~= place then
    if was ~= '-' and was ~= 'w' then
      call('ZREM', crawl.ready[string.sub(was, 1, 1)], string.sub(was, 2))
      crawl.add('open', -1)
    end
    if place ~= '-' and place ~= 'w' then crawl.add('open', 1) end
  end
  if was ~= place or h[scored] ~= score then
    if place ~= '-' and place ~= 'w' then call('ZADD', crawl.ready[state], score, member) end
    h[at], h[scored], h.changed = place, score, true
  end
end

function crawl.waits(h) return h.place == 'w' or h.again == 'w' end

-- settle puts a host where it belongs and saves it.
function crawl.settle(h)
  local waited, member, state, best, old = crawl.waits(h), nil, nil, nil, {}
  if h.leases < crawl.per_host then
    member, state, best = crawl.front(h.name)
    if crawl.count.overdue > 0 then old = call('ZREVRANGE', crawl.queue('o', h.name), 0, 0, 'WITHSCORES') end
  end
  local later = h.next > crawl.now and 'w'
  stand(h, 'place', 'score', member, later or state, best)
  stand(h, 'again', 'again_score', old[1], later or 'o', old[2])
  local waits = crawl.waits(h)
  if waits ~= waited then crawl.add('waits', waits and 1 or -1) end
  if waited and not waits then call('ZREM', crawl.due, 'h' .. h.name) end
  if h.changed then
    if waits then call('ZADD', crawl.due, h.next, 'h' .. h.name) end
    call('HSET', crawl.host_key, h.name, h.leases .. ' ' .. crawl.whole(h.next) .. ' ' .. h.place .. ' ' .. h.score ..
      (h.again == '-' and '' or ' ' .. h.again .. ' ' .. h.again_score))
    h.changed = false
  end
end

-- touch has a host settled later: once for all its URLs of a push.
function crawl.touch(name) crawl.touched[name] = true end

-- queued has a host settled later if a URL that was queued makes a difference:
-- none does while the host has to wait, nor one that is not the best.
function crawl.queued(r, score)
  local h = crawl.host(r.host)
  if h.place == 'w' or h.leases >= crawl.per_host then return end
  if h.place == '-' or crawl.number(score) >= crawl.number(h.score) or crawl.batches then
    crawl.touched[r.host] = true
  end
end

function crawl.settle_touched()
  for name in pairs(crawl.touched) do crawl.settle(crawl.host(name)) end
  crawl.touched = {}
end
