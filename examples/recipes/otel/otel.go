// Package otel tells OpenTelemetry what a crawl does: a span for each request, counters of
// events and bytes and a histogram of times.
package otel

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/lokman-crawler/lokman/crawl"
)

// An Observer is a Crawler.Observer.
type Observer struct {
	ctx     context.Context // of the crawl's span, whose children the requests are
	tracer  trace.Tracer
	events  metric.Int64Counter
	bytes   metric.Int64Counter
	seconds metric.Float64Histogram
}

// New returns an Observer. The span of the context, if any, is the parent of the requests'.
// The providers are those of go.opentelemetry.io/otel, or your own.
func New(ctx context.Context, traces trace.TracerProvider, metrics metric.MeterProvider) *Observer {
	const name = "github.com/lokman-crawler/lokman"
	m := metrics.Meter(name)
	o := &Observer{ctx: ctx, tracer: traces.Tracer(name)}
	// An instrument that was refused does nothing, and the provider has said so.
	o.events, _ = m.Int64Counter("crawl.events")
	o.bytes, _ = m.Int64Counter("crawl.response.size", metric.WithUnit("By"))
	o.seconds, _ = m.Float64Histogram("crawl.request.duration", metric.WithUnit("s"))
	return o
}

// Observe implements crawl.Observer. URLs and hosts are attributes of spans alone: of
// metrics there would be one for each.
func (o *Observer) Observe(e crawl.Event) {
	about := metric.WithAttributes(attribute.String("kind", e.Kind), attribute.Int("http.response.status_code", e.Status), attribute.String("error.type", crawl.Cause(e.Err)))
	o.events.Add(o.ctx, 1, about)
	if e.Kind != "request" {
		return
	}
	o.bytes.Add(o.ctx, int64(e.Bytes))
	end := time.Now()
	_, span := o.tracer.Start(o.ctx, "GET", trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(end.Add(-e.Elapsed)),
		trace.WithAttributes(attribute.String("url.full", e.URL), attribute.String("server.address", e.Host), attribute.Int("http.response.status_code", e.Status)))
	if e.Err != nil {
		span.SetStatus(codes.Error, crawl.Cause(e.Err))
	}
	span.End(trace.WithTimestamp(end))
	o.seconds.Record(trace.ContextWithSpan(o.ctx, span), e.Elapsed.Seconds())
}
