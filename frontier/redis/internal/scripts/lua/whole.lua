-- whole.lua: a crawl that is not whole is repaired first. A script moves the
-- counter begun on to its time with its first change, and sets the clock to that
-- with its last. They differ after a script of which the server has applied a part:
-- what it applies once more when it starts moves begun once more.

if crawl.begun ~= crawl.clock then
  return redis.error_reply('TORN ' .. KEYS[1] .. ' has a part of a change')
end
if crawl.count.inbox > 0 and call('HLEN', crawl.inbox) < crawl.count.inbox then
  return redis.error_reply('LOST ' .. crawl.inbox .. ' lacks entries')
end
