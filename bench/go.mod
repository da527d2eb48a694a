module github.com/lokman-crawler/lokman/bench

go 1.26.0

require (
	github.com/PuerkitoBio/gocrawl v1.1.0
	github.com/andybalholm/cascadia v1.3.3
	github.com/antchfx/htmlquery v1.3.5
	github.com/gocolly/colly/v2 v2.3.0
	github.com/lokman-crawler/lokman v0.1.0
	github.com/lokman-crawler/lokman/frontier/redis v0.1.0
	golang.org/x/net v0.62.0
)

require (
	github.com/PuerkitoBio/goquery v1.11.0 // indirect
	github.com/PuerkitoBio/purell v1.1.1 // indirect
	github.com/PuerkitoBio/urlesc v0.0.0-20170810143723-de5bf2ad4578 // indirect
	github.com/andybalholm/brotli v1.2.8 // indirect
	github.com/antchfx/xmlquery v1.5.0 // indirect
	github.com/antchfx/xpath v1.3.5 // indirect
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/blevesearch/snowballstem v0.9.0 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/gobwas/glob v0.2.3 // indirect
	github.com/golang/groupcache v0.0.0-20241129210726-2c02b8208cf8 // indirect
	github.com/golang/protobuf v1.5.4 // indirect
	github.com/kennygrant/sanitize v1.2.4 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/nlnwa/whatwg-url v0.6.2 // indirect
	github.com/redis/go-redis/v9 v9.23.0 // indirect
	github.com/saintfish/chardet v0.0.0-20230101081208-5e3ef4b5456d // indirect
	github.com/temoto/robotstxt v1.1.2 // indirect
	go.etcd.io/bbolt v1.5.0 // indirect
	go.uber.org/atomic v1.12.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/time v0.16.0 // indirect
	google.golang.org/appengine v1.6.8 // indirect
	google.golang.org/protobuf v1.36.10 // indirect
)

replace (
	github.com/lokman-crawler/lokman => ../
	github.com/lokman-crawler/lokman/frontier/redis => ../frontier/redis
)
