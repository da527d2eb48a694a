package robots_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// full repeats lines up to the length that is read.
func full(line func(int) string) []byte {
	var b strings.Builder
	for i := 0; b.Len() < robots.MaxSize-64; i++ {
		b.WriteString(line(i))
	}
	return []byte(b.String())
}

func TestAmplification(t *testing.T) {
	const (
		parsed = 24 * robots.MaxSize
	)
	var rows []amplification.Row
	for _, input := range []struct {
		name string
		body []byte
	}{
		{"rules", full(func(i int) string { return line("user-agent:*\n", i, "allow:a\n") })},
		{"rules for indexes", full(func(i int) string { return line("user-agent:*\n", i, "allow:/index.htm\n") })},
		{"rules in Latin 1", full(func(i int) string { return line("user-agent:*\n", i, "allow:\xff\n") })},
		{"groups", full(func(i int) string { return "user-agent:" + letters(i) + "\nallow:\n" })},
		{"agents", full(func(i int) string { return "user-agent:" + letters(i) + "\n" })},
		{"agents with delays", full(func(i int) string { return "user-agent:*\ncrawl-delay:1\n" })},
		{"sitemaps", full(func(i int) string { return fmt.Sprintf("sitemap:%d\n", i) })},
		{"UTF-16", []byte("\xff\xfe" + strings.Repeat("u\x00", 2) + strings.Repeat("\x00\x4e", robots.MaxSize/2-8))},
	} {
		rows = append(rows, amplification.Row{
			Input: input.name, Wire: len(input.body), Kept: parsed, Peak: 2 * parsed, Total: 4 * parsed,
			Run: func() any { return robots.Parse(input.body) },
		})
	}
	stars := full(func(i int) string { return line("user-agent:*\n", i, "disallow:/*a*b*c*a*b*c*d\n") })
	shorts := []byte("user-agent:*\n" + strings.Repeat("allow:*a\n", 4096))
	plainest := []byte("user-agent:*\ndisallow:/b\n" + strings.Repeat("a:b\n", 16<<10-7))
	url := "/" + strings.Repeat("abc", 700)
	rows = append(rows, amplification.Row{
		Input: "a decision on wildcards", Wire: len(stars), Total: 24 * len(stars),
		Run: func() any { return robots.Parse(stars).Decide("Bot", url) },
	}, amplification.Row{
		Input: "a decision by temoto", Wire: len(shorts), Kept: 6 << 20, Total: 96 << 20, // with -race four times what it is without
		Run: func() any {
			f := robots.Parse(shorts)
			if d := f.Decide("Bot", url[:200]); d.By != "reader" {
				t.Errorf("%+v: beyond temoto's budget", d)
			}
			return f
		},
	}, amplification.Row{
		Input: "a decision on the file itself", Wire: len(plainest), Kept: 2 * len(plainest), Total: 256 * len(plainest),
		Run: func() any {
			f := robots.Parse(plainest)
			if d := f.Decide("Bot", "/a"); d.By != "temoto" {
				t.Errorf("%+v: not by temoto", d)
			}
			return f
		},
	})
	amplification.Check(t, rows)
}

func line(first string, i int, other string) string {
	if i == 0 {
		return first
	}
	return other
}

// letters returns a name of its own for each number.
func letters(i int) string {
	name := ""
	for ; i >= 0; i = i/26 - 1 {
		name += string(rune('a' + i%26))
	}
	return name
}

// Size says what a file takes, whatever is in it, once its first agent was asked
// about. What temoto compiles is small beside some files and large beside others.
func TestSize(t *testing.T) {
	numbered := func(format string, n int) []byte {
		body := []byte("user-agent:*\n")
		for i := range n {
			body = fmt.Appendf(body, format, i)
		}
		return body
	}
	for name, c := range map[string]struct {
		body []byte
		by   string
	}{
		"rules":          {full(func(i int) string { return line("user-agent:*\n", i, "allow:a\n") }), "matcher"},
		"Latin 1":        {full(func(i int) string { return line("user-agent:*\n", i, "allow:/\xff\xff\xff\xff\n") }), "matcher"},
		"agents":         {full(func(i int) string { return "user-agent:" + letters(i) + "\n" }), ""},
		"sitemaps":       {full(func(i int) string { return fmt.Sprintf("sitemap:%d\n", i) }), ""},
		"long":           {full(func(i int) string { return line("user-agent:*\n", i, "disallow:/"+strings.Repeat("x", 1000)+"\n") }), "reader"},
		"one rule":       {numbered("disallow: /%d\n", 1), "temoto"},
		"one wildcard":   {numbered("disallow: /*%d\n", 1), "reader"},
		"plain":          {numbered("disallow: /catalog/%d/\n", 4000), "reader"},
		"wildcards":      {numbered("disallow: /catalog/*/print-%d$\n", 600), "reader"},
		"short, one":     {numbered("disallow: /*%d\n", 2500), "reader"},
		"many stars":     {numbered("disallow: /"+strings.Repeat("*a", 50)+"%d\n", 150), "reader"},
		"stars together": {numbered("disallow: /"+strings.Repeat("*", 16)+"%d\n", 750), "reader"},
		"too many":       {numbered("disallow: /*%d\n", 4000), "matcher"},
	} {
		files := make([]*robots.File, max(8, 1<<16/len(c.body)))
		took := amplification.Kept(func() any {
			for i := range files {
				files[i] = robots.Parse(c.body)
				if d := files[i].Decide("Bot", "/"); d.By != c.by {
					t.Fatalf("%s: %+v, want it by %q", name, d, c.by)
				}
			}
			return files
		}) / len(files)
		got := files[0].Size()
		t.Logf("%-15s Size %8d, takes %8d", name, got, took)
		if took > got*3/2 || got > took*3 {
			t.Errorf("%s: Size says %d, and a file takes %d bytes", name, got, took)
		}
	}
	if got := (*robots.File)(nil).Size(); got != 0 {
		t.Errorf("a nil file takes %d bytes, want 0", got)
	}
}
