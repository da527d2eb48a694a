-- push.lua: takes entries, or with none does work that is left. Returns 1 if
-- some is left still, and the news.

crawl.begin()
crawl.take_in()
crawl.discoveries(ARGV, first)
crawl.evict()
crawl.finish()
return {crawl.left(), crawl.news()}
