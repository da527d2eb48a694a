package main

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/lokman-crawler/lokman/crawl"
)

// metrics counts a crawl's events for Prometheus. It is all that the wiring
// takes: set it as the crawler's Observer.
type metrics struct {
	events  *prometheus.CounterVec
	seconds *prometheus.HistogramVec
}

func newMetrics(r prometheus.Registerer) metrics {
	return metrics{
		events: promauto.With(r).NewCounterVec(prometheus.CounterOpts{
			Name: "crawl_events_total", Help: "Requests, pages, retries and refused links.",
		}, []string{"kind", "status", "cause"}),
		seconds: promauto.With(r).NewHistogramVec(prometheus.HistogramOpts{
			Name: "crawl_request_seconds", Help: "From asking to the end of the answer.", Buckets: prometheus.ExponentialBuckets(0.01, 2, 12),
		}, nil),
	}
}

// Observe implements [crawl.Observer].
func (m metrics) Observe(e crawl.Event) {
	m.events.WithLabelValues(e.Kind, strconv.Itoa(e.Status), crawl.Cause(e.Err)).Inc()
	if e.Kind == "request" {
		m.seconds.WithLabelValues().Observe(e.Elapsed.Seconds())
	}
}
