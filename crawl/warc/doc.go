// Package warc records a crawl as WARC 1.1 (ISO 28500:2017) and reads WARC
// files back, record by record or as a web to crawl again.
//
// A [Recorder] is an [net/http.RoundTripper] around another one:
//
//	w, err := warc.Create("crawl.warc.gz", nil)
//	...
//	r := &warc.Recorder{Transport: transport, Writer: w}
//	c := crawl.Crawler{Transport: r}
//	... // crawl, then look at r.Err()
//	err = w.Close()
//
// A [Web] answers what was recorded, under the real host names and without
// sockets, so that a crawl can be made again:
//
//	web, err := warc.Open("crawl.warc.gz")
//	...
//	c := crawl.Crawler{Transport: web}
//
// Numbers in comments are sections of WARC 1.1,
// https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/.
package warc
