-- pop.lua: leases up to n of the best URLs. ARGV: n, 1 for a worker that is
-- going to sleep if there are none, 1 for one that waits for the first push, and
-- 1 for one that has taken in entries. Returns 0 and the leases, six values each;
-- or the microseconds until something falls due; or -1 if nothing is left to
-- come; or -2 if entries are to be taken in first.

local n, sleeps, hopes = math.min(tonumber(ARGV[first]), crawl.most), ARGV[first + 1] == '1', ARGV[first + 2] == '1'
local reply, over = {0}, false

if crawl.count.inbox > 0 and ARGV[first + 3] ~= '1' then return {-2} end
crawl.begin()
local gap = crawl.count.token % 64 < n and crawl.missing() -- now and then, and if there is nothing
if gap then return crawl.torn(gap) end
crawl.fall_due()
while #reply < n * 6 do
  if crawl.batches then crawl.form_batch() end
  local r = crawl.best()
  if r then
    crawl.lease(r)
    local at = #reply
    reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4], reply[at + 5], reply[at + 6] =
      r.token, tostring(r.attempts), crawl.flags(r), r.host, r.value, r.body
  elseif #reply > 1 or not crawl.idle() then
    break
  else
    local next = crawl.next_revisit()
    over = not next
    if over or next > crawl.now then break end
    crawl.revisit()
  end
end
crawl.finish()
if #reply > 1 then return reply end
gap = crawl.missing()
if gap then return crawl.torn(gap) end
if over and not (hopes and crawl.count.urls == 0) then return {-1} end
local next = crawl.earliest()
if next == crawl.never and not crawl.idle() then return crawl.torn(crawl.base .. 'q:*') end
if over then next = crawl.never end
if sleeps then call('HSET', KEYS[1], 'waiting', next) end
return {math.max(1, next - crawl.now)}
