package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

// A repeating reader reads as one text over and over.
type repeating struct {
	text string
	at   int
}

func (r *repeating) Read(p []byte) (n int, err error) {
	for n < len(p) {
		copied := copy(p[n:], r.text[r.at:])
		r.at = (r.at + copied) % len(r.text)
		n += copied
	}
	return n, nil
}

// repeated reads as head and then text over and over, n bytes of it, and tail,
// without holding them.
func repeated(head, text string, n int64, tail string) io.Reader {
	long := strings.Repeat(text, 1+1<<10/len(text)) // so that reading costs nothing
	return io.MultiReader(strings.NewReader(head), io.LimitReader(&repeating{text: long}, n), strings.NewReader(tail))
}

const gigabyte = 1 << 30

// Lists that are made to cost much cost little, and end at a limit.
func TestLimits(t *testing.T) {
	limits := sitemap.Limits{Entries: 10_000, Bytes: 8 << 20}
	if testing.Short() {
		limits.Bytes = 1 << 20
	}
	for _, c := range []struct {
		name string
		in   io.Reader
		want string // in the error
	}{
		{"text", repeated(head, "x", gigabyte, tail), "over a limit"},
		{"text without line", repeated("http://", "x", gigabyte, ""), "over a limit"},
		{"URL", repeated(head+"<url><loc>", "x", gigabyte, tail), "over a limit"},
		{"URL in pieces", repeated(head+"<url><loc>", "x<!---->", gigabyte, tail), "over a limit"},
		{"URL of stray brackets", repeated(head+"<url><loc>", "<", gigabyte, tail), "over a limit"},
		{"URL in CDATA", repeated(head+"<url><loc><![CDATA[", "]]]", gigabyte, tail), "over a limit"},
		{"references", repeated(head+"<url><loc>", "&amp;", gigabyte, tail), "over a limit"},
		{"comment", repeated(head+"<!--", "--x", gigabyte, tail), "over a limit"},
		{"instruction", repeated(head+"<?", "?x", gigabyte, tail), "over a limit"},
		{"document type", repeated("<!DOCTYPE a [", "<!ENTITY a 'x'>", gigabyte, tail), "over a limit"},
		{"brackets in it", repeated("<!DOCTYPE a [", "<", gigabyte, tail), "over a limit"},
		{"tag", repeated(head+"<url ", "a='>' ", gigabyte, tail), "a tag of at most 64 KiB"},
		{"quote", repeated(head+"<url a='", ">", gigabyte, tail), "a tag of at most 64 KiB"},
		{"name", repeated(head+"<", "x", gigabyte, tail), "a tag of at most 64 KiB"},
		{"end tag", repeated(head+"</", "x", gigabyte, tail), "a tag of at most 64 KiB"},
		{"elements in each other", repeated(head, "<x>", gigabyte, tail), "at most 100 elements in each other"},
		{"wrong end tags", repeated(head+strings.Repeat("<a>", 90), "</b>", gigabyte, tail), "over a limit"},
		{"entries without URL", repeated(head, "<url/>", gigabyte, tail), "at most 10000 entries"},
		{"bad URLs in an entry", repeated(head+"<url>", "<loc>:</loc>", gigabyte, tail), "over a limit"},
		{"bad identifiers in an entry", repeated("<rss><item>", "<id>:</id>", gigabyte, ""), "over a limit"},
		{"dates in an entry", repeated(head+"<url>", "<lastmod>1 Jan 1 1</lastmod>", gigabyte, tail), "over a limit"},
		{"entries", repeated(head, "<url><loc>/a</loc></url>", gigabyte, tail), "at most 10000 entries"},
		{"alternates", repeated(head+"<url><loc>/a</loc>", "<link rel='alternate' href='/'/>", gigabyte, tail), "over a limit"},
		{"bases", repeated("<feed>", "<a xml:base='b/'/>", gigabyte, ""), "over a limit"},
		{"bases in a tag", repeated("<feed ", "xml:base='b/' ", gigabyte, ""), "a tag of at most 64 KiB"},
		{"declarations", repeated(head, "<a xmlns:b='c'/>", gigabyte, tail), "over a limit"},
		{"outlines", repeated("<opml>", "<outline xmlUrl='a'/>", gigabyte, ""), "at most 10000 entries"},
		{"outlines without URL", repeated("<opml>", "<outline text='a'/>", gigabyte, ""), "over a limit"},
		{"items", repeated(`{"items":[`, `{"url":"/a"},`, gigabyte, ""), "at most 10000 entries"},
		{"items without URL", repeated(`{"items":[`, `{},`, gigabyte, ""), "at most 10000 entries"},
		{"values in an item", repeated(`{"items":[{`, `"url":"a",`, gigabyte, ""), "over a limit"},
		{"bad values in an item", repeated(`{"items":[{`, `"url":"http://[",`, gigabyte, ""), "over a limit"},
		{"names", repeated(`{`, `"name":`, gigabyte, ""), "over a limit"},
		{"a name", repeated(`{"`, `x`, gigabyte, ""), "over a limit"},
		{"a value", repeated(`{"items":[{"url":"`, `x`, gigabyte, ""), "over a limit"},
		{"a value of escapes", repeated(`{"items":[{"url":"`, `\ud83d\ude00`, gigabyte, ""), "over a limit"},
		{"brackets", repeated(`{"items":`, `[`, gigabyte, ""), "at most 100 brackets in each other"},
		{"wrong brackets", repeated(`{"items":[`, `{]`, gigabyte, ""), "at most 10000 entries"},
		{"nothing", repeated(`{`, ` `, gigabyte, ""), "over a limit"},
		{"lines", repeated("", "http://a\r", gigabyte, ""), "at most 10000 entries"},
		{"lines that are no URLs", repeated("", "a\n", gigabyte, ""), "at most 10000 entries"},
		{"gzip bomb", bytes.NewReader(bomb(t, 16<<20)), "over a limit"},
		{"gzip bomb in gzip", bytes.NewReader(zipped(string(bomb(t, 16<<20)))), "over a limit"},
		{"gzip of nothing many times in gzip", repeatedZip(t), "over a limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := &watched{r: c.in}
			in.look()
			start := in.peak
			var last error
			for _, err := range sitemap.Read(in, base, limits) {
				last = err
			}
			if !errors.Is(last, sitemap.ErrLimit) || !strings.Contains(last.Error(), c.want) {
				t.Errorf("error %v, want %q", last, c.want)
			}
			if in.peak > start+16<<20 {
				t.Errorf("%d MB more on the heap", (in.peak-start)>>20)
			}
		})
	}
}

// A watched reader looks at the heap after each megabyte.
type watched struct {
	r    io.Reader
	n    int
	peak uint64
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if w.n += n; w.n > 1<<20 {
		w.n = 0
		w.look()
	}
	return n, err
}

func (w *watched) look() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	w.peak = max(w.peak, m.HeapAlloc)
}

// bomb is a sitemap of n bytes that are nearly all space, gzipped.
func bomb(t *testing.T, n int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(z, repeated(head, " ", n, tail)); err != nil {
		t.Fatal(err)
	}
	z.Close()
	return b.Bytes()
}

// repeatedZip is gzip of empty members, more than the limit of bytes.
func repeatedZip(t *testing.T) io.Reader {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(z, repeated("", string(zipped("")), 16<<20, "")); err != nil {
		t.Fatal(err)
	}
	z.Close()
	return &b
}

// A gigabyte is read in the memory of an entry.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 1 GB")
	}
	entry := "<url><loc>https://example.com/lists/a?b=1&amp;c=2</loc><lastmod>2026-03-04T05:06:07+01:00</lastmod>" +
		"<image:image><image:caption>" + strings.Repeat("What the picture shows. ", 150) + "</image:caption></image:image></url>\n"
	n := int64(gigabyte / len(entry) * len(entry))
	in := &watched{r: repeated(head, entry, n, tail)}
	in.look()
	start, count := in.peak, int64(0)
	for _, err := range sitemap.Read(in, base, sitemap.Limits{Entries: sitemap.NoLimit, Bytes: sitemap.NoLimit}) {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if want := n / int64(len(entry)); count != want {
		t.Errorf("%d entries, want %d", count, want)
	}
	if in.peak > start+64<<20 {
		t.Errorf("%d MB more on the heap", (in.peak-start)>>20)
	}
	t.Logf("%d entries, at most %d KB more on the heap", count, (in.peak-start)>>10)
}

// Exactly the limit is allowed.
func TestLimitsAreInclusive(t *testing.T) {
	for _, entries := range []int{3, 7} {
		in := head + strings.Repeat("<url><loc>/a</loc></url>", entries) + tail
		limits := sitemap.Limits{Entries: entries, Bytes: int64(len(in))}
		got, err := collect(sitemap.Read(strings.NewReader(in), base, limits))
		if err != nil || len(got) != entries {
			t.Errorf("%+v: %d entries, %v", limits, len(got), err)
		}
		for _, less := range []sitemap.Limits{{Entries: entries, Bytes: limits.Bytes - 1}, {Entries: 2, Bytes: limits.Bytes}} {
			got, err := collect(sitemap.Read(strings.NewReader(in), base, less))
			if !errors.Is(err, sitemap.ErrLimit) || len(got) != min(less.Entries, entries) {
				t.Errorf("%+v: %d entries, %v", less, len(got), err)
			}
		}
	}
}

// The names of the limits in the documentation are those that hold.
func TestDefaultEntries(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "http://example.com/%d\n", i)
	}
	got, err := read(b.String())
	if err != nil || len(got) != 100_000 {
		t.Errorf("%d entries, %v", len(got), err)
	}
	got, err = read(b.String() + "http://example.com/one-more")
	if !errors.Is(err, sitemap.ErrLimit) || len(got) != 100_000 {
		t.Errorf("%d entries, %v", len(got), err)
	}
}

// A URL that is longer than the limit is a fault, wherever it stands.
func TestLimitURL(t *testing.T) {
	long := "http://a.test/" + strings.Repeat("x", 2100)
	for _, c := range []struct {
		name, text string
		limit      int
		want       int // entries
	}{
		{"default", "<urlset><url><loc>" + long + "</loc></url><url><loc>http://a.test/</loc></url></urlset>", 0, 1},
		{"more", "<urlset><url><loc>" + long + "</loc></url><url><loc>http://a.test/</loc></url></urlset>", 4096, 2},
		{"no limit", "<urlset><url><loc>" + long + "</loc></url><url><loc>http://a.test/</loc></url></urlset>", sitemap.NoLimit, 2},
		{"relative", "<urlset><url><loc>" + strings.Repeat("x", 2100) + "</loc></url><url><loc>b</loc></url></urlset>", 0, 1},
		{"text", long + "\nhttp://a.test/\n", 0, 1},
		{"text, more", long + "\nhttp://a.test/\n", 4096, 2},
		{"guid", "<rss><channel><item><guid>" + long + "</guid></item><item><link>http://a.test/</link></item></channel></rss>", 0, 1},
	} {
		n := 0
		var last error
		for _, err := range sitemap.Read(strings.NewReader(c.text), "http://a.test/sitemap.xml", sitemap.Limits{URL: c.limit}) {
			if last = err; err == nil {
				n++
			}
		}
		if n != c.want {
			t.Errorf("%s: %d entries, want %d", c.name, n, c.want)
		}
		if failed := last != nil; failed != (c.want == 1 && c.name != "guid") {
			t.Errorf("%s: error %v", c.name, last)
		}
		if last != nil && len(last.Error()) > 500 {
			t.Errorf("%s: an error of %d bytes", c.name, len(last.Error()))
		}
	}
}
