-- records.lua: some of the records in some states. ARGV: the cursor of a scan, and the
-- letters of the states. Returns the next cursor, and the records.

local cursor, fields = unpack(call('HSCAN', crawl.url, ARGV[first], 'COUNT', crawl.most))
local reply = {cursor}
for i = 2, #fields, 2 do
  if string.find(ARGV[first + 1], string.sub(fields[i], 1, 1), 1, true) then reply[#reply + 1] = fields[i] end
end
return reply
