-- deliver.lua: takes batches of other shards. Returns 1 if work is left, the news, and which
-- batches were not taken, since what comes before them is lacking. ARGV: how many batches;
-- the shard, the number of the batch before, the number, and the letter o and an observation or how
-- many entries there are, of each; and the entries of all.

local last = first + 4 * tonumber(ARGV[first])
local names, reply, lacks = {}, {0, ''}, false
for at = first + 1, last, 4 do names[#names + 1] = 'got:' .. ARGV[at] end
for i, number in ipairs(call('HMGET', KEYS[1], unpack(names))) do crawl.count[names[i]] = tonumber(number or 0) end
crawl.begin()
if crawl.count.inbox > 0 then crawl.take_in() end
local entries, from = {}, last + 1 -- what is taken, where not all is
for i, name in ipairs(names) do
  local at = first + 4 * i - 3
  local got, number, what = crawl.count[name], tonumber(ARGV[at + 2]), ARGV[at + 3]
  local observation = string.sub(what, 1, 1) == 'o'
  local next = from + (observation and 0 or 6 * tonumber(what))
  if got >= tonumber(ARGV[at + 1]) and number > got then
    crawl.count[name], crawl.counted[name] = number, true
    if observation then crawl.observe(string.sub(what, 2)) end
    if lacks then
      for k = from, next - 1 do entries[#entries + 1] = ARGV[k] end
    end
  else
    if got < tonumber(ARGV[at + 1]) then reply[#reply + 1] = tostring(i) end
    if not lacks then
      for k = last + 1, from - 1 do entries[#entries + 1] = ARGV[k] end
    end
    lacks = true
  end
  from = next
end
if lacks then crawl.discoveries(entries, 1) else crawl.discoveries(ARGV, last + 1) end
if crawl.bounded then crawl.evict() end
crawl.finish()
reply[1], reply[2] = crawl.left(), crawl.news()
return reply
