package topical

import (
	"context"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/demo"
)

// resumed says where the pages of a crawl come from that is resumed without -seed,
// -web and -search: from the built-in web, if that has those that the record file or
// the queue names, otherwise from the network. Seeds that were fetched are seeds again,
// so that their hosts are open as they were.
func (o Options) resumed(ctx context.Context) (Options, error) {
	if !o.Resume || !o.demo() {
		return o, nil
	}
	seeds, err := o.recordedSeeds()
	if err != nil {
		return o, err
	}
	known := seeds
	if len(known) == 0 {
		if known, o.begun, err = o.queued(ctx); err != nil {
			return o, err
		}
	}
	builtIn, err := demo.Web()
	if err != nil {
		return o, err
	}
	for _, url := range known {
		if !builtIn.Has(url) {
			o.Seeds, o.begun = seeds, true
			break
		}
	}
	return o, nil
}

// recordedSeeds returns the seeds in the record file that were fetched.
func (o Options) recordedSeeds() ([]string, error) {
	file := recordFile{path: o.JSONL}
	records, err := file.resume()
	if err != nil {
		return nil, err
	}
	var seeds []string
	for _, r := range records {
		if r.Parent == "" && r.Status != 0 && !r.failed() {
			seeds = append(seeds, r.URL)
		}
	}
	return seeds, file.close()
}

// telling is how many queued URLs say where a crawl is.
const telling = 10

// queued returns URLs that the frontier holds, or reports that it is finished.
func (o Options) queued(ctx context.Context) (urls []string, finished bool, err error) {
	f, err := openFrontier(ctx, o, newStrategy(o, subject{}))
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	if _, finished, err = f.finished(ctx); err != nil || finished {
		return nil, finished, err
	}
	p, ok := f.Frontier.(interface {
		Peek(context.Context, int) ([]frontier.Entry, error)
	})
	if !ok {
		return nil, false, nil
	}
	entries, err := p.Peek(ctx, telling)
	for _, e := range entries {
		urls = append(urls, e.URL)
	}
	return urls, false, err
}
