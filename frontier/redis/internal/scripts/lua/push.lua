-- push.lua: takes entries, or with none does work that is left. Returns 1 if
-- some is left still, and the news.

crawl.begin()
if crawl.count.inbox > 0 then crawl.take_in() end
crawl.discoveries(ARGV, first)
if crawl.bounded then crawl.evict() end
crawl.finish()
return {crawl.left(), crawl.shards > 1 and crawl.news() or ''}
