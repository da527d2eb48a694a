package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/lokman-crawler/lokman/internal/freshness"
)

// replay prints how fresh crawlers keep the pages of a file.
func replay(file string, w io.Writer) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%-10s %-8s %-8s %-8s %-8s %-8s %-13s %s\n", "pages/day", "fresh", "sitemap", "built", "uniform", "Nutch", "StormCrawler", "fixed")
	for _, share := range []float64{0.01, 0.05, 0.2} {
		world, err := freshness.ReadHistory(bytes.NewReader(data), share)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		end := world.Days * world.Requests / float64(len(world.Names))
		run := func(s freshness.Scheduler) float64 { return world.Run(s, 1, end/4, end)[1] }
		_, best := world.Optimum()
		uniform, fixed := run(world.Fixed(world.Uniform())), run(world.Fixed(best))
		nutch, storm, plain := run(world.Nutch(0.4, 0.2)), run(world.Storm(0.5, 0.5, 0)), run(plan(world))
		world.Sitemap(false)
		sitemap := run(plan(world))
		world.Sitemap(true)
		fmt.Fprintf(w, "%-10g %-8.3f %-8.3f %-8.3f %-8.3f %-8.3f %-13.3f %.3f\n", share, plain, sitemap, run(plan(world)), uniform, nutch, storm, fixed)
	}
	return nil
}
