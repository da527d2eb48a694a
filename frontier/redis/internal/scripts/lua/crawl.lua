-- crawl.lua: what every script begins with. The crawl's keys, the worker's
-- options, the clock and the counters, which finish() writes back. The keys are
-- described in keys.go.
--
-- A script keeps the server from all other work, so none of them does more than
-- crawl.most things of a kind at a time: entries taken in, hosts, delayed URLs
-- and leases that fall due, URLs leased, evicted, or put in a batch. The rest
-- is left for the next scripts.
--
-- Redis runs all of a script each time, so a function costs by what it
-- captures: all functions are in one table, and capture that and call. Those that
-- few runs need, which come after a line RARELY in their files, are made when one is called: so
-- what a script looks for in the table is never nil.

local call = redis.call

local stored = call('HMGET', KEYS[1], 'format', 'waiting', 'clock', 'skew', 'urls', 'hosts',
  'seq', 'token', 'queued', 'delayed', 'leased', 'inbox', 'open', 'waits', 'bytes', 'done',
  'begun', 'put', 'observations', 'concluded', 'sent', 'out', 'again', 'overdue', 'share')
if not stored[1] then
  return redis.error_reply('NOCRAWL the crawl is gone from the server')
end
if not stored[3] then
  return redis.error_reply('LOST ' .. KEYS[1] .. ' has no counters')
end

-- A slot that moves to another node lets no script in: a key that is not there is looked
-- for where it may have gone, which is an error before anything is changed.
call('EXISTS', KEYS[1] .. ':moves')

local tonumber, time = tonumber, call('TIME')
local wall = time[1] * 1000000 + time[2]
local base = string.sub(KEYS[1], 1, -6) -- without the word crawl

local crawl = {
  base = base, url = base .. 'url', host_key = base .. 'host', due = base .. 'due',
  again = base .. 'again', inbox = base .. 'inbox', revisits = base .. 'revisits', failures = base .. 'failures',
  observations = base .. 'observations',
  ready = {q = base .. 'ready', b = base .. 'ready:b', o = base .. 'ready:o'},
  ranked_key = {q = base .. 'all', b = base .. 'batch'},

  order = ARGV[1], batches = ARGV[1] == 'best-n-first',
  reevaluation = ARGV[2], by_source = ARGV[2] == 'noisyor' or ARGV[2] == 'hosts',
  capacity = tonumber(ARGV[4]), bytes = tonumber(ARGV[5]), -- 0 is no bound
  per_host = tonumber(ARGV[6]),
  lease_time = tonumber(ARGV[7]), -- microseconds
  history = ARGV[8] == '1',
  shards = tonumber(ARGV[9]), refresh = tonumber(ARGV[10]), continuous = ARGV[11] == '1',
  tick = tonumber(ARGV[12]), -- see shard.lua
  bounded = ARGV[4] ~= '0' or ARGV[5] ~= '0',
  plain = false, ranked = ARGV[1] == 'best-n-first' or ARGV[4] ~= '0' or ARGV[5] ~= '0' or ARGV[8] == '1',

  most = 1000, evictions = 1000,
  wall = wall, -- the server's clock, microseconds
  -- The crawl's own clock. If the server's is set back, it goes on from where
  -- it was last seen, so nothing waits for longer than it was to.
  now = math.max(wall + stored[4], stored[3] + 1),
  clock = tonumber(stored[3]), begun = tonumber(stored[17]), -- see whole.lua
  concluded = stored[20], -- see end.lua
  waiting = stored[2] and tonumber(stored[2]), -- when the sleepers wake up; see wake.lua
  count = {
    urls = tonumber(stored[5]), hosts = tonumber(stored[6]), -- records
    seq = tonumber(stored[7]), token = tonumber(stored[8]), -- the last ones
    queued = tonumber(stored[9]), delayed = tonumber(stored[10]), leased = tonumber(stored[11]),
    inbox = tonumber(stored[12]), -- entries still to be taken in
    open = tonumber(stored[13]), waits = tonumber(stored[14]), -- hosts that are ready or have to wait
    bytes = tonumber(stored[15]), -- of what is queued or delayed, with a bound
    done = tonumber(stored[16]),
    put = tonumber(stored[18]), -- number of the last entry that was put in the inbox
    observations = tonumber(stored[19]), -- number of the last one
    sent = tonumber(stored[21]), out = tonumber(stored[22]), -- last number and count of batches for other shards
    again = tonumber(stored[23]), overdue = tonumber(stored[24]), -- pages that are due again, later and by now
    share = tonumber(stored[25]), -- of a lease that is owed to these
    skew = tonumber(stored[4]), -- how far the crawl's clock is ahead of the server's
  },
  never = 9e15, -- a time
  counted = {}, -- names of the counters that have changed
  hosts = {}, host_texts = {}, touched = {}, pending = false, -- see host.lua and pending.lua
  ending = false, formed = false, repairs = false,
  texts = {}, -- of records, as the script has read them or written them, false for none
}

-- In a plain crawl the values of a URL decide its new one, and only its host's queue has it.
crawl.plain = not crawl.ranked and (crawl.reevaluation == 'greater' or crawl.reevaluation == 'replace')

local rarely -- makes the functions that few runs need
setmetatable(crawl, {__index = function(_, name)
  setmetatable(crawl, nil)
  rarely()
  return crawl[name]
end})

-- Keys that cannot be rebuilt from the rest.
local lost = call('HLEN', crawl.url) < crawl.count.urls and crawl.url
  or call('HLEN', crawl.host_key) < crawl.count.hosts and crawl.host_key
if lost then return redis.error_reply('LOST ' .. lost .. ' lacks entries') end

local first = 13 -- the first argument of the script itself

-- begin comes before all that a script writes; see whole.lua. A server whose memory
-- is full refuses the first write of a script or none: what begins with this one
-- changes all that it is to change or nothing.
function crawl.begin()
  call('HINCRBY', KEYS[1], 'begun', crawl.whole(crawl.now - crawl.begun))
  crawl.add('skew', crawl.now - crawl.wall - crawl.count.skew)
end

-- begin_in_full_memory is begin for a script that the server is not to refuse: after
-- a write that takes no memory, which may change nothing, it refuses none.
function crawl.begin_in_full_memory()
  call('HDEL', KEYS[1], '')
  crawl.begin()
end

-- Lua writes a number in a text with 14 digits. Whole ones are exact to 2^53,
-- which is the year 2255 in microseconds; 17 digits keep any double. What is
-- given to call() keeps all digits by itself, which takes longer than %d.
function crawl.whole(n) return string.format('%d', n) end

-- number reads a value. The tonumber of miniredis refuses 1e-05.
function crawl.number(text) return text + 0 end

-- add changes a counter. One that is not among those read is the server's to add.
function crawl.add(name, n)
  if n == 0 then return end
  local old = crawl.count[name]
  if not old then return call('HINCRBY', KEYS[1], name, n) end
  crawl.count[name] = old + n
  crawl.counted[name] = true
end

-- save_counts is a script's last change.
function crawl.save_counts()
  local args = {'HSET', KEYS[1], 'concluded', crawl.concluded}
  if not crawl.repairs then args[5], args[6] = 'clock', crawl.whole(crawl.now) end
  local n = #args
  for name in pairs(crawl.counted) do
    local value = crawl.count[name]
    args[n + 1], args[n + 2] = name, name ~= 'share' and name ~= 'repair' and string.format('%d', value) or value
    n = n + 2
  end
  call(unpack(args))
end
