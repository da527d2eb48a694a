-- host.lua: where a host stands. With URLs queued it is in the ready set when
-- it may be visited now, under its best URL, and among what falls due when it
-- may be visited later. A host with as many leases as it may have is in neither.
--
-- Its record is: leases next place score. The place is '-' for nowhere, 'w' for
-- what falls due, and otherwise the state and member that represent it in the
-- ready set of that state, with a score.

-- host returns a host. A new one is saved at once, before what is queued of it: a
-- repair finds the queues by the hosts.
function crawl.host(name)
  local h = crawl.hosts[name]
  if h then return h end
  local text = call('HGET', crawl.host_key, name)
  if text then
    local leases, next, place, score = string.match(text, '^(%d+) (%d+) (%S+) (%S+)$')
    h = {name = name, leases = tonumber(leases), next = tonumber(next), place = place, score = score}
  else
    h = {name = name, leases = 0, next = 0, place = '-', score = '0'}
    crawl.add('hosts', 1)
    call('HSET', crawl.host_key, name, '0 0 - 0')
  end
  crawl.hosts[name] = h
  return h
end

-- queue returns the key of a host's queue: q or, for what is in the batch, b.
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

-- leave takes a host from where it is.
function crawl.leave(h)
  if h.place == 'w' then
    call('ZREM', crawl.due, 'h' .. h.name)
    crawl.add('waits', -1)
  elseif h.place ~= '-' then
    call('ZREM', crawl.ready[string.sub(h.place, 1, 1)], string.sub(h.place, 2))
    crawl.add('open', -1)
  end
  h.place, h.score, h.changed = '-', '0', true
end

-- settle puts a host where it belongs and saves it.
function crawl.settle(h)
  local place, score = '-', '0'
  local member, state, best
  if h.leases < crawl.per_host then
    member, state, best = crawl.front(h.name)
    if member and h.next > crawl.now then
      place = 'w'
    elseif member then
      place, score = state .. member, best
    end
  end
  if h.place ~= place then
    crawl.leave(h)
    if place ~= '-' then crawl.add(place == 'w' and 'waits' or 'open', 1) end
  end
  if h.place ~= place or h.score ~= score then
    if place ~= 'w' and place ~= '-' then call('ZADD', crawl.ready[state], score, member) end
    h.place, h.score, h.changed = place, score, true
  end
  if h.changed then
    if place == 'w' then call('ZADD', crawl.due, h.next, 'h' .. h.name) end
    call('HSET', crawl.host_key, h.name,
      h.leases .. ' ' .. crawl.whole(h.next) .. ' ' .. place .. ' ' .. score)
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
