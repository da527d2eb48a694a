-- rescore.lua: gives records that wait or are evicted new values. ARGV: digests
-- and values.

crawl.begin()
for at = first, #ARGV, 2 do
  local r = crawl.read(ARGV[at])
  if r and crawl.apply(r, 'value') then
    r.value = ARGV[at + 1]
    crawl.start(r.digest, crawl.rescored, r.value)
    if crawl.history then crawl.note(r, 'rescored', '0', 0, '0 ') end
    crawl.rerank(r)
  end
end
crawl.finish()
return 1
