-- crawl.lua: what every script begins with. The crawl's keys, the worker's
-- options, the server's clock and the counters, which finish() writes back. The
-- keys are described in keys.go.
--
-- Redis runs all of a script each time, so a function costs as much as it
-- captures: all functions are in one table, and capture it and call.

local call = redis.call
local crawl = {key = KEYS[1], order = ARGV[1], reevaluation = ARGV[2]}

do
  local s = call('HMGET', KEYS[1], 'format', 'waiting',
    'seq', 'token', 'queued', 'delayed', 'leased', 'done', 'evicted', 'bytes')
  if not s[1] then
    return redis.error_reply('NOCRAWL the crawl is gone from the server')
  end
  crawl.waiting = s[2] and tonumber(s[2]) -- when the sleepers wake up; see wake.lua
  crawl.count = {
    seq = tonumber(s[3]), token = tonumber(s[4]), queued = tonumber(s[5]),
    delayed = tonumber(s[6]), leased = tonumber(s[7]), done = tonumber(s[8]),
    evicted = tonumber(s[9]), bytes = tonumber(s[10]),
  }
  crawl.counted = {} -- names of the counters that have changed

  local base = string.sub(KEYS[1], 1, -6) -- without the word crawl
  crawl.base = base
  crawl.url, crawl.host_key, crawl.due = base .. 'url', base .. 'host', base .. 'due'
  crawl.ready = {q = base .. 'ready', b = base .. 'ready:b'}
  crawl.ranked_key = {q = base .. 'all', b = base .. 'batch'}

  crawl.capacity, crawl.bytes = tonumber(ARGV[4]), tonumber(ARGV[5]) -- 0 is no bound
  crawl.bounded = crawl.capacity > 0 or crawl.bytes > 0
  crawl.history = ARGV[8] == '1'
  crawl.batches = crawl.order == 'best-n-first'
  crawl.ranked = crawl.bounded or crawl.history or crawl.batches -- all queued URLs are ranked
  crawl.by_source = crawl.reevaluation == 'noisyor' or crawl.reevaluation == 'hosts'

  local time = call('TIME')
  crawl.now = time[1] * 1000000 + time[2]
end

local first = 9 -- the first argument of the script itself

-- Lua writes a number in a text with 14 digits. Whole ones are exact to 2^53,
-- which is the year 2255 in microseconds; 17 digits keep any double. What is
-- given to call() keeps all digits by itself.
function crawl.whole(n) return string.format('%.0f', n) end
function crawl.exact(n) return string.format('%.17g', n) end

function crawl.add(name, n)
  crawl.count[name] = crawl.count[name] + n
  crawl.counted[name] = true
end

function crawl.save_counts()
  local args = {'HSET', crawl.key}
  for name in pairs(crawl.counted) do
    args[#args + 1] = name
    args[#args + 1] = crawl.count[name]
  end
  if #args > 2 then call(unpack(args)) end
end
