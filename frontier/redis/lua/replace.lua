-- replace.lua: puts hosts where they belong, once the queues are whole. ARGV:
-- hosts.

crawl.begin()
for at = first, #ARGV do
  local h = crawl.host(ARGV[at])
  crawl.leave(h)
  crawl.touch(h.name)
end
crawl.finish()
return 1
