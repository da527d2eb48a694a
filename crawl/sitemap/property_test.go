package sitemap_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

// entries generates what a sitemap may hold.
func entries(t *rapid.T) []sitemap.Entry {
	one := rapid.Custom(func(t *rapid.T) sitemap.Entry {
		url := rapid.StringMatching(`[a-z]{1,5}\?a=[0-9&;=]{0,5}`)
		e := page("https://example.com/lists/"+url.Draw(t, "url"), "below")
		e.ChangeFreq = rapid.SampledFrom([]string{"", "always", "hourly", "daily", "weekly", "monthly", "yearly", "never"}).Draw(t, "freq")
		e.Priority = rapid.Float64Range(0, 1).Draw(t, "priority")
		if second := rapid.Int64Range(0, 1<<33).Draw(t, "time"); second > 0 {
			e.LastMod = time.Unix(second, 0).UTC()
		}
		for range rapid.IntRange(0, 2).Draw(t, "alternates") {
			e.Alternates = append(e.Alternates, "https://example.com/"+url.Draw(t, "alternate"))
		}
		return e
	})
	return rapid.SliceOfN(one, 0, 8).Draw(t, "entries")
}

// write writes the entries in one of the many ways there are.
func write(t *rapid.T, entries []sitemap.Entry) string {
	prefix := rapid.SampledFrom([]string{"", "s:"}).Draw(t, "prefix")
	space := rapid.SampledFrom([]string{"", " ", "\n\t", "\r\n"})
	value := func(s string) string {
		text := map[string]func() string{
			"escaped":  func() string { var b strings.Builder; xml.EscapeText(&b, []byte(s)); return b.String() },
			"CDATA":    func() string { return "<![CDATA[" + s + "]]>" },
			"pieces":   func() string { return "<!-- > -->" + s[:1] + "<?p?><![CDATA[" + s[1:] + "]]><!---->" },
			"numbered": func() string { return fmt.Sprintf("&#%d;<![CDATA[%s]]>", s[0], s[1:]) },
		}[rapid.SampledFrom([]string{"escaped", "CDATA", "pieces", "numbered"}).Draw(t, "text")]()
		return space.Draw(t, "space") + text + space.Draw(t, "space")
	}
	var b strings.Builder
	element := func(name, value string) {
		fmt.Fprintf(&b, "<%s%s>%s</%s%s >%s", prefix, name, value, prefix, name, space.Draw(t, "space"))
	}
	b.WriteString("<" + prefix + "urlset>")
	for _, e := range entries {
		b.WriteString("<" + prefix + "url >")
		fields := []func(){
			func() { element("loc", value(e.URL)) },
			func() { element("priority", value(fmt.Sprint(e.Priority))) },
			func() {
				b.WriteString("<image:image><image:loc>/no</image:loc><changefreq>never</changefreq></image:image>")
			},
			func() {
				if e.ChangeFreq != "" {
					element("changefreq", value(e.ChangeFreq))
				}
			},
			func() {
				zone := time.FixedZone("", 60*rapid.IntRange(-12*60, 14*60).Draw(t, "zone"))
				layout := rapid.SampledFrom([]string{time.RFC3339, time.RFC1123Z, "2006-01-02 15:04:05 -0700"}).Draw(t, "layout")
				if !e.LastMod.IsZero() {
					element("lastmod", value(e.LastMod.In(zone).Format(layout)))
				}
			},
			func() {
				for _, a := range e.Alternates {
					b.WriteString("<xhtml:link rel='alternate' href=\"")
					xml.EscapeText(&b, []byte(a))
					b.WriteString("\"/>")
				}
			},
		}
		for _, write := range rapid.Permutation(fields).Draw(t, "order") {
			write()
		}
		b.WriteString("</" + prefix + "url>")
	}
	b.WriteString("</" + prefix + "urlset>")
	return b.String()
}

// Whatever way a sitemap is written, it reads as what was written.
func TestReadReadsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := entries(t)
		text := write(t, want)
		got, err := read(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if diff := cmp.Diff(want, append([]sitemap.Entry{}, got...)); diff != "" {
			t.Fatalf("(-written +read)\n%s\nfrom\n%s", diff, text)
		}
	})
}

// A file cut off anywhere gives the entries in front of the cut and says that it
// is cut. Only of the last one something may be missing, never its URL.
func TestCutAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := entries(t)
		text := write(t, want)
		at := rapid.IntRange(0, len(text)-1).Draw(t, "cut")
		got, err := read(text[:at])
		if err == nil || at > len("<s:urlset>") && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("no error that it is cut, but %v, from\n%s", err, text[:at])
		}
		if len(got) > len(want) || len(got) < strings.Count(text[:at], "url>") {
			t.Fatalf("%d entries from\n%s", len(got), text[:at])
		}
		for i, e := range got {
			if e.URL != want[i].URL || i < len(got)-1 && !cmp.Equal(e, want[i]) {
				t.Fatalf("entry %d is %+v, want %+v, from\n%s", i, e, want[i], text[:at])
			}
		}
	})
}
