-- done.lua: ends a lease and takes the page's out-links. Returns 1 if work is
-- left, -1 if the lease does not hold, and -2 if it has made the URL what the result
-- makes of it before; then the news, and what send says of each batch; see shard.lua. ARGV:
-- digest, token, result, reason, microseconds until the retry, microseconds until the
-- host's next lease, until the page is due again (-1 for never) and what it is worth then, who observes and what, how many outboxes are to be trimmed, and
-- which and to where, how many batches are for other shards, and for which, and the
-- entries.

local r, result, reason = crawl.held(ARGV[first], ARGV[first + 1]), ARGV[first + 2], ARGV[first + 3]
if not r then
  local now = crawl.read(ARGV[first])
  local became = {fetched = 'duo', dead = 'x'}
  return now and string.find(became[result] or '', now.state, 1, true) and now.token == ARGV[first + 1] and {-2, ''} or {-1, ''}
end
-- Without links and observation a page takes no more memory than before: so much
-- may be done on a server whose memory is full.
local observation = ARGV[first + 9]
if #ARGV > first + 11 or observation ~= '' then crawl.begin() else crawl.begin_in_full_memory() end
if observation ~= '' then
  crawl.observe(ARGV[first + 8] .. observation)
end
local batches = crawl.shards > 1 and crawl.trim_all(first + 10) or first + 11
local entries = batches + 2 * tonumber(ARGV[batches]) + 1
local reply = {0, ''}
crawl.end_lease(r, result, reason, tonumber(ARGV[first + 4]), tonumber(ARGV[first + 5]),
  tonumber(ARGV[first + 6]), ARGV[first + 7])
crawl.discoveries(ARGV, entries)
for at = batches + 1, entries - 1, 2 do
  local i = #reply
  reply[i + 1], reply[i + 2] = crawl.send(ARGV[at], ARGV[at + 1])
end
crawl.conclude(r, reason)
crawl.finish()
reply[1], reply[2] = crawl.left(), crawl.shards > 1 and crawl.news() or ''
return reply
