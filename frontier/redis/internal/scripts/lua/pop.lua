-- pop.lua: leases up to n of the best URLs, with 0 none. ARGV: n, 1 for a worker that is
-- going to sleep if there are none, 1 for one that waits for the first push,
-- 1 for one that has taken in entries, score and age of what another shard has, below
-- which nothing is leased, or '', 1 if URLs that failed may be revisited, for nothing
-- else is left in any shard, and o or q for what is overdue or not alone, or ''. Returns 0, the news and the leases, six values each; or the
-- microseconds until something falls due; or -1 if nothing is left to come; or -2 if
-- entries are to be taken in first.

local n, sleeps, hopes = math.min(tonumber(ARGV[first]), crawl.most), ARGV[first + 1] == '1', ARGV[first + 2] == '1'
local score, age, reopens = ARGV[first + 4], ARGV[first + 5], ARGV[first + 6] == '1' or crawl.shards == 1
local kind = ARGV[first + 7]
local reply, over, revisit = {0, ''}, false, nil

if crawl.count.inbox > 0 and ARGV[first + 3] ~= '1' then return {-2, ''} end
crawl.begin()
local gap = crawl.count.token % 64 < n and crawl.missing() -- now and then, and if there is nothing
if gap then return crawl.torn(gap) end
crawl.fall_due()
if n == 0 and crawl.idle() then over = true end
while #reply < 2 + n * 6 do
  if crawl.batches then crawl.form_batch() end
  local r = crawl.next(score, age, kind)
  if r then
    crawl.lease(r)
    local at = #reply
    reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4], reply[at + 5], reply[at + 6] =
      r.token, tostring(r.attempts), string.format('%d', crawl.flags(r) + (r.state == 'r' and 32 or 0)), r.host, r.value, r.body
  elseif #reply > 2 or not crawl.idle() then
    break
  elseif not reopens then
    over = true
    break
  else
    revisit = crawl.next_revisit()
    over = not revisit
    if over or revisit > crawl.now then break end
    crawl.revisit()
  end
end
crawl.finish()
if crawl.shards > 1 then reply[2] = crawl.news() end
if #reply > 2 then return reply end
gap = crawl.missing()
if gap then return crawl.torn(gap) end
local again = crawl.idle() and crawl.continuous and crawl.next_again()
if over and not again and crawl.shards == 1 and not (hopes and crawl.count.urls == 0) then return {-1, ''} end
local next = not crawl.idle() and crawl.earliest() or math.min(revisit or crawl.never, again or crawl.never)
local ready = crawl.top() or crawl.top_again()
if next == crawl.never and not crawl.idle() and not ready then return crawl.torn(crawl.base .. 'q:*') end
if sleeps and (n > 0 or not ready) then call('HSET', KEYS[1], 'waiting', next) end
return {over and not again and crawl.shards > 1 and -1 or math.max(1, next - crawl.now), reply[2]}
