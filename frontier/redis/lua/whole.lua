-- whole.lua: a crawl that is not whole is repaired first. A script adds 1 to the
-- counter begun with its first change and writes the sum to ended with its last.
-- They differ after a script of which the server has applied a part: what it
-- applies once more when it starts adds 1 again. A repair that goes on has a field.

if crawl.repair or crawl.begun ~= crawl.ended then
  return redis.error_reply('TORN ' .. KEYS[1] .. ' has a part of a change')
end
if call('HLEN', crawl.inbox) < crawl.count.inbox then
  return redis.error_reply('LOST ' .. crawl.inbox .. ' lacks entries')
end
