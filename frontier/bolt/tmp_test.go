package bolt_test
import ("testing";"github.com/lokman-crawler/lokman/frontier";"github.com/lokman-crawler/lokman/frontier/bolt";"slices";"time";"runtime/pprof";"os")
func BenchmarkTmp(b *testing.B) {
	entries := stream(size())
	f := open(b, tempFile(b), bolt.Options{NoSync: true, Options: frontier.Options{PerHost: page}})
	for some := range slices.Chunk(entries, 1000) { push(b, f, some...) }
	out, _ := os.Create("/tmp/pop.cpu"); pprof.StartCPUProfile(out)
	var tp, td time.Duration
	n := 0
	for n < 30000 {
		t := time.Now()
		ls, _ := f.PopN(b.Context(), page)
		tp += time.Since(t)
		t = time.Now()
		n += len(ls)
		ch := make(chan bool)
		for _, l := range ls { go func() { done(b, f, l, frontier.Outcome{}); ch <- true }() }
		for range ls { <-ch }
		td += time.Since(t)
	}
	pprof.StopCPUProfile()
	b.ReportMetric(float64(tp)/float64(n), "pop-ns")
	b.ReportMetric(float64(td)/float64(n), "done-ns")
}
