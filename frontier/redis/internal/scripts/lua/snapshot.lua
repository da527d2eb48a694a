-- snapshot.lua: a snapshot takes the place of observations, in steps. ARGV: the step, and what it says.
-- Of a script of which the server applies a part, later, nothing remains but what the same step writes again.

local what, name = ARGV[first], ARGV[first + 1]
local stored, keeper, until_, kept, old = unpack(call('HMGET', KEYS[1], 'snapshot', 'keeper', 'keeper until', 'keeps', 'old'))
local begun, number, pieces = string.match(stored or '0 0 0', '^(%d+) (%d+) (%d+)$')
local function key(of) return crawl.base .. 'snapshot:' .. of end

-- drop_old removes the snapshot that another one has replaced.
local function drop_old()
  if old and old ~= begun then call('UNLINK', key(old)) end
end

-- keep has the crawl know who is at a snapshot; if that is gone a minute later another may be.
local function keep(of) call('HSET', KEYS[1], 'keeper', name, 'keeper until', crawl.now + 6e7, 'keeps', of) end

-- which: the number of the first observations that the snapshot covers, that of the latest, and how many
-- pieces it has.
if what == 'which' then return {tonumber(begun), tonumber(number), tonumber(pieces)} end

-- read: pieces of the snapshot of a first number, from one to before another, up to some bytes.
if what == 'read' then
  local reply, size = {}, 0
  for i = tonumber(ARGV[first + 2]), tonumber(ARGV[first + 3]) - 1 do
    local piece = size < tonumber(ARGV[first + 4]) and call('HGET', key(name), i)
    if not piece then
      if #reply == 0 and name == begun then return redis.error_reply('LOST ' .. key(name) .. ' lacks entries') end
      break
    end
    reply[#reply + 1], size = piece, size + #piece
  end
  return reply
end

crawl.begin()
local reply = {0}
if what == 'begin' then -- by whom, what it is to cover, and the number of the one that it goes on from
  local covers, after = math.min(tonumber(ARGV[first + 2]), crawl.count.observations), ARGV[first + 3]
  reply = {0, 0, 0}
  if covers > tonumber(number) and (after == '0' or after == number)
    and (not keeper or keeper == '' or keeper == name or tonumber(until_) < crawl.now) then
    reply = after == '0' and {covers, covers, 0} or {covers, tonumber(begun), tonumber(pieces)}
    local own = crawl.whole(reply[2])
    if kept and kept ~= '' and kept ~= begun and kept ~= own then call('UNLINK', key(kept)) end
    drop_old() -- whose process has not come to the cut
    keep(own)
  end
elseif what == 'cut' then -- removes observations up to those that the snapshot before covers
  local cut, to = unpack(call('HMGET', KEYS[1], 'cut', 'cut to'))
  cut, to = tonumber(cut or 0), tonumber(to or 0)
  local numbers = {}
  for n = cut + 1, math.min(to, cut + crawl.most) do numbers[#numbers + 1] = crawl.whole(n) end
  if numbers[1] then
    call('HSET', KEYS[1], 'cut', cut + #numbers) -- first: what is left over does no harm
    call('HDEL', crawl.observations, unpack(numbers))
  end
  drop_old()
  reply = {to - cut - #numbers}
elseif what == 'leave' and keeper == name then
  call('HSET', KEYS[1], 'keeper until', 0)
elseif keeper == name and kept == ARGV[first + 2] then
  reply = {1}
  if what == 'pieces' then -- by whom, of which, the number of the first one, and the pieces
    local args = {'HSET', key(kept)}
    for i = first + 4, #ARGV do
      args[#args + 1], args[#args + 2] = crawl.whole(tonumber(ARGV[first + 3]) + i - first - 4), ARGV[i]
    end
    call(unpack(args))
    keep(kept)
  else -- end: by whom, of which, how many pieces it has, and what it covers
    call('HSET', KEYS[1], 'snapshot', kept .. ' ' .. ARGV[first + 4] .. ' ' .. ARGV[first + 3], 'keeper', '', 'keeps', '', 'cut to', number, 'old', begun)
  end
elseif what == 'end' and stored == ARGV[first + 2] .. ' ' .. ARGV[first + 4] .. ' ' .. ARGV[first + 3] then
  reply = {1} -- its answer was lost
end
crawl.finish()
return reply
