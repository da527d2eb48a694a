-- host.lua: where a host stands. With URLs queued it is in the ready set when
-- it may be visited now, under its best URL, and among what falls due when it
-- may be visited later. A host with as many leases as it may have is in neither.

crawl.per_host = tonumber(ARGV[6])
crawl.hosts, crawl.numbers, crawl.touched = {}, {}, {}

function crawl.host(id)
  local h = crawl.hosts[id]
  if h then return h end
  local text = call('HGET', crawl.host_key, id)
  local leases, after, place, at = string.match(text, '^(%d+) (%d+) (%S+) ()')
  h = {id = id, leases = tonumber(leases), next = tonumber(after), place = place,
    name = string.sub(text, at)}
  crawl.hosts[id] = h
  return h
end

function crawl.save_host(h)
  call('HSET', crawl.host_key, h.id,
    h.leases .. ' ' .. crawl.whole(h.next) .. ' ' .. h.place .. ' ' .. h.name)
end

-- number_of returns the id of a host, a new one for a new host.
function crawl.number_of(name)
  local id = crawl.numbers[name]
  if id then return id end
  local key = crawl.base .. 'hosts'
  id = call('HGET', key, name)
  if not id then
    id = tostring(call('HLEN', key) + 1)
    call('HSET', key, name, id)
    local h = {id = id, leases = 0, next = 0, place = '-', name = name}
    crawl.hosts[id] = h
    crawl.save_host(h)
  end
  crawl.numbers[name] = id
  return id
end

-- queue returns the key of a host's queue: q or, for what is in the batch, b.
function crawl.queue(state, id) return crawl.base .. state .. ':' .. id end

-- front returns the best URL of a host, its state and its score.
function crawl.front(id)
  if crawl.batches then
    local best = call('ZREVRANGE', crawl.queue('b', id), 0, 0, 'WITHSCORES')
    if best[1] then return best[1], 'b', best[2] end
  end
  local best = call('ZREVRANGE', crawl.queue('q', id), 0, 0, 'WITHSCORES')
  return best[1], 'q', best[2]
end

-- settle puts a host where it belongs. Its place is '-' for nowhere, 'w' for
-- what falls due, and otherwise the state and member that stand for it in the
-- ready set of that state.
function crawl.settle(h)
  local place, member, state, score = '-', nil, nil, nil
  if h.leases < crawl.per_host then
    member, state, score = crawl.front(h.id)
    if member then
      place = h.next > crawl.now and 'w' or state .. member
    end
  end
  if h.place ~= place then
    if h.place == 'w' then
      call('ZREM', crawl.due, 'h' .. h.id)
    elseif h.place ~= '-' then
      call('ZREM', crawl.ready[string.sub(h.place, 1, 1)], string.sub(h.place, 2))
    end
    if place ~= 'w' and place ~= '-' then call('ZADD', crawl.ready[state], score, member) end
    h.place, h.changed = place, true
  end
  if h.changed then
    if place == 'w' then call('ZADD', crawl.due, h.next, 'h' .. h.id) end
    crawl.save_host(h)
    h.changed = false
  end
end

-- touch has a host settled later: once for all its URLs of a push.
function crawl.touch(id) crawl.touched[id] = true end

function crawl.settle_touched()
  for id in pairs(crawl.touched) do crawl.settle(crawl.host(id)) end
  crawl.touched = {}
end
