-- records.lua: some of the records in some states. ARGV: the cursor of a scan, which server
-- it is good for, and the letters of the states. Returns the next cursor, the server, and the
-- records. A cursor is good for one seed of a server's hashes: with another one the scan begins anew.

local info = redis.pcall('INFO', 'server') -- which a user may not be allowed
local server = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or ''
local cursor, fields = unpack(call('HSCAN', crawl.url, ARGV[first + 1] == server and ARGV[first] or 0, 'COUNT', crawl.most))
local reply = {cursor, server}
for i = 2, #fields, 2 do
  if string.find(ARGV[first + 2], string.sub(fields[i], 1, 1), 1, true) then reply[#reply + 1] = fields[i] end
end
return reply
