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
	url := "/" + strings.Repeat("abc", 700)
	rows = append(rows, amplification.Row{
		Input: "a decision on wildcards", Wire: len(stars), Total: 24 * len(stars),
		Run: func() any { return robots.Parse(stars).Decide("Bot", url) },
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

// Size tells what a file takes, whatever is in it.
func TestSize(t *testing.T) {
	for name, body := range map[string][]byte{
		"rules":    full(func(i int) string { return line("user-agent:*\n", i, "allow:a\n") }),
		"Latin 1":  full(func(i int) string { return line("user-agent:*\n", i, "allow:/\xff\xff\xff\xff\n") }),
		"agents":   full(func(i int) string { return "user-agent:" + letters(i) + "\n" }),
		"sitemaps": full(func(i int) string { return fmt.Sprintf("sitemap:%d\n", i) }),
		"long":     full(func(i int) string { return line("user-agent:*\n", i, "disallow:/"+strings.Repeat("x", 1000)+"\n") }),
	} {
		var files [8]*robots.File
		took := amplification.Kept(func() any {
			for i := range files {
				files[i] = robots.Parse(body)
			}
			return files
		}) / len(files)
		if got := files[0].Size(); took > got*3/2 || got > took*3 {
			t.Errorf("%s: Size says %d, and a file takes %d bytes", name, got, took)
		}
	}
	if got := (*robots.File)(nil).Size(); got != 0 {
		t.Errorf("a nil file takes %d bytes, want 0", got)
	}
}
