package crawl_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// Statuses of an outage that passes cost no page, those of proxies neither.
func TestStatusesThatMayPass(t *testing.T) {
	passes := map[int]bool{
		408: true, 425: true, 429: true, 500: true, 502: true, 503: true, 504: true, 507: true, 508: true,
		520: true, 521: true, 522: true, 523: true, 524: true, 525: true, 530: true, 598: true,
		400: false, 401: false, 403: false, 404: false, 410: false, 501: false, 505: false,
	}
	for status, want := range passes {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Sequence("/", testsite.Failure(status, ""), testsite.Page("after all"))
			c := crawl.Crawler{Transport: web}
			p := only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/")
			if p.OK() != want {
				t.Errorf("status %d, then the page: %v, want it tried again: %v", status, p.Err, want)
			}
		})
	}
}

// A redirect that leads nowhere says so.
func TestRedirectWithoutLocation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Answer{Status: 302})
		c := crawl.Crawler{Transport: web}
		err := only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/").Err
		var status *failure.StatusError
		if !errors.As(err, &status) || status.Status != 302 || !strings.Contains(err.Error(), "Location") {
			t.Errorf("error %v, want a *StatusError of 302 that names the Location", err)
		}
	})
}

// Redirects that end nowhere are in the log and among the frontier's failures.
func TestRedirectFailuresAreSaid(t *testing.T) {
	for _, to := range []string{"/1?password=secret", "/2?password=secret"} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Set("/1", testsite.Redirect(302, to))
			var log bytes.Buffer
			queue := frontier.New(frontier.Options{Order: frontier.FIFO})
			c := crawl.Crawler{
				Transport: web, Frontier: queue, Limits: crawl.Limits{Redirects: crawl.None},
				Logger: slog.New(slog.NewTextHandler(&log, nil)),
			}
			crawlAll(t, &c, "http://h0.test/1?password=secret")
			for _, want := range []string{"msg=failed", "http://h0.test/1?password=REDACTED", "too many redirects"} {
				if !strings.Contains(log.String(), want) {
					t.Errorf("redirect to %s: the log is %q, want %s in it", to, &log, want)
				}
			}
			if strings.Contains(log.String(), "secret") {
				t.Errorf("redirect to %s: the log is %q, want it without secrets", to, &log)
			}
			var causes []string
			for f, err := range queue.Failures(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				causes = append(causes, crawl.FailureCause(f))
			}
			if fmt.Sprint(causes) != "[redirects]" {
				t.Errorf("redirect to %s: the frontier's failures are %q, want one of redirects", to, causes)
			}
		})
	}
}

// That a link is out of scope is said once.
func TestScopeIsSaidOnce(t *testing.T) {
	for _, why := range []string{"out of scope", "out of scope: another site", "another site"} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Set("/", testsite.Page("start", "/x"))
			var log bytes.Buffer
			c := crawl.Crawler{
				Transport: web, Scope: func(string) error { return errors.New(why) },
				Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
			}
			crawlAll(t, &c, "http://h0.test/")
			if n := strings.Count(log.String(), "out of scope"); n != 1 || !strings.Contains(log.String(), why) {
				t.Errorf("%q: the log is %q, want the reason in it, and out of scope once", why, &log)
			}
		})
	}
}
