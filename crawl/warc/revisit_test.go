package warc_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// answers answers each request with the next body of its list, which is the status
// too if it is a number, and the path as the type of the content.
type answers struct {
	list []string
}

func (a *answers) RoundTrip(req *http.Request) (*http.Response, error) {
	status, body := http.StatusOK, a.list[0]
	a.list = a.list[1:]
	if n, err := strconv.Atoi(body); err == nil {
		status = n
	}
	if status == http.StatusNotModified {
		body = ""
	}
	return &http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"text" + req.URL.Path}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}, nil
}

// visitAgain asks for a URL and reads the answer.
func visitAgain(t *testing.T, transport http.RoundTripper, url string, conditionally bool) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if conditionally {
		req.Header.Set("If-None-Match", `"1"`)
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
}

// A 304 that nobody asked for is an answer like others, and no visit again.
func TestNotModifiedUnasked(t *testing.T) {
	for _, visits := range []string{"304", "one 304", "one 304 304"} {
		served := &answers{list: strings.Fields(visits)}
		r, path := record(t, "crawl.warc", served)
		for range strings.Fields(visits) {
			visitAgain(t, r, "http://a.test/a", false)
		}
		if n := kinds(finish(t, r, path))["revisit"]; n > 0 {
			t.Errorf("%s: %d revisit records", visits, n)
		}
		web, err := warc.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := get(t, web, "http://a.test/a"); got != "304 " {
			t.Errorf("%s: %q", visits, got)
		}
	}
}

// That a page is as it was when it was last visited refers to that visit, be it
// one whose body had been recorded before.
func TestNotModifiedAfterRevisit(t *testing.T) {
	for _, c := range []struct{ name, visits, url, want string }{
		{"another page had the body", "/a:one /b:one /b:304", "/b", "text/b one"},
		{"another page has had another one since", "/a:one /b:one /a:two /b:304", "/b", "text/b one"},
		{"the page got an old body again", "/a:one /a:two /a:one /a:304", "/a", "text/a one"},
		{"not modified twice", "/a:one /b:one /b:304 /b:304", "/b", "text/b one"},
		{"an error since", "/a:one /a:503 /a:304", "/a", "text/a one"},
		{"an error since a revisit", "/a:one /b:one /b:503 /b:304", "/b", "text/b one"},
		{"the page was empty", "/a:one /a: /a:304", "/a", "text/a "},
		{"modified again", "/a:one /b:one /b:304 /b:two", "/b", "text/b two"},
	} {
		for _, again := range []bool{false, true} {
			served := &answers{}
			r, path := record(t, "crawl.warc.gz", served)
			for _, visit := range strings.Fields(c.visits) {
				if again { // a crawl that goes on with the file
					if err := r.Writer.Close(); err != nil {
						t.Fatal(err)
					}
					w, err := warc.Append(path, nil)
					if err != nil {
						t.Fatal(err)
					}
					r = &warc.Recorder{Transport: served, Writer: w}
				}
				page, body, _ := strings.Cut(visit, ":")
				served.list = []string{body}
				visitAgain(t, r, "http://a.test"+page, body == "304")
			}
			entries := finish(t, r, path)
			if !again {
				checkReferences(t, entries)
			}
			web, err := warc.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := ask(t, web, "http://a.test"+c.url)
			if err != nil {
				t.Errorf("%s, appended %v: %v", c.name, again, err)
				continue
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if got := resp.Header.Get("Content-Type") + " " + string(body); got != c.want || err != nil || resp.StatusCode != http.StatusOK {
				t.Errorf("%s, appended %v: %d %s, want %s", c.name, again, resp.StatusCode, got, c.want)
			}
		}
	}
}

// Of what others recorded, a page that was not modified is as it was when it was
// last visited before, in whichever order the files are.
func TestNotModifiedOfOthers(t *testing.T) {
	const profile = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified"
	unmodified := later(text("revisit", "http://a.test/b", "HTTP/1.1 304 Not Modified\r\n\r\n", profile), "2022-01-01T00:00:00Z")
	for name, records := range map[string]map[string]string{
		"the newer file first": {
			"1.warc": later(text("response", "http://a.test/b", ok+"one"), "2021-01-01T00:00:00Z"),
			"2.warc": text("response", "http://a.test/b", ok+"old"), "3.warc": unmodified,
		},
		"a revisit before": {
			"1.warc": text("response", "http://a.test/a", ok+"one", "WARC-Payload-Digest: sha1:ONE"),
			"2.warc": text("revisit", "http://a.test/b", ok, "WARC-Payload-Digest: sha1:ONE"), "3.warc": unmodified,
		},
	} {
		web, err := warc.Open(files(t, records))
		if err != nil {
			t.Fatal(err)
		}
		if got := get(t, web, "http://a.test/b"); got != "200 one" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// What was answered to another method than GET is no answer of the URL: others
// record forms and scripts too, with the request before its answer or after it.
func TestWebOfOtherMethods(t *testing.T) {
	request := func(method, url string, more ...string) string {
		return text("request", url, method+" / HTTP/1.1\r\n\r\n", more...)
	}
	to := func(kind, url string) string { return "WARC-Concurrent-To: <urn:x:" + kind + ":" + url + ">" }
	const login, search, head, only, gone = "http://a.test/login", "http://a.test/search", "http://a.test/head", "http://a.test/only", "http://a.test/gone"
	web, err := warc.Open(files(t, map[string]string{
		"1.warc.gz": zip(
			text("response", login, ok+"the form"), request("GET", login, to("response", login)),
			text("response", search, ok+"the page"),
			text("response", head, ok+"the text"), text("metadata", head, "via: http://a.test/\r\n"),
			text("response", gone, "HTTP/1.1 503 Busy\r\n\r\n")),
		"2.warc.gz": zip(
			later(text("response", login, ok+"welcome"), "2021-01-01T00:00:00Z"), request("POST", login, to("request", "no:such"), to("response", login)),
			request("POST", search), later(text("response", search, ok+"results", to("request", search)), "2021-01-01T00:00:00Z"),
			request("HEAD", head), later(text("revisit", head, ok, to("request", head)), "2021-01-01T00:00:00Z"),
			text("response", only, ok+"posted"), request("POST", only, to("response", only))),
	}))
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		login: "200 the form", search: "200 the page", head: "200 the text", only: "404 not in the recorded web\n", gone: "503 ",
	} {
		if got := get(t, web, url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	if web.Len() != 4 {
		t.Errorf("%q", web.URLs())
	}
}
