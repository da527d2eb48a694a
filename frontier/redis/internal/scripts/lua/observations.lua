-- observations.lua: some of the observations from a number on. Returns how many
-- there ever were, and number and data of each. ARGV: the number, the greatest number, and by whom
-- they are of which the data are left out, '' for nobody: then those that the snapshot covers are left out.

local from, not_by = tonumber(ARGV[first]), ARGV[first + 2]
local total = crawl.count.observations
local to = math.min(tonumber(ARGV[first + 1]), total)
local cut, snapshot = unpack(call('HMGET', KEYS[1], 'cut', 'snapshot'))
cut = tonumber(cut or 0)
if call('HLEN', crawl.observations) + cut < total then
  return redis.error_reply('LOST ' .. crawl.observations .. ' lacks entries')
end
from = math.max(from, 1 + (not_by == '' and snapshot and tonumber(string.match(snapshot, ' (%d+) ')) or cut))
local reply = {crawl.whole(total)}
local seen, size = 0, 0
while from <= to and seen < crawl.most and size < 1048576 do
  local number = crawl.whole(from)
  local text = call('HGET', crawl.observations, number)
  if text then
    local at = #reply
    local data = string.sub(text, 1, 12) == not_by and '' or string.sub(text, 13)
    reply[at + 1], reply[at + 2] = number, data
    size = size + #data
  end
  seen, from = seen + 1, from + 1
end
return reply
