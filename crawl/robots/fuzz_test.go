package robots

import (
	"strings"
	"testing"
	"time"
)

// bounded fails the test if f takes longer than any input can justify: it is
// there to find what grows out of proportion, not to measure.
func bounded(t *testing.T, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range decisions {
		f.Add([]byte(c.file))
	}
	f.Add([]byte("\xFF\xFEU\x00s\x00\n\x00"))
	f.Add([]byte("\xFE\xFF\x00U\x00s\x00\n"))
	f.Add(ordinary(1 << 10))
	f.Fuzz(func(t *testing.T, body []byte) {
		bounded(t, func() {
			file := Parse(body)
			if n := len(file.rules) + len(file.runs); n > len(body) {
				t.Errorf("%d rules and runs from %d octets", n, len(body))
			}
			for token := range file.agents {
				if d, ok := file.Delay(token); ok && (d < 0 || d > maxDelay) {
					t.Errorf("Delay(%q) = %v", token, d)
				}
			}
			for _, s := range file.Sitemaps() {
				if s == "" {
					t.Error("empty sitemap")
				}
			}
		})
	})
}

func FuzzAllowed(f *testing.F) {
	for _, c := range decisions {
		f.Add(c.file, "Bot", c.path)
	}
	f.Add("User-agent: *\nDisallow: /*a*a*a*a*a*b", "Bot/1.0 (x)", "http://h/"+strings.Repeat("a", 50)+"?b#c")
	f.Fuzz(func(t *testing.T, file, agent, url string) {
		bounded(t, func() {
			for _, parse := range []func([]byte) *File{Parse, ParseRFC} {
				parsed := parse([]byte(file))
				d := parsed.Decide(agent, url)
				checkLine(t, file, d)
				if parsed.Allowed(agent, url) != d.Allowed {
					t.Errorf("Allowed is not %v", d.Allowed)
				}
				// A comment line changes nothing, except that a file at the
				// limit loses its last line.
				if len(file) > MaxSize-10 || strings.HasPrefix(file, "\xFF\xFE") || strings.HasPrefix(file, "\xFE\xFF") {
					continue
				}
				d.Line++
				if d.Rule == "" {
					d.Line = 0
				}
				commented := "# c\n" + skipMark(file)
				got := parse([]byte(commented)).Decide(agent, url)
				if got.By == byTemoto && d.By == byReader || got.By == byReader && d.By == byTemoto {
					got.By = d.By // without a mark or beyond its length temoto reads the file otherwise
				}
				if got != d {
					t.Errorf("with a comment %+v, without %+v", got, d)
				}
			}
		})
	})
}

// checkLine checks that the line of a decision is there and holds its rule.
func checkLine(t *testing.T, file string, d Decision) {
	t.Helper()
	if d.Line == 0 {
		if d.Rule != "" || !d.Allowed {
			t.Errorf("no line, but %+v", d)
		}
		return
	}
	if utf16Order([]byte(file)) != nil {
		return
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(skipMark(file)), "\n")
	if d.Line > len(lines) || d.Rule == "" || !strings.Contains(lines[d.Line-1], d.Rule) {
		t.Errorf("%+v: not the rule of that line", d)
		return
	}
	key, _, ok := keyValue(d.Rule)
	if want := map[bool]kind{true: allow, false: disallow}[d.Allowed]; !ok || kindOf(key) != want {
		t.Errorf("%+v: not such a rule", d)
	}
}

func FuzzToken(f *testing.F) {
	for _, agent := range []string{"MyBot/1.2 (+https://example.org/bot)", "Mozilla/5.0 (compatible; x)", "My2Bot", "", "\xff", "a-_b c"} {
		f.Add(agent)
	}
	f.Fuzz(func(t *testing.T, agent string) {
		token := Token(agent)
		if Token(token) != token || !strings.HasPrefix(strings.TrimSpace(agent), token) {
			t.Errorf("%q has the token %q, and that %q", agent, token, Token(token))
		}
		for _, c := range []byte(token) {
			if c != '-' && c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') {
				t.Errorf("%q has the token %q", agent, token)
			}
		}
	})
}
