-- block.lua: keeps a host from being visited. ARGV: host, microseconds.

crawl.hold(crawl.host(crawl.number_of(ARGV[first])), crawl.now + ARGV[first + 1])
crawl.finish()
return 1
