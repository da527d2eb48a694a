-- peek.lua: the best queued URLs. ARGV: how many, and how many of what falls due
-- have been looked at by the scripts before. Returns how many have been now, -1
-- for all, and of each URL its score, member, host, value and body, the best
-- first: of a crawl that ranks all its URLs the best of all; of another the best
-- of the hosts looked at. These are the best that may be visited now, and those
-- that have to wait or have leases, which are among what falls due.

local n, at = tonumber(ARGV[first]), tonumber(ARGV[first + 1])
local reply = {-1}

local function list(member, score)
  local r = crawl.read_member(member)
  if not r or not crawl.ranked_key[r.state] then return end
  local i = #reply
  reply[i + 1], reply[i + 2], reply[i + 3], reply[i + 4], reply[i + 5] = score, member, r.host, r.value, r.body
end

local function list_ranked(key, limit)
  local some = limit > 0 and call('ZREVRANGE', key, 0, limit - 1, 'WITHSCORES') or {}
  for i = 1, #some, 2 do list(some[i], some[i + 1]) end
  return #some / 2
end

-- hosts returns the hosts that this script looks at.
local function hosts()
  local found = {}
  if at == 0 then
    for _, member in ipairs(call('ZREVRANGE', crawl.ready.q, 0, n - 1)) do
      local r = crawl.read_member(member)
      if r then found[r.host] = true end
    end
  end
  local due = call('ZRANGE', crawl.due, at, at + crawl.most - 1)
  for _, m in ipairs(due) do
    local kind, rest = string.sub(m, 1, 1), string.sub(m, 2)
    local r = kind == 'l' and crawl.read_member(rest)
    if kind == 'h' then found[rest] = true elseif r then found[r.host] = true end
  end
  if #due == crawl.most then reply[1] = at + crawl.most end
  return found
end

-- before reports whether one place in a queue comes before another. Lua compares
-- strings by locale: not so the ages in front of members.
local function before(a, b)
  if a.score ~= b.score then return a.score > b.score end
  return tonumber(string.sub(a.member, 1, 12)) > tonumber(string.sub(b.member, 1, 12))
end

-- merge lists the best of the queues of hosts: the fronts stand in order, the
-- best last, and each that is listed makes room for the next of its host.
local function merge(found)
  local fronts = {}
  local function put(host, pos)
    local best = call('ZREVRANGE', crawl.queue('q', host), pos, pos, 'WITHSCORES')
    if not best[1] then return end
    local front = {host = host, pos = pos, member = best[1], text = best[2], score = crawl.number(best[2])}
    local low, high = 1, #fronts + 1
    while low < high do
      local middle = math.floor((low + high) / 2)
      if before(fronts[middle], front) then high = middle else low = middle + 1 end
    end
    table.insert(fronts, low, front)
  end
  for host in pairs(found) do put(host, 0) end
  for _ = 1, n do
    local best = table.remove(fronts)
    if not best then return end
    list(best.member, best.text)
    put(best.host, best.pos + 1)
  end
end

if crawl.ranked then
  list_ranked(crawl.ranked_key.q, n - list_ranked(crawl.ranked_key.b, n))
else
  merge(hosts())
end
return reply
