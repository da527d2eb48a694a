package robots

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// The examples of draft-ietf-aipref-attach-05 and draft-ietf-aipref-vocab, and what follows from their rules.
func TestUsage(t *testing.T) {
	const attach = "User-Agent: *\nAllow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\n\n" +
		"User-Agent: ExampleBot\nAllow: /\nContent-Usage: train-ai=y\n"
	for _, c := range []struct {
		name, file, agent, path string
		want                    Usage
	}{
		{"attach, 4.3", attach, "other", "/test", Usage{"train-ai": false}},
		{"attach, 4.3, path", attach, "other", "/ai-ok/test", Usage{"train-ai": true}},
		{"attach, 4.3, agent", attach, "ExampleBot/1.0", "/test", Usage{"train-ai": true}},
		{"none", "User-agent: *\nDisallow: /x\n", "bot", "/", nil},
		{"case and space", "User-agent: *\n \tCONTENT-usage \t: \ttrain-ai=n, search=y # why\r\n", "bot", "/", Usage{"train-ai": false, "search": true}},
		{"equal paths", "User-agent: *\nContent-Usage: /a train-ai=y, search=y\nContent-Usage: /a train-ai=n\n", "bot", "/a", Usage{"train-ai": false, "search": true}},
		{"wildcards", "User-agent: *\nContent-Usage: /*.pdf$ train-ai=n\n", "bot", "/x.pdf", Usage{"train-ai": false}},
		{"wildcards, elsewhere", "User-agent: *\nContent-Usage: /*.pdf$ train-ai=n\n", "bot", "/x.pdf?y", nil},
		{"encoded path", "User-agent: *\nContent-Usage: /ä%20b\ttrain-ai=n\n", "bot", "/%C3%A4%20b", Usage{"train-ai": false}},
		{"path alone", "User-agent: *\nContent-Usage: /x\n", "bot", "/x", nil},
		{"another agent", "User-agent: other\nContent-Usage: train-ai=n\n", "bot", "/", nil},
		{"before any agent", "Content-Usage: train-ai=n\nUser-agent: *\nAllow: /\n", "bot", "/", nil},
		{"between agents", "User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nDisallow: /x\n", "b", "/", nil},
		{"groups of one agent", "User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nAllow: /\nUser-agent: a\nContent-Usage: search=y", "a", "/", Usage{"train-ai": false, "search": true}},
		{"signals", "User-Agent: *\nContent-Signal: search=yes, ai-train=no,AI-Input=No, use=reference\nAllow: /\n", "bot", "/", Usage{"search": true, "train-ai": false, "ai-input": false}},
		{"signals say something else", "User-Agent: *\nContent-Signal: search=maybe, ai-train, =no, x=no\n", "bot", "/", nil},
		{"signals twice", "User-Agent: *\nContent-Signal: search=no, search=yes\n", "bot", "/", Usage{"search": false}},
		{"both kinds", "User-Agent: *\nContent-Signal: ai-train=yes, search=yes\nContent-Usage: /a train-ai=n\n", "bot", "/a", Usage{"search": true, "train-ai": false}},
		{"vocab, 6", "User-agent: *\nContent-Usage: train-ai=y, search=n", "bot", "/", Usage{"train-ai": true, "search": false}},
		{"vocab, 6.5.1", `User-agent: *` + "\n" + `Content-Usage: train-ai=y, train-ai, search=n, search="n"`, "bot", "/", nil},
		{"vocab, 6.5.2", "User-agent: *\nContent-Usage: train-ai;allow=n, train-ai=y", "bot", "/", Usage{"train-ai": true}},
		{"vocab, 6.5.2, parameters", "User-agent: *\nContent-Usage: search=n, train-ai;has;parameters=\"?\";", "bot", "/", nil}, // ends in a semicolon: RFC 9651, 4.2.3.2
		{"upper case", "User-agent: *\nContent-Usage: search=n, Train-AI=y", "bot", "/", nil},
		{"values", "User-agent: *\nContent-Usage: search=N, train-ai=yes", "bot", "/", nil},
		{"not its own", "User-agent: *\nContent-Usage: ai-input=n, ai-train=n, search=n", "bot", "/", Usage{"search": false}},
	} {
		f := Parse([]byte(c.file))
		if got := f.Usage(c.agent, "https://a.test"+c.path); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := (*File)(nil).Usage("bot", "/"); got != nil {
		t.Errorf("without a file: %v", got)
	}
}

func TestUsageOfHeaders(t *testing.T) {
	site := Usage{"search": true, "train-ai": false}
	for _, c := range []struct {
		header http.Header
		want   Usage
	}{
		{nil, site},
		{http.Header{"Content-Usage": {"train-ai=y, search=n"}}, Usage{"search": false, "train-ai": false}},
		{http.Header{"Content-Usage": {"", "search=n", "train-ai=y"}}, Usage{"search": false, "train-ai": false}},
		{http.Header{"Content-Signal": {"ai-train=yes, search=yes, ai-input=yes"}}, Usage{"search": true, "train-ai": false, "ai-input": true}},
		{http.Header{"Content-Usage": {"?"}, "Content-Signal": {"?"}}, site},
	} {
		if got := site.With(c.header); !maps.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.header, got, c.want)
		}
	}
	if !maps.Equal(site, Usage{"search": true, "train-ai": false}) {
		t.Errorf("the site's own is %v now", site)
	}
	for use, want := range map[string]bool{"search": true, "train-ai": false, "ai-input": true} {
		if site.Allows(use) != want || !Usage(nil).Allows(use) {
			t.Errorf("%s is allowed: %v, want %v, and true where nothing is said", use, !want, want)
		}
	}
}

func TestDictionary(t *testing.T) {
	for value, want := range map[string]string{
		"":  "map[]",
		"a": "map[a:]",
		"a=b , c=d;e;f=1,\tg=(x \"y\";z=1  3.25) ":                  "map[a:b c:d g:]",
		`a="x\"y\\",b=?1,c=:aGk=:,d=@17,e=%"f%c3",f=-1.5,*g=*h/i:j`: "map[*g:*h/i:j a: b: c: d: e: f:]",
		"a=b c": "", "a=b,": "", ",a": "", "A=b": "", "a=": "", "a= b": "", "a;=1": "", `a="x`: "", `a="\x"`: "", "a=?2": "",
		"a=(b": "", "a=(b\"c\")": "", "a=1.": "", "a=1.2345": "", "a=1234567890123456": "", "a=:x": "", "a=-": "", "a=b\x00": "", "a=\"\xff\"": "",
	} {
		got, ok := dictionary(value)
		if text := fmt.Sprint(got); ok != (want != "") || ok && text != want {
			t.Errorf("%q: %v, %v, want %v", value, got, ok, want)
		}
	}
}

// A file of nothing but such lines costs little, and is asked in bounded time.
func TestUsageIsBounded(t *testing.T) {
	f := Parse([]byte("User-agent: *\n" + strings.Repeat("Content-Usage: /*a*a*a*a train-ai=n\n", 10_000)))
	if len(f.usages) != maxUsages {
		t.Errorf("%d lines are kept, want %d", len(f.usages), maxUsages)
	}
	if got := f.Usage("bot", "/"+strings.Repeat("a", 2000)); got.Allows("train-ai") {
		t.Errorf("%v, want that training is not allowed", got)
	}
}

func FuzzUsage(f *testing.F) {
	f.Add("train-ai=n, search;a=\"b\"")
	f.Fuzz(func(t *testing.T, value string) {
		Parse([]byte("User-agent: *\nContent-Usage: "+value+"\nContent-Signal: "+value)).Usage("bot", "/x")
		Usage(nil).With(http.Header{"Content-Usage": {value}, "Content-Signal": {value}})
	})
}
