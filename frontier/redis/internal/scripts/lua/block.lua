-- block.lua: keeps a host from being visited. ARGV: host, microseconds.

crawl.begin()
crawl.hold(crawl.host(ARGV[first]), crawl.now + ARGV[first + 1])
crawl.finish()
return 1
