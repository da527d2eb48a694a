-- deliver.lua: takes batches of another shard. Returns 1 if work is left, and the news.
-- ARGV: the other shard, and numbers and texts.

crawl.begin()
crawl.take_in()
local name, entries = 'got:' .. ARGV[first], {}
local got = tonumber(call('HGET', KEYS[1], name)) or 0
for at = first + 1, #ARGV, 2 do
  local number, text = tonumber(ARGV[at]), ARGV[at + 1]
  if number > got then
    got = number
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
crawl.count[name], crawl.counted[name] = got, true
crawl.finish()
return {crawl.left(), crawl.news()}
