-- crawl.lua: what every script begins with. The crawl's keys, the worker's
-- options, the server's clock and the counters, which finish() writes back. The
-- keys are described in keys.go.
--
-- Redis runs all of a script each time, so a function costs by what it
-- captures: all functions are in one table, and capture that and call.

local call = redis.call

local stored = call('HMGET', KEYS[1], 'format', 'waiting',
  'seq', 'token', 'queued', 'delayed', 'leased', 'done', 'evicted', 'bytes', 'deaths')
if not stored[1] then
  return redis.error_reply('NOCRAWL the crawl is gone from the server')
end

local time = call('TIME')
local base = string.sub(KEYS[1], 1, -6) -- without the word crawl

local crawl = {
  base = base, url = base .. 'url', host_key = base .. 'host', due = base .. 'due',
  ready = {q = base .. 'ready', b = base .. 'ready:b'},
  ranked_key = {q = base .. 'all', b = base .. 'batch'},

  order = ARGV[1], batches = ARGV[1] == 'best-n-first',
  reevaluation = ARGV[2], by_source = ARGV[2] == 'noisyor' or ARGV[2] == 'hosts',
  capacity = tonumber(ARGV[4]), bytes = tonumber(ARGV[5]), -- 0 is no bound
  per_host = tonumber(ARGV[6]),
  lease_time = tonumber(ARGV[7]), -- microseconds
  history = ARGV[8] == '1',
  bounded = ARGV[4] ~= '0' or ARGV[5] ~= '0',
  ranked = ARGV[1] == 'best-n-first' or ARGV[4] ~= '0' or ARGV[5] ~= '0' or ARGV[8] == '1',

  now = time[1] * 1000000 + time[2],
  waiting = stored[2] and tonumber(stored[2]), -- when the sleepers wake up; see wake.lua
  count = {
    seq = tonumber(stored[3]), token = tonumber(stored[4]), queued = tonumber(stored[5]),
    delayed = tonumber(stored[6]), leased = tonumber(stored[7]), done = tonumber(stored[8]),
    evicted = tonumber(stored[9]), bytes = tonumber(stored[10]),
    deaths = tonumber(stored[11]),
  },
  counted = {}, -- names of the counters that have changed
  hosts = {}, touched = {}, -- see host.lua
}

local first = 9 -- the first argument of the script itself

-- Lua writes a number in a text with 14 digits. Whole ones are exact to 2^53,
-- which is the year 2255 in microseconds; 17 digits keep any double. What is
-- given to call() keeps all digits by itself.
function crawl.whole(n) return string.format('%.0f', n) end

-- number reads a value. The tonumber of miniredis refuses 1e-05.
function crawl.number(text) return text + 0 end

function crawl.add(name, n)
  crawl.count[name] = crawl.count[name] + n
  crawl.counted[name] = true
end

function crawl.save_counts()
  local args = {'HSET', KEYS[1]}
  for name in pairs(crawl.counted) do
    args[#args + 1] = name
    args[#args + 1] = crawl.count[name]
  end
  if #args > 2 then call(unpack(args)) end
end
