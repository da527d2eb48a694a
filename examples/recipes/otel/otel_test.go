package otel_test

import (
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/examples/recipes/otel"
)

func TestObserver(t *testing.T) {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/", Type: "text/html", Body: []byte(`<a href=/b>b</a> <a href=/gone>gone</a>`)},
		{URL: "http://a.test/b", Type: "text/html", Body: []byte(`tea`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	spans, reader := tracetest.NewInMemoryExporter(), metric.NewManualReader()
	traces := trace.NewTracerProvider(trace.WithSyncer(spans))
	ctx, whole := traces.Tracer("test").Start(t.Context(), "crawl")
	c := crawl.Crawler{Transport: web, Delay: crawl.None, Observer: otel.New(ctx, traces, metric.NewMeterProvider(metric.WithReader(reader)))}
	for _, err := range c.Crawl(ctx, "http://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
	}
	whole.End()
	of := map[string]int{}
	for _, s := range spans.GetSpans() {
		if s.Name == "GET" && s.Parent.SpanID() == whole.SpanContext().SpanID() {
			of[s.Attributes[0].Value.AsString()]++
		}
	}
	for _, url := range []string{"http://a.test/robots.txt", "http://a.test/", "http://a.test/b", "http://a.test/gone"} {
		if of[url] != 1 {
			t.Errorf("%d spans of %s in the crawl's, want 1", of[url], url)
		}
	}
	var got metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &got); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, m := range got.ScopeMetrics[0].Metrics {
		switch data := m.Data.(type) {
		case metricdata.Sum[int64]:
			for _, p := range data.DataPoints {
				kind, _ := p.Attributes.Value("kind")
				counts[m.Name+" "+kind.AsString()] += p.Value
			}
		case metricdata.Histogram[float64]:
			counts[m.Name] = int64(data.DataPoints[0].Count)
		}
	}
	if counts["crawl.events request"] != 4 || counts["crawl.events page"] != 3 || counts["crawl.request.duration"] != 4 {
		t.Errorf("counted %v", counts)
	}
}
