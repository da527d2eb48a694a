-- observations.lua: some of the observations from a number on. Returns how many
-- there ever were, how many are there, and number and data of each. ARGV: the number, the greatest number, and by whom
-- they are of which the data are left out ('' for nobody).

local from, to, not_by = tonumber(ARGV[first]), tonumber(ARGV[first + 1]), ARGV[first + 2]
local total = tonumber(call('HGET', KEYS[1], 'observations') or 0)
to = math.min(to, total)
local reply = {crawl.whole(total), crawl.whole(call('XLEN', crawl.observations))}
local seen, size = 0, 0
while from <= to and seen < crawl.most and size < 1048576 do
  local some = call('XRANGE', crawl.observations, crawl.whole(from) .. '-0', crawl.whole(to) .. '-0', 'COUNT', 16)
  if #some == 0 then break end
  for _, entry in ipairs(some) do
    local number, by, data = string.match(entry[1], '^%d+'), entry[2][2], entry[2][4]
    if by == not_by then data = '' end
    reply[#reply + 1] = number
    reply[#reply + 1] = data
    size = size + #data
    seen = seen + 1
    from = tonumber(number) + 1
  end
end
return reply
