-- deliver.lua: takes batches of other shards. Returns 1 if work is left, the news, and shard
-- and number of each batch that was not taken, since what comes before it is lacking. ARGV: the
-- shard, the number of the batch before, the number and the text, of each.

crawl.begin()
crawl.take_in()
local entries, reply = {}, {0, ''}
for at = first, #ARGV, 4 do
  local name, number, text = 'got:' .. ARGV[at], tonumber(ARGV[at + 2]), ARGV[at + 3]
  local got = crawl.count[name] or tonumber(call('HGET', KEYS[1], name)) or 0
  if got < tonumber(ARGV[at + 1]) then
    reply[#reply + 1] = tostring((at - first) / 4 + 1)
  elseif number > got then
    crawl.count[name], crawl.counted[name] = number, true
    if string.sub(text, 1, 1) == 'o' then
      crawl.observe(string.sub(text, 2))
    else
      local from = 2
      while from <= #text do from = crawl.unpack(text, entries, from) end
    end
  end
end
crawl.discoveries(entries, 1)
crawl.evict()
crawl.finish()
reply[1], reply[2] = crawl.left(), crawl.news()
return reply
