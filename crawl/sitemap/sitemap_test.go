package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

const (
	base = "https://example.com/lists/sitemap.xml"
	head = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	tail = `</urlset>`
)

// collect returns all entries, and the error if there is one. An error must be
// an *Error, and be the last.
func collect(entries iter.Seq2[sitemap.Entry, error]) (all []sitemap.Entry, err error) {
	for e, more := range entries {
		if err != nil {
			return all, errors.New("there is something behind the error")
		}
		if err = more; err == nil {
			all = append(all, e)
		} else if wrapped := new(sitemap.Error); !errors.As(err, &wrapped) {
			return all, errors.New("the error is no *Error")
		}
	}
	return all, err
}

func read(text string) ([]sitemap.Entry, error) {
	return collect(sitemap.Read(strings.NewReader(text), base, sitemap.Limits{}))
}

// urls writes the entries' URLs in one line each.
func urls(entries []sitemap.Entry) string {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(e.URL + "\n")
	}
	return b.String()
}

// page is an entry without anything but its URL.
func page(url string, reach string) sitemap.Entry {
	return sitemap.Entry{URL: url, Reach: reach, Priority: 0.5}
}

func TestRead(t *testing.T) {
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, in string
		want     []sitemap.Entry
	}{
		{"all fields", head + `
			<url><loc>https://example.com/lists/a</loc><lastmod>2026-03-04</lastmod>
			<changefreq>Daily</changefreq><priority>0.8</priority></url>` + tail,
			[]sitemap.Entry{{URL: "https://example.com/lists/a", Reach: "below", LastMod: day, ChangeFreq: "daily", Priority: 0.8}}},
		{"values that mean nothing", head + `
			<url><loc>https://example.com/lists/a</loc><lastmod>yesterday</lastmod>
			<changefreq>often</changefreq><priority>7</priority></url>` + tail,
			[]sitemap.Entry{page("https://example.com/lists/a", "below")}},
		{"how far they lie", head + `
			<url><loc>https://example.com/lists/x/a?b=/</loc></url>
			<url><loc>https://example.com/a</loc></url>
			<url><loc>http://example.com/lists/a</loc></url>
			<url><loc>https://example.com:8443/lists/a</loc></url>
			<url><loc>https://example.com.evil.org/lists/a</loc></url>
			<url><loc>https://example.com/lists/../a</loc></url>` + tail,
			[]sitemap.Entry{
				page("https://example.com/lists/x/a?b=/", "below"),
				page("https://example.com/a", "beside"),
				page("http://example.com/lists/a", "beside"),
				page("https://example.com:8443/lists/a", "foreign"),
				page("https://example.com.evil.org/lists/a", "foreign"),
				page("https://example.com/a", "beside"),
			}},
		{"canonical URLs", head + `
			<url><loc> HTTPS://user:secret@EXAMPLE.com:443/lists/ä b#c
			</loc></url><url><loc>b?c</loc></url>` + tail,
			[]sitemap.Entry{page("https://example.com/lists/%C3%A4%20b", "below"), page("https://example.com/lists/b?c", "below")}},
		{"references and CDATA", head + `
			<url><loc>/?a=1&amp;b=&#50;&#x26;c=&lt;</loc></url>
			<url><loc><![CDATA[/?a=1&amp;b]]>]&amp;<![CDATA[]]]></loc></url>
			<url><loc>/?a=1&b=2&copy=3&amp=4&nbsp;&#0;&#xD800;&#1114112;</loc></url>` + tail,
			[]sitemap.Entry{
				page("https://example.com/?a=1&b=2&c=%3C", "beside"),
				page("https://example.com/?a=1&amp;b]&]", "beside"),
				page("https://example.com/?a=1&b=2&copy=3&amp=4&nbsp;&", "beside"),
			}},
		{"prefixes", `<s:urlset xmlns:s="any"><s:url><s:loc>/a</s:loc><s:lastmod>2026-03-04</s:lastmod></s:url></s:urlset>`,
			[]sitemap.Entry{{URL: "https://example.com/a", Reach: "beside", LastMod: day, Priority: 0.5}}},
		{"names in upper case", `<URLSET><URL><LOC>/a</Loc></URL></urlset>`, []sitemap.Entry{page("https://example.com/a", "beside")}},
		{"extensions", head + `<url xmlns:image="i"><image:image><image:loc>/a.png</image:loc></image:image><loc>/a</loc>
			<image:image><image:loc>/b.png</image:loc><image:title>t</image:title></image:image>
			<video:video><video:player_loc>/p</video:player_loc><priority>1</priority></video:video></url>` + tail,
			[]sitemap.Entry{page("https://example.com/a", "beside")}},
		{"alternates", head + `<url><loc>/a</loc>
			<xhtml:link rel="alternate" hreflang="de" href="/de?x&amp;y"/>
			<xhtml:link href='/fr#top' hreflang='fr' rel='alternate'></xhtml:link>
			<xhtml:link rel="alternate" href="android-app://org.example/x"/><xhtml:link rel="stylesheet" href="/css"/><link rel="alternate"/></url>` + tail,
			[]sitemap.Entry{{URL: "https://example.com/a", Reach: "beside", Priority: 0.5,
				Alternates: []string{"https://example.com/de?x&y", "https://example.com/fr"}}}},
		{"URL in url in loc, as some write", head + `<url><loc><url><![CDATA[/a]]></url></loc></url>` + tail,
			[]sitemap.Entry{page("https://example.com/a", "beside")}},
		{"the first loc counts", head + `<url><loc/><loc>/a</loc><loc>/b</loc></url>` + tail,
			[]sitemap.Entry{page("https://example.com/a", "beside")}},
		{"comments, instructions, document type", "\n <?xml version='1.0'?><?php > ?><!DOCTYPE urlset [<!-- it's > --> <!ENTITY a '>]>'>]>" +
			`<urlset><!-- <url><loc>/no</loc></url> --> <!----><url><!-- -> -- ---><loc>/<!-- x -->a</loc></url>` + tail,
			[]sitemap.Entry{page("https://example.com/a", "beside")}},
		{"declared entities stay as they are", `<!DOCTYPE u [<!ENTITY e "x"><!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&e;&f;</loc></url></urlset>`,
			[]sitemap.Entry{page("https://example.com/&e;&f;", "beside")}},
		{"odd markup", head + `<url><loc>/a<5 < 6</loc><x y="a > b" z='"'/><w v=1 u></w></url>` + tail,
			[]sitemap.Entry{page("https://example.com/a%3C5%20%3C%206", "beside")}},
		{"index", `<sitemapindex><sitemap><loc>/a.xml.gz</loc><lastmod>2026-03-04</lastmod></sitemap></sitemapindex>`,
			[]sitemap.Entry{{URL: "https://example.com/a.xml.gz", Sitemap: true, Reach: "beside", LastMod: day, Priority: 0.5}}},
		{"index without loc", `<sitemapindex><sitemap> /a.xml <lastmod>2026-03-04</lastmod> </sitemap></sitemapindex>`,
			[]sitemap.Entry{{URL: "https://example.com/a.xml", Sitemap: true, Reach: "beside", LastMod: day, Priority: 0.5}}},
		{"empty sitemap", head + tail, nil},
		{"RSS 2.0", `<rss version="2.0"><channel><link>/home</link><atom:link href="/feed" rel="self"/>
			<item><title>t</title><atom:link rel="self" href="/self"/><link>/a</link><guid>http://id.org/a</guid><pubDate>Wed, 04 Mar 2026 00:00:00 GMT</pubDate></item>
			<item><guid isPermaLink="true">https://example.com/b</guid><dc:date>2026-03-04</dc:date></item>
			<item><guid>1234</guid><title>no page</title></item>
			<item><image><url>/i</url><link>/i</link></image><link/></item></channel></rss>`,
			[]sitemap.Entry{
				{URL: "https://example.com/a", Reach: "beside", LastMod: day, Published: day, Priority: 0.5},
				{URL: "https://example.com/b", Reach: "beside", LastMod: day, Published: day, Priority: 0.5},
			}},
		{"RSS 1.0", `<rdf:RDF><channel rdf:about="/c"><link>/home</link><items><rdf:Seq><rdf:li resource="/no"/></rdf:Seq></items></channel>
			<image><url>/no</url><link>/no</link></image><item rdf:about="/a"><link>/a</link></item></rdf:RDF>`,
			[]sitemap.Entry{page("https://example.com/a", "beside")}},
		{"Atom", `<feed xmlns="http://www.w3.org/2005/Atom"><link href="/home"/><updated>2020-01-01</updated>
			<entry><id>http://id.org/a</id><link rel="edit" href="/edit"/><link rel="alternate" href="/a"/><link href="/no"/>
			<published>2025-01-01T00:00:00Z</published><updated>2026-03-04T00:00:00Z</updated><published>2024-01-01</published>
			<source><id>http://no.org/</id><updated>2020-01-01</updated></source>
			<content type="xhtml"><div><a href="/no"><link href="/no"/></a></div></content></entry></feed>`,
			[]sitemap.Entry{{URL: "https://example.com/a", Reach: "beside", LastMod: day,
				Published: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Priority: 0.5}}},
		{"text", "\n https://example.com/lists/a \r\nhttp://other.org\r\rhttps://example.com/b#c",
			[]sitemap.Entry{
				page("https://example.com/lists/a", "below"),
				page("http://other.org/", "foreign"),
				page("https://example.com/b", "beside"),
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(c.in)
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Faults are returned with their line, and cost nothing else.
func TestFaults(t *testing.T) {
	const rest = "<url><loc>/z</loc></url>" + tail
	for _, c := range []struct {
		name, in string
		want     string // URLs without the host
		err      string // without the URL of the list
		reason   error
	}{
		{"no URL", head + "\n<url><loc>mailto:a@b</loc></url>" + rest, "/z",
			`line 2: expected a URL of http or https, found "xxxxx@b": scheme is not http or https`, nil},
		{"credentials are left out", head + "<url><loc>http://user:secret@[</loc></url>" + rest, "/z",
			`line 1: expected a URL of http or https, found "http://xxxxx@[": invalid host`, nil},
		{"entry without loc", head + "\n<url>\n<priority>1</priority></url>" + rest, "/z",
			"line 2: expected a loc in the entry that begins here", nil},
		{"end tag too many", head + "<url><loc>/a</loc></url>\n</url>" + rest, "/a /z",
			`line 2: expected </urlset>, found "</url>"`, nil},
		{"end tag of nothing", head + "<url><loc>/a</loc></url>" + tail + "</x>", "/a",
			`line 1: expected an element, found "</x>"`, nil},
		{"end tag missing in entry", head + "<url><loc>/a\n</url>" + rest, "/a /z",
			`line 2: expected </loc>, found "</url>"`, nil},
		{"end tag of an entry missing", head + "<url><loc>/a</loc>\n<url><loc>/b</loc></url>" + rest, "/a /b /z",
			`line 2: expected </url>, found "<url>"`, nil},
		{"two documents", head + "<url><loc>/a</loc></url>" + tail + "\n" + head + rest, "/a /z",
			`line 2: expected the end of the document, found "<urlset>"`, nil},
		{"a notice in front", "<br />\n<b>Warning</b> " + head + rest, "/z",
			`line 1: expected urlset, sitemapindex, rss, RDF, feed or opml, found "<br>": neither sitemap nor feed`, sitemap.ErrFormat},
		{"an encoding nobody knows", `<?xml version="1.0" encoding="klingon"?><urlset>` + rest, "/z",
			`line 1: expected an encoding that is known, found "klingon"`, nil},
		{"comment in a text", "https://example.com/a\n# all\nhttps://example.com/z", "/a /z",
			`line 2: expected a URL of http or https, found "# all": relative without a base`, nil},
		{"alternate that is none", head + `<url><loc>/a</loc><link rel="alternate" href="http://["/></url>` + rest, "/a /z",
			`line 1: expected a URL of http or https, found "http://[": invalid host`, nil},
		{"a good URL behind a bad one", head + "<url><loc>http://[</loc><loc>/a</loc></url>" + rest, "/a /z",
			`line 1: expected a URL of http or https, found "http://[": invalid host`, nil},
		{"long URL", head + "<url><loc>/" + strings.Repeat("a", 65<<10) + "</loc></url>" + rest, "/z",
			"line 1: expected a value of at most 64 KiB: over a limit", sitemap.ErrLimit},
		{"long URL that unescaping makes short", head + "<url><loc>/" + strings.Repeat("&amp;", 20<<10) + "</loc></url>" + rest, "/z",
			"line 1: expected a value of at most 64 KiB: over a limit", sitemap.ErrLimit},
		{"long line", "https://example.com/a\nhttp://h/" + strings.Repeat("a", 65<<10) + "\nhttps://example.com/z", "/a /z",
			"line 2: expected a line of at most 64 KiB: over a limit", sitemap.ErrLimit},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(c.in)
			checkURLs(t, got, c.want)
			checkError(t, err, c.err, c.reason, false)
		})
	}
}

// What comes before the end is handed out.
func TestStopped(t *testing.T) {
	gz := zipped(head + strings.Repeat("<url><loc>/a</loc></url>", 3) + tail)
	broken := errors.New("connection reset")
	for _, c := range []struct {
		name   string
		in     io.Reader
		limits sitemap.Limits
		want   string
		err    string
		reason error
	}{
		{"empty", strings.NewReader(" \n"), sitemap.Limits{}, "", "line 2: expected a sitemap or a feed: neither sitemap nor feed", sitemap.ErrFormat},
		{"no element", strings.NewReader("<!-- -->"), sitemap.Limits{}, "", "line 1: expected urlset, sitemapindex, rss, RDF, feed or opml: neither sitemap nor feed", sitemap.ErrFormat},
		{"between entries", strings.NewReader(head + "<url><loc>/a</loc></url>\n"), sitemap.Limits{}, "/a", "line 2: expected </urlset>: unexpected EOF", io.ErrUnexpectedEOF},
		{"in an entry with its URL", strings.NewReader(head + "<url><loc>/a</loc><last"), sitemap.Limits{}, "/a", "line 1: expected </url>: unexpected EOF", io.ErrUnexpectedEOF},
		{"in the end tag of the URL", strings.NewReader(head + "<url><loc>/a</lo"), sitemap.Limits{}, "/a", "line 1: expected </loc>: unexpected EOF", io.ErrUnexpectedEOF},
		{"in the URL", strings.NewReader(head + "<url><loc>/a"), sitemap.Limits{}, "", "line 1: expected </loc>: unexpected EOF", io.ErrUnexpectedEOF},
		{"in a comment in the URL", strings.NewReader(head + "<url><loc>/a<!-- x"), sitemap.Limits{}, "", "line 1: expected </loc>: unexpected EOF", io.ErrUnexpectedEOF},
		{"in CDATA", strings.NewReader(head + "<url><loc><![CDATA[/a]"), sitemap.Limits{}, "", "line 1: expected </loc>: unexpected EOF", io.ErrUnexpectedEOF},
		{"behind '<!'", strings.NewReader(head + "<!"), sitemap.Limits{}, "", "line 1: expected </urlset>: unexpected EOF", io.ErrUnexpectedEOF},
		{"in an item that has only its guid", strings.NewReader("<rss><item><guid>http://a/</guid><link>/a"), sitemap.Limits{}, "", "line 1: expected </link>: unexpected EOF", io.ErrUnexpectedEOF},
		{"in gzip", bytes.NewReader(gz[:len(gz)-6]), sitemap.Limits{}, "/a /a /a", "line 1: unexpected EOF", io.ErrUnexpectedEOF},
		{"in the head of gzip", bytes.NewReader(gz[:3]), sitemap.Limits{}, "", "line 1: unexpected EOF", io.ErrUnexpectedEOF},
		{"an error of the reader", io.MultiReader(strings.NewReader(head+"\n<url><loc>/a</loc></url>"), iotest.ErrReader(broken)), sitemap.Limits{}, "/a", "line 2: expected </urlset>: connection reset", broken},
		{"an error in a text", io.MultiReader(strings.NewReader("https://example.com/a\nhttps://example.com/b"), iotest.ErrReader(broken)), sitemap.Limits{}, "/a", "line 2: connection reset", broken},
		{"bytes", strings.NewReader(head + "<url><loc>/a</loc></url><url>" + tail), sitemap.Limits{Bytes: int64(len(head)) + 27}, "/a", "line 1: expected </urlset>: over a limit", sitemap.ErrLimit},
		{"entries", strings.NewReader("https://example.com/a\nhttps://example.com/b\n"), sitemap.Limits{Entries: 1}, "/a", "line 2: expected at most 1 entries: over a limit", sitemap.ErrLimit},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := collect(sitemap.Read(c.in, base, c.limits))
			checkURLs(t, got, c.want)
			checkError(t, err, c.err, c.reason, true)
		})
	}
}

// What follows the last gzip member of a list and is none is left out, as gzip does.
func TestJunkBehindGzip(t *testing.T) {
	for _, list := range []string{head + "<url><loc>/a</loc></url>" + tail, "https://example.com/a\n", "https://example.com/a"} {
		for _, junk := range []string{"\n", "\x00\x00\x00", strings.Repeat("\x00", 512), "<!-- cached -->", "\x1f\x8b is not gzip"} {
			once := string(zipped(list)) + junk
			for name, in := range map[string]string{"once": once, "twice": string(zipped(once)) + junk, "members": string(zipped(list)) + string(zipped("\n")) + junk} {
				got, err := read(in)
				if err != nil {
					t.Errorf("%.20q behind %q, %s: %v", junk, list, name, err)
				}
				checkURLs(t, got, "/a")
			}
		}
	}
}

// What is no list at all says so.
func TestFormat(t *testing.T) {
	for _, in := range []string{
		"", "this is no sitemap", "{\"urls\": []}", "\x89PNG\r\n\x1a\n",
		"<!DOCTYPE html><html><head><title>Not found</title><link rel=stylesheet href=a.css></head><body><p>It's gone.<br></body></html>",
		"<svg><a/></svg>", "<html><p>" + strings.Repeat("<br>", 200) + "<table", "<html>" + strings.Repeat("<p><br>", 200),
	} {
		got, err := read(in)
		if len(got) > 0 || !errors.Is(err, sitemap.ErrFormat) {
			t.Errorf("%q: %d entries, %v", in, len(got), err)
		}
	}
}

func TestBase(t *testing.T) {
	const in = head + "<url><loc>http://a.org/x</loc></url><url><loc>/b</loc></url>" + tail
	got, err := collect(sitemap.Read(strings.NewReader(in), "", sitemap.Limits{}))
	if diff := cmp.Diff([]sitemap.Entry{page("http://a.org/x", "below")}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if want := `sitemap: line 1: expected a URL of http or https, found "/b": relative without a base`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	got, err = collect(sitemap.Read(strings.NewReader(in), "ftp://user:secret@a.org/", sitemap.Limits{}))
	if len(got) > 0 || err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a base of ftp: %d entries, %v", len(got), err)
	}
}

func TestEncodings(t *testing.T) {
	const (
		utf8Text = `<urlset><url><loc>/ä</loc></url></urlset>`
		latin    = "<urlset><url><loc>/\xE4</loc></url></urlset>"
		want     = "https://example.com/%C3%A4\n"
	)
	for name, in := range map[string]string{
		"UTF-8":                      utf8Text,
		"UTF-8 with a mark":          "\xEF\xBB\xBF" + utf8Text,
		"mark against declaration":   "\xEF\xBB\xBF<?xml version='1.0' encoding='ISO-8859-1'?>" + utf8Text,
		"declared UTF-8":             "<?xml version='1.0' encoding='utf-8'?>" + utf8Text,
		"declared Latin-1":           "\n<?xml version='1.0' encoding = \"ISO-8859-1\" standalone='yes'?>" + latin,
		"declared UTF-16 that is no": "<?xml version='1.0' encoding='UTF-16'?>" + utf8Text,
		"UTF-16, little":             utf16Text("\uFEFF"+utf8Text, 0),
		"UTF-16, big":                utf16Text("\uFEFF"+utf8Text, 1),
		"UTF-16 without mark":        utf16Text("<?xml version='1.0' encoding='UTF-16'?>"+utf8Text, 0),
		"UTF-16, big, without mark":  utf16Text(utf8Text, 1),
		"text in UTF-16":             utf16Text("\uFEFFhttps://example.com/ä", 0),
		"text with a mark":           "\xEF\xBB\xBFhttps://example.com/ä",
		"gzipped":                    string(zipped(utf8Text)),
		"gzipped twice":              string(zipped(string(zipped("\xEF\xBB\xBF" + utf8Text)))),
		"gzip in two members":        string(zipped(utf8Text[:15])) + string(zipped(utf8Text[15:])),
	} {
		got, err := read(in)
		if err != nil || urls(got) != want {
			t.Errorf("%s: %q, %v", name, urls(got), err)
		}
	}
}

// The size of the reads makes no difference.
func TestSmallReads(t *testing.T) {
	in := head + strings.Repeat("<url><loc>/a&amp;b<![CDATA[<]]></loc><!-- - -- --></url>\n", 3000) + tail
	want, err := read(in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := collect(sitemap.Read(iotest.OneByteReader(strings.NewReader(in)), base, sitemap.Limits{}))
	if err != nil || len(want) != 3000 {
		t.Errorf("%d entries, %v", len(want), err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-whole +byte by byte)\n%s", diff)
	}
}

func TestBreak(t *testing.T) {
	in := strings.NewReader(head + strings.Repeat("<url><loc>/a</loc></url>", 100_000) + tail)
	for _, err := range sitemap.Read(in, base, sitemap.Limits{}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if in.Len() == 0 {
		t.Error("it was read to the end")
	}
}

func checkURLs(t *testing.T, got []sitemap.Entry, want string) {
	t.Helper()
	var paths []string
	for _, e := range got {
		paths = append(paths, strings.TrimPrefix(e.URL, "https://example.com"))
	}
	if diff := cmp.Diff(want, strings.Join(paths, " ")); diff != "" {
		t.Errorf("URLs (-want +got)\n%s", diff)
	}
}

func checkError(t *testing.T, err error, want string, reason error, stopped bool) {
	t.Helper()
	if want = "sitemap: " + base + ": " + want; err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%v", err, want)
	}
	if reason != nil && !errors.Is(err, reason) {
		t.Errorf("%v is not %v", err, reason)
	}
	if e := new(sitemap.Error); errors.As(err, &e) && e.Stopped != stopped {
		t.Errorf("Stopped is %v", e.Stopped)
	}
}

func zipped(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.Bytes()
}

// utf16Text encodes s; the high octet of a unit is at the place high, 0 or 1,
// of the two counted from the end.
func utf16Text(s string, high int) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		if high == 0 {
			b = append(b, byte(unit), byte(unit>>8))
		} else {
			b = append(b, byte(unit>>8), byte(unit))
		}
	}
	return string(b)
}
