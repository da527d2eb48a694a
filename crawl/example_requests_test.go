package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/lokman-crawler/lokman/crawl"
	filters "github.com/lokman-crawler/lokman/crawl/urls"
)

// A crawl behind a form: what logs in and the crawler share a jar of cookies.
func ExampleCrawler_login() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		session, err := r.Cookie("session")
		switch {
		case r.URL.Path == "/robots.txt":
		case r.Method == http.MethodPost && r.FormValue("password") == "open sesame":
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "1", Path: "/"})
		case err != nil || session.Value != "1":
			http.Error(w, "log in first", http.StatusForbidden)
		case r.URL.Path == "/members/":
			fmt.Fprint(w, `<a href="/members/flu">Flu</a> <a href="/logout">Log out</a>`)
		}
	}))
	defer site.Close()
	transport := &crawl.Transport{Open: crawl.Hostnames(site.URL)}
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	if err != nil {
		fmt.Println(err)
		return
	}
	client := http.Client{Transport: transport, Jar: jar}
	answer, err := client.PostForm(site.URL+"/login", url.Values{"user": {"ann"}, "password": {"open sesame"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer.Body.Close()
	scope := filters.Filter{Hosts: crawl.Hostnames(site.URL), NotPaths: []string{"/logout"}} // or the session ends
	c := crawl.Crawler{Transport: transport, Jar: jar, Scope: scope.Check, Delay: crawl.NoDelay}
	for page, err := range c.Crawl(context.Background(), site.URL+"/members/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(page.Status, path(page.URL))
	}
	// Output:
	// 200 /members/
	// 200 /members/flu
}

// Two hosts that are asked in their own ways, and all others.
func ExampleHostSettings() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); r.URL.Path == "/" {
			fmt.Println(user, password == "open sesame", r.Header.Get("Accept-Language"))
		}
	}))
	defer site.Close()
	c := crawl.Crawler{
		Header: http.Header{"Accept-Language": {"en"}},
		PerHost: map[string]crawl.HostSettings{
			site.URL:              {User: "ann", Password: "open sesame", Delay: crawl.NoDelay, Concurrency: 4},
			"https://api.example": {Token: "secret", Header: http.Header{"Accept-Language": {"tr"}}},
			"*.slow.example":      {Delay: 20 * time.Second, Jitter: 10 * time.Second},
			"*":                   {Jitter: 500 * time.Millisecond},
		},
		Transport: &crawl.Transport{Open: crawl.Hostnames(site.URL)},
	}
	for page, err := range c.Crawl(context.Background(), site.URL) {
		if err != nil || page.Err != nil {
			fmt.Println(err, page.Err)
		}
	}
	// Output: ann true en
}
