package zones

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// hostile are bodies of pages that load something from elsewhere, %s, or lay
// something over the page.
var hostile = []string{
	`<p style="background:#fff url(%s/a)">x`,
	`<p style="background:#fff;position:fixed;inset:0;z-index:9">x`,
	`<p style="background:#fff;background-image:image-set('%s/a' 1x)">x`,
	`<style>@import "%s/a"; p { background: url(%s/b) } @font-face { font-family: f; src: url(%s/c) } p { font-family: f }</style><p>x`,
	`<img src="%s/a" srcset="%s/b 2x"><picture><source srcset="%s/c"><img></picture>`,
	`<body background="%s/a"><table background="%s/b"><tr><td background="%s/c">x</table>`,
	`<link rel=stylesheet href="%s/a"><link rel=preload as=image href="%s/b"><link rel=prefetch href="%s/c">`,
	`<meta http-equiv=refresh content="0;url=%s/a">`,
	`<video src="%s/a" poster="%s/b" autoplay></video><audio src="%s/c" autoplay></audio>`,
	`<object data="%s/a"></object><embed src="%s/b"><iframe src="%s/c"></iframe><iframe srcdoc="<img src=%s/d>"></iframe>`,
	`<svg><image href="%s/a"/><use href="%s/b#x"/><style>@import "%s/c";</style></svg><image src="%s/d">`,
	`<input type=image src="%s/a"><form action="%s/b"><button autofocus>x</button></form>`,
	`<div><template shadowrootmode=open><style>@import "%s/a";</style><img src="%s/b"></template></div>`,
	`<noscript><img src="%s/a"></noscript><math><annotation-xml encoding="text/html"><img src="%s/b"></annotation-xml></math>`,
	`<base href="%s/"><p style="list-style-image:url(a)">x`,
	`<script src="%s/a"></script><p onclick="fetch('%s/b')">x<img src=x onerror="fetch('%s/c')">`,
	`<noembed><img src="%s/a"></noembed><xmp><img src="%s/b"></xmp><frameset><frame src="%s/c"></frameset>`,
	`<p title="&quot;><img src=%s/a>">x<!-- --!><img src=%s/b> -->`,
}

// What is shown of a page loads nothing from elsewhere.
func TestShownPageLoadsNothing(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Log("no chromium: what the pages say is looked at alone")
	}
	var asked atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked.Add(1) }))
	defer elsewhere.Close()
	pages, index := map[string]string{}, "<!DOCTYPE html>"
	for i, h := range hostile {
		got := shown(t, strings.ReplaceAll(h, "%s", elsewhere.URL))
		if strings.Contains(got, "fixed") {
			t.Errorf("%s\nis shown as\n%s", h, got)
		}
		pages[fmt.Sprint("/", i)] = got
		index += fmt.Sprintf("<iframe src=/%d></iframe>", i)
	}
	if browser == "" {
		return
	}
	pages["/"], pages["/control"] = index, fmt.Sprintf("<iframe srcdoc='<img src=%s/a>'></iframe>", elsewhere.URL)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, pages[r.URL.Path])
	}))
	defer site.Close()
	load := func(path string) {
		out, err := exec.CommandContext(t.Context(), browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
			"--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--dump-dom", site.URL+path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	load("/")
	if n := asked.Load(); n > 0 {
		t.Errorf("%d requests", n)
	}
	load("/control")
	if asked.Load() == 0 {
		t.Error("chromium loads no image: nothing was tested")
	}
}

func shown(t *testing.T, body string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := writeColoured(&out, root, new(label.Article)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
