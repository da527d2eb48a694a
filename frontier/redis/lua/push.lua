-- push.lua: takes entries.

crawl.discoveries(first)
crawl.finish()
return 1
