package contenttype_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/contenttype"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		header          string // several ones parted by a newline
		want, wantLabel string
	}{
		{"", "", ""},
		{"text/html", "text/html", ""},
		{"TEXT/HTML;CHARSET=UTF-8", "text/html", "UTF-8"},
		{"text/html; charset=koi8-r;", "text/html", "koi8-r"},
		{" text/html ; charset = koi8-r ", "text/html", "koi8-r"},
		{`text/html; charset="koi8-r"`, "text/html", "koi8-r"},
		{`text/html; charset="koi8-r`, "text/html", "koi8-r"},
		{`text/html; charset="koi8-r" x; a=b`, "text/html", "koi8-r"},
		{`text/html; charset="k\oi8-r"`, "text/html", "koi8-r"},
		{`text/html; charset="k\`, "text/html", `k\`},
		{`text/html; a="b; charset=utf-8"; charset=koi8-r`, "text/html", "koi8-r"},
		{`text/html; a="b\"; charset=utf-8"; charset=koi8-r`, "text/html", "koi8-r"},
		{"text/html;; charset=koi8-r", "text/html", "koi8-r"},
		{"text/html; foo; charset=koi8-r", "text/html", "koi8-r"},
		{"text/html; a/b=c; charset=koi8-r", "text/html", "koi8-r"},
		{"text/html; charset=koi8-r; charset=utf-8", "text/html", "koi8-r"},
		{"text/html; charset=; charset=utf-8", "text/html", "utf-8"},
		{"text/html; charset=utf-8, text/html", "text/html", "utf-8"},
		{"text/html; charset=utf-8, text/html; charset=koi8-r", "text/html", "koi8-r"},
		{"text/html; charset=utf-8, text/plain", "text/plain", ""},
		{"text/html; charset=utf-8, */*", "text/html", "utf-8"},
		{"text/html; charset=utf-8, nonsense", "text/html", "utf-8"},
		{"text/plain\ntext/html; charset=utf-8", "text/html", "utf-8"},
		{"text", "", ""},
		{"text/", "", ""},
		{"/html", "", ""},
		{"; charset=utf-8", "", ""},
		{"charset=utf-8", "", ""},
		{"text/html charset=utf-8", "", ""},
		{"text/höchst", "", ""},
		{"unknown/unknown", "", ""},
		{"Application/Unknown; charset=koi8-r", "", "koi8-r"},
		{"text/html, unknown/unknown", "", ""},
		{"unknown/unknown, text/html", "text/html", ""},
		{"unknown/x-unknown", "unknown/x-unknown", ""},
	} {
		h := http.Header{}
		for _, v := range strings.Split(c.header, "\n") {
			h.Add("Content-Type", v)
		}
		if got, label := contenttype.Of(h); got != c.want || label != c.wantLabel {
			t.Errorf("%q: %q, %q, want %q, %q", c.header, got, label, c.want, c.wantLabel)
		}
	}
	if got, label := contenttype.Of(nil); got != "" || label != "" {
		t.Errorf("no header: %q, %q, want nothing", got, label)
	}
}

func FuzzOf(f *testing.F) {
	f.Add(`text/html; a="b\"; charset=utf-8"; charset=koi8-r, */*`)
	f.Fuzz(func(t *testing.T, header string) {
		got, label := contenttype.Of(http.Header{"Content-Type": {header}})
		if got != strings.ToLower(got) || strings.ContainsAny(got, " ;,\"") || len(label) > len(header) {
			t.Errorf("%q: %q, %q", header, got, label)
		}
	})
}
