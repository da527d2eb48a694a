package frontier

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// dropped is the cause of URLs that -drop gave up, as [crawl.FailureCause] reads it.
const dropped = "dropped"

// inspect changes the frontier as the options say, then says how it stands.
func inspect(ctx context.Context, o options, stdout io.Writer) error {
	f, err := bolt.Open(o.file, bolt.Options{Existing: true, Options: frontier.Options{History: true}})
	if err != nil {
		return err
	}
	r, err := change(ctx, f, o)
	if err == nil {
		err = r.look(ctx, f, o)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if o.compact {
		if err := r.compact(ctx, o.file); err != nil {
			return err
		}
	}
	return r.print(stdout, o.json)
}

// change requeues, drops and blocks.
func change(ctx context.Context, f *bolt.Frontier, o options) (report, error) {
	r := report{File: o.file}
	var err error
	if len(o.requeue) > 0 {
		r.Requeued, err = f.Requeue(ctx, func(d frontier.Failure) bool {
			return slices.ContainsFunc(o.requeue, func(which string) bool { return which == "all" || isOf(d, which) })
		})
		if err != nil {
			return r, err
		}
	}
	if len(o.drop) > 0 {
		r.Dropped, err = f.Drop(ctx, func(d frontier.Record) bool {
			return slices.ContainsFunc(o.drop, func(which string) bool { return isAt(d.URL, which) })
		}, "dropped by -drop ["+dropped+"]")
		if err != nil {
			return r, err
		}
	}
	for _, host := range o.block {
		if err := f.Block(ctx, host, time.Now().Add(o.time)); err != nil {
			return r, err
		}
	}
	return r, nil
}

// isOf reports whether a failure has a cause, or is of a URL or a host. "status 5xx" is the
// cause of every status from 500 to 599.
func isOf(d frontier.Failure, which string) bool {
	cause := crawl.FailureCause(d)
	if class, ok := strings.CutSuffix(which, "xx"); ok && len(cause) == len(which) && strings.HasPrefix(cause, class) {
		return true
	}
	return cause == which || isAt(d.URL, which)
}

// isAt reports whether a URL is another or on a host.
func isAt(url, which string) bool {
	return url == which || weburl.HostOf(url) == which || weburl.HostnameOf(url) == which
}

// look fills in how the frontier stands.
func (r *report) look(ctx context.Context, f *bolt.Frontier, o options) error {
	var err error
	if r.Stats, err = f.Stats(ctx); err != nil {
		return err
	}
	r.Order, r.Reevaluation = f.Options().Order.String(), f.Options().Reevaluation.String()
	counts := map[string]int{}
	for d, err := range f.Failures(ctx) {
		if err != nil {
			return err
		}
		counts[cmp.Or(crawl.FailureCause(d), "not told")]++
		if o.failures {
			r.Failed = append(r.Failed, failed{URL: weburl.Redact(d.URL), Reason: weburl.RedactText(d.Reason), Attempts: d.Attempts})
		}
	}
	r.count(counts)
	if o.url != "" {
		return r.tell(ctx, f, o.url)
	}
	if o.next == 0 {
		return nil
	}
	next, err := f.Peek(ctx, o.next)
	for _, e := range next {
		events, err := f.Explain(ctx, e.URL)
		if err != nil {
			return err
		}
		r.Next = append(r.Next, queued{URL: weburl.Redact(e.URL), Value: e.Value, Why: weburl.RedactText(why(events)), Depth: e.Depth, Parent: weburl.Redact(e.Source)})
	}
	return err
}

// why returns the reason of the discovery that gave a queued URL its value, "" if none was kept.
func why(events []frontier.Event) (reason string) {
	for i, e := range events {
		switch e.Kind {
		case "rescored":
			reason = "re-weighted"
		case "found", "merged":
			if i == 0 || e.Value != events[i-1].Value {
				reason = e.Reason
			}
		}
	}
	return reason
}

// tell fills in the story of a URL.
func (r *report) tell(ctx context.Context, f *bolt.Frontier, url string) error {
	if canonical, err := crawl.Canonical(url); err == nil {
		url = canonical
	}
	record, err := f.Record(ctx, url)
	if err != nil {
		return err
	}
	if record.State == "" {
		return fmt.Errorf("%s was never queued by this crawl: not found, or left out", weburl.Redact(url))
	}
	s := story{URL: weburl.Redact(url), State: record.State, Value: record.Value, Depth: record.Depth, Attempts: record.Attempts, Reason: weburl.RedactText(record.Reason)}
	events, err := f.Explain(ctx, url)
	for _, e := range events {
		s.Events = append(s.Events, weburl.RedactText(e.String()))
	}
	r.Story = &s
	return err
}
