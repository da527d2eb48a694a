-- host.lua: where a host stands. With URLs queued it is in the ready set when
-- it may be visited now, under its best URL, and among what falls due when it
-- may be visited later. A host with as many leases as it may have is in neither. The same
-- holds, apart, for its pages that are overdue: these have a queue and a ready set of their own.
--
-- Its record is: leases next place score, and place and score of what is overdue, unless that
-- is nowhere. A place is '-' for nowhere, 'w' for what falls due, and otherwise the state and
-- member that represent it in the ready set of that state, with a score.

-- host returns a host. A new one is saved before what is queued of it: a
-- repair finds the queues by the hosts.
function crawl.host(name)
  local h = crawl.hosts[name]
  if h then return h end
  local text = crawl.host_texts[name]
  if text == nil then text = call('HGET', crawl.host_key, name) end
  if text then
    local leases, next, place, score, again, again_score = string.match(text, '^(%d+) (%d+) (%S+) (%S+) ?(%S*) ?(%S*)$')
    h = {name = name, leases = tonumber(leases), next = tonumber(next), place = place, score = score, again = '-', again_score = '0'}
    if again ~= '' then h.again, h.again_score = again, again_score end
  else
    h = {name = name, leases = 0, next = 0, place = '-', score = '0', again = '-', again_score = '0'}
    crawl.add('hosts', 1)
    crawl.put_host(name, '0 0 - 0')
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
      crawl.zrem(crawl.ready[string.sub(was, 1, 1)], string.sub(was, 2))
      crawl.add('open', -1)
    end
    if place ~= '-' and place ~= 'w' then crawl.add('open', 1) end
  end
  if was ~= place or h[scored] ~= score then
    if place ~= '-' and place ~= 'w' then crawl.zadd(crawl.ready[state], score, member) end
    h[at], h[scored], h.changed = place, score, true
  end
end

function crawl.waits(h) return h.place == 'w' or h.again == 'w' end

-- settle puts a host where it belongs and saves it, once it is flushed. Its best URL may be known.
function crawl.settle(h, known)
  local waited, member, state, best, old = crawl.waits(h), nil, nil, nil, nil
  if h.leases < crawl.per_host then
    if known then
      member, state, best = known.member, 'q', known.score
    else
      member, state, best = crawl.front(h.name)
    end
    if crawl.count.overdue > 0 then old = call('ZREVRANGE', crawl.queue('o', h.name), 0, 0, 'WITHSCORES') end
  end
  local later = h.next > crawl.now and 'w'
  stand(h, 'place', 'score', member, later or state, best)
  if old or h.again ~= '-' then
    old = old or {}
    stand(h, 'again', 'again_score', old[1], later or 'o', old[2])
  end
  local waits = crawl.waits(h)
  if waits ~= waited then crawl.add('waits', waits and 1 or -1) end
  if waited and not waits then crawl.zrem(crawl.due, 'h' .. h.name) end
  if h.changed then
    if waits then crawl.zadd(crawl.due, h.next, 'h' .. h.name) end
    crawl.put_host(h.name, h.leases .. ' ' .. crawl.whole(h.next) .. ' ' .. h.place .. ' ' .. h.score ..
      (h.again == '-' and '' or ' ' .. h.again .. ' ' .. h.again_score))
    h.changed = false
  end
end

-- touch has a host settled later: once for all its URLs of a push.
function crawl.touch(name) crawl.touched[name] = true end

-- queued has a host settled later if a URL that was queued, or has a new score, makes a difference:
-- none does while the host has to wait, nor one that is not the best and was not. One that is better than the best is
-- the best.
function crawl.queued(name, member, score)
  local touched = crawl.touched[name]
  if touched == true then return end
  local h, text = crawl.hosts[name], crawl.host_texts[name]
  local leases, next_at, place_at, best, kind, is_best
  if touched then
    kind, best, is_best = 'q', touched.score, touched.member == member
  else
    if not h and text then leases, next_at, place_at, best = string.match(text, '^(%d+) ()%d+ ()%S+ (%S+)$') end
    if leases then
      kind = string.sub(text, place_at, place_at)
    else
      h = h or crawl.host(name)
      leases, kind, best = h.leases, string.sub(h.place, 1, 1), h.score
    end
    if kind == 'w' or leases - crawl.per_host >= 0 then return end
  end
  local more = kind == '-' and 1 or score - best
  if more < 0 and not touched then is_best = string.find(h and h.place or text, member, 1, true) end
  if crawl.batches or more == 0 or more < 0 and is_best then
    crawl.touched[name] = true
  elseif more > 0 and touched then
    touched.member, touched.score = member, score
  elseif more > 0 then
    crawl.touched[name] = {member = member, score = score, text = not h and text, next_at = next_at, place_at = place_at}
  end
end

-- settle_better settles a host which has a new best URL and of which nothing else has changed, unless it has to
-- wait. It returns whether it has.
function crawl.settle_better(name, known)
  local text, place_at = known.text, known.place_at
  if not text or crawl.count.overdue > 0 or string.sub(text, known.next_at, place_at - 2) - crawl.now > 0 then return false end
  local member = string.match(text, '^q(%S+)', place_at)
  if not member then
    crawl.add('open', 1)
  elseif member ~= known.member then
    crawl.zrem(crawl.ready.q, member)
  end
  crawl.zadd(crawl.ready.q, known.score, known.member)
  crawl.put_host(name, string.sub(text, 1, place_at - 1) .. 'q' .. known.member .. ' ' .. known.score)
  return true
end

function crawl.settle_touched()
  crawl.flush()
  local n = 0
  for name, known in pairs(crawl.touched) do
    if known == true or not crawl.settle_better(name, known) then
      crawl.settle(crawl.host(name), known ~= true and known)
    end
    n = n + 1
    if n % 200 == 0 then crawl.flush() end -- commands are not to get too long
  end
  crawl.flush()
  if n > 0 then crawl.touched = {} end
end
