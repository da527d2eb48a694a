package weburl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	for _, tc := range []struct{ raw, want string }{
		// Names.
		{"https://a.example/d?token=S", "https://a.example/d?token=REDACTED"},
		{"https://a.example/d?x=1&api_key=S&y=2#top", "https://a.example/d?x=1&api_key=REDACTED&y=2#top"},
		{"https://a.example/d?apikey=S&APIKey=S&apiKey=S&APIkey=S&api-key=S", "https://a.example/d?apikey=REDACTED&APIKey=REDACTED&apiKey=REDACTED&APIkey=REDACTED&api-key=REDACTED"},
		{"/d?X-Amz-Credential=S&X-Amz-Date=2026&X-Amz-Security-Token=S&X-Amz-SignedHeaders=host&X-Amz-Signature=S", "/d?X-Amz-Credential=REDACTED&X-Amz-Date=2026&X-Amz-Security-Token=REDACTED&X-Amz-SignedHeaders=host&X-Amz-Signature=REDACTED"},
		{"/d?AWSAccessKeyId=S&Expires=1&Signature=S", "/d?AWSAccessKeyId=REDACTED&Expires=1&Signature=REDACTED"},
		{"/d?sv=2026&sp=r&se=9&sig=S%2B%3D", "/d?sv=2026&sp=r&se=9&sig=REDACTED"},
		{"/d?X-Goog-Algorithm=GOOG4&X-Goog-Signature=S", "/d?X-Goog-Algorithm=GOOG4&X-Goog-Signature=REDACTED"},
		{"/d?PHPSESSID=S&JSessionID=S&ASPSESSIONIDQQBC=S&CFID=S&CFTOKEN=S&osCsid=S&ASP.NET_SessionId=S&zenid=S&plsid=S&xtcsid=S", "/d?PHPSESSID=REDACTED&JSessionID=REDACTED&ASPSESSIONIDQQBC=REDACTED&CFID=REDACTED&CFTOKEN=REDACTED&osCsid=REDACTED&ASP.NET_SessionId=REDACTED&zenid=REDACTED&plsid=REDACTED&xtcsid=REDACTED"},
		{"/d?accessToken=S&id_token=S&oauth_verifier=S&refreshtoken=S&CSRFToken=S", "/d?accessToken=REDACTED&id_token=REDACTED&oauth_verifier=REDACTED&refreshtoken=REDACTED&CSRFToken=REDACTED"},
		{"/d?user[password]=S&token[0]=S&token2=S&clientSecret=S&mysql_pwd=S&auth=S&SAMLResponse=S", "/d?user[password]=REDACTED&token[0]=REDACTED&token2=REDACTED&clientSecret=REDACTED&mysql_pwd=REDACTED&auth=REDACTED&SAMLResponse=REDACTED"},
		{"/d?code=S&ticket=S", "/d?code=REDACTED&ticket=REDACTED"},
		{"/d?keyword=a&monkey=b&author=c&design=d&country_code=e&ticket_id=f&side=g&session_s=h", "/d?keyword=a&monkey=b&author=c&design=d&country_code=e&ticket_id=f&side=g&session_s=REDACTED"},
		{"/tokens?max_tokens=5&secretary=ann&passage=1&signal=2&keys=3&compass=4", "/tokens?max_tokens=5&secretary=ann&passage=1&signal=2&keys=3&compass=4"},
		{"/d?" + strings.Repeat("a", 1000) + "_token=S", "/d?" + strings.Repeat("a", 1000) + "_token=REDACTED"},
		{"/d?token_" + strings.Repeat("a", 1000) + "=S", "/d?token_" + strings.Repeat("a", 1000) + "=REDACTED"},

		// Where they stand.
		{"https://a.example/d;jsessionid=S/e;v=1?x=1", "https://a.example/d;jsessionid=REDACTED/e;v=1?x=1"},
		{"https://a.example/d;jsessionid=S!1?token=S", "https://a.example/d;jsessionid=REDACTED?token=REDACTED"},
		{"https://a.example/token=S/d", "https://a.example/token=REDACTED/d"},
		{"https://a.example/#access_token=S&state=1", "https://a.example/#access_token=REDACTED&state=1"},
		{"https://a.example/#/d?token=S#S", "https://a.example/#/d?token=REDACTED"},
		{"https://a.example/?token=S#token=S", "https://a.example/?token=REDACTED#token=REDACTED"},
		{"?token=S;S&x=1", "?token=REDACTED&x=1"},
		{"?a=1;token=S;x=1", "?a=1;token=REDACTED;x=1"},
		{"?token=S/S?S=S&x=1", "?token=REDACTED&x=1"},
		{"?a=1&amp;token=S", "?a=1&amp;token=REDACTED"},
		{"?token=&sid&x=1", "?token=&sid&x=1"},
		{"/sid=&token=/S/", "/sid=&token=REDACTED"},
		{"?a;sid=/token=S;S&x=1", "?a;sid=REDACTED&x=1"},
		{"?token==S", "?token=REDACTED"},
		{"token=S/S;S&x=1", "token=REDACTED&x=1"},
		{"/d&token=S/S;S&x=1", "/d&token=REDACTED&x=1"},
		{"?x=token=S", "?x=token=S"},
		{"https://a.example/session/5?x=1", "https://a.example/session/5?x=1"},

		// Encoded, and in one another.
		{"?%74oken=S&x=1", "?%74oken=REDACTED&x=1"},
		{"?%54%4f%4B%45%4e=S", "?%54%4f%4B%45%4e=REDACTED"},
		{"?%2574oken=S", "?%2574oken=REDACTED"},
		{"?access%5Ftoken=S", "?access%5Ftoken=REDACTED"},
		{"?token=S%26S%3DS&x=1", "?token=REDACTED&x=1"},
		{"?next=%2Fd%3Ftoken%3DS%26x%3D1&y=2", "?next=%2Fd%3Ftoken%3DREDACTED%26x%3D1&y=2"},
		{"?next=%252Fd%253Ftoken%253DS%2526x%253D1&y=2", "?next=%252Fd%253Ftoken%253DREDACTED%2526x%253D1&y=2"},
		{"?next=/d?token=S&y=2", "?next=/d?token=REDACTED&y=2"},
		{"?to\nken=S&to\tken=S", "?to\nken=REDACTED&to\tken=REDACTED"},

		// Users.
		{"https://ann:S@a.example/", "https://xxxxx@a.example/"},
		{"https://ann:S@S@a.example/@ann", "https://xxxxx@a.example/@ann"},
		{"HTTPS:\\\\ann:S@a.example/", "HTTPS:\\\\xxxxx@a.example/"},
		{"https:ann:S@a.example/", "https:xxxxx@a.example/"},
		{" https:/ann:S@a.example/", " https:/xxxxx@a.example/"},
		{"//ann:S@a.example/", "//xxxxx@a.example/"},
		{"ann:S@a.example", "xxxxx@a.example"},
		{"ftp://ann:S@a.example:21/b", "ftp://xxxxx@a.example:21/b"},
		{"https://ann:S/S@a.example/", "https://xxxxx@a.example/"},
		{"https://ann:S?S@a.example/?token=S", "https://xxxxx@a.example/?token=REDACTED"},
		{"https://a.example/?next=http://ann:S@b.example/", "https://a.example/?next=http://xxxxx@b.example/"},
		{"?next=http%3A%2F%2Fann%3AS%40b.example%2F@c", "?next=http%3A%2F%2Fxxxxx%40b.example%2F@c"},
		{"https://a.example/@ann?mail=ann@b.example&u=http://b.example&m=x@y", "https://a.example/@ann?mail=ann@b.example&u=http://b.example&m=x@y"},
		{"https://a.example:443/@ann", "https://a.example:443/@ann"},
		{"https://[2001:db8::1]:443/@ann", "https://[2001:db8::1]:443/@ann"},
		{"logo@2x.png", "logo@2x.png"},
		{"mailto:ann@a.example?subject=key", "mailto:ann@a.example?subject=key"},
		{"/wiki/Talk:Main@old", "/wiki/Talk:Main@old"},

		// No URL.
		{"", ""},
		{"%", "%"},
		{"%%3D%=%2", "%%3D%=%2"},
		{"?\x00\xff=\xff&tok\xffen=1&sid=\xff", "?\x00\xff=\xff&tok\xffen=1&sid=REDACTED"},
		{"http://[::1/?token=S S\n\x00S", "http://[::1/?token=REDACTED"},
	} {
		if got := Redact(tc.raw); got != tc.want {
			t.Errorf("Redact(%q)\ngot  %q\nwant %q", tc.raw, got, tc.want)
		}
	}
}

func TestRedactText(t *testing.T) {
	refused := &url.Error{Op: "parse", URL: "http://a.example:x/?token=S S&y=1", Err: errors.New(`invalid port ":x" after host`)}
	for _, tc := range []struct{ text, want string }{
		{"crawl: http://a.example/?token=S: status 404", "crawl: http://a.example/?token=REDACTED: status 404"},
		{`Get "http://a.example/?x=1&sig=S": dial tcp`, `Get "http://a.example/?x=1&sig=REDACTED": dial tcp`},
		{`Get "http://a.example/?sig=S \"S": EOF`, `Get "http://a.example/?sig=REDACTED": EOF`},
		{refused.Error(), `parse "http://a.example:x/?token=REDACTED&y=1": invalid port ":x" after host`},
		{`"closed" 5" wide http://a.example/?token=S`, `"closed" 5" wide http://a.example/?token=REDACTED`},
		{"(see http://ann:S@a.example/?token=S), ann@b.example", "(see http://xxxxx@a.example/?token=REDACTED), ann@b.example"},
		{"key=1 token=2, 50% of x/y", "key=1 token=2, 50% of x/y"},
		{"panic: ann@b.example\n\ngoroutine 1:\n/go/pkg/mod/golang.org/x/net@v0.1.0/a.go:12 +0x1b", "panic: ann@b.example\n\ngoroutine 1:\n/go/pkg/mod/golang.org/x/net@v0.1.0/a.go:12 +0x1b"},
		{"", ""},
	} {
		got := RedactText(tc.text)
		if got != tc.want {
			t.Errorf("RedactText(%q)\ngot  %q\nwant %q", tc.text, got, tc.want)
		}
		if again := RedactText(got); again != got {
			t.Errorf("again: %q, want %q", again, got)
		}
	}
}

func TestRedactError(t *testing.T) {
	if err := RedactError(nil); err != nil {
		t.Errorf("of nil: %v", err)
	}
	inner := &url.Error{Op: "Get", URL: "http://a.example/?token=S", Err: fs.ErrClosed}
	err := RedactError(fmt.Errorf("robots: %w", inner))
	if want := `robots: Get "http://a.example/?token=REDACTED": file already closed`; err.Error() != want || fmt.Sprintf("%+v", err) != want {
		t.Errorf("%v, want %s", err, want)
	}
	var found *url.Error
	if !errors.Is(err, fs.ErrClosed) || !errors.As(err, &found) || found.URL != inner.URL {
		t.Errorf("the chain behind %v is lost", err)
	}
	if again := RedactError(err); again != err {
		t.Error("it is redacted twice")
	}
}

func TestLogged(t *testing.T) {
	var text, lines bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&text, nil), slog.NewJSONHandler(&lines, nil)} {
		slog.New(h).Info("failed", "url", Logged("http://a.example/?token=S"))
	}
	var line struct{ URL string }
	if err := json.Unmarshal(lines.Bytes(), &line); err != nil || line.URL != "http://a.example/?token=REDACTED" {
		t.Errorf("%v %q", err, line.URL)
	}
	if !strings.Contains(text.String(), `url="http://a.example/?token=REDACTED"`) {
		t.Errorf("%s", text.String())
	}
}

// TestRedactIsLinear sees that no input costs more than its bytes: what grows
// with the square of 400 kB would take minutes.
func TestRedactIsLinear(t *testing.T) {
	for _, part := range []string{
		"%", "%25", "%2", "%3F", "?", "&sid=x", "&sid%3Dx", "%2525252525", "://", "://@", "http:", "http:@", "\"", "\\\"", "\"\\", "a=", "token", "tokeN", "?token=",
		"%3A%2F%2F", "https://a:b", "@", "[", "\t", " ", "\x00", "/", "//",
	} {
		raw := strings.Repeat(part, 400_000/len(part))
		for _, s := range []string{Redact(raw), RedactText(raw), Redact("?token=" + raw), Redact("http://" + raw), RedactText(`"` + raw + `"`)} {
			if len(s) > 3*len(raw)+10 {
				t.Errorf("%d bytes of %q become %d", len(raw), part, len(s))
			}
		}
	}
}
