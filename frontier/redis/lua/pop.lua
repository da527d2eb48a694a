-- pop.lua: leases up to n of the best URLs. ARGV: n, and 1 for a worker that
-- is going to sleep if there are none. Returns 0 and the leases, six values
-- each; or the microseconds until something falls due; or -1 if nothing is left
-- to come.

local n, sleeps = tonumber(ARGV[first]), ARGV[first + 1] == '1'
local reply, over = {0}, false

crawl.fall_due()
while #reply < n * 6 do
  if crawl.batches then crawl.form_batch() end
  local member = crawl.best()
  if member then
    local r = crawl.lease(member)
    local at = #reply
    reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4], reply[at + 5], reply[at + 6] =
      r.token, tostring(r.attempts), r.revisited, r.host, r.value, r.body
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
if over then return {-1} end
if #reply > 1 then return reply end
local next = crawl.earliest()
if sleeps then call('HSET', KEYS[1], 'waiting', next) end
return {math.max(1, next - crawl.now)}
