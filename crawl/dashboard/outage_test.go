package dashboard_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/dashboard"
	"github.com/lokman-crawler/lokman/frontier"
)

// away is a frontier whose server is away.
type away struct{ frontier.Frontier }

func (away) Stats(context.Context) (frontier.Stats, error) {
	return frontier.Stats{}, errors.New("the server has been away since 12:00 <UTC>")
}

// The page says first that the crawl waits for its queue, and why, as long as it does.
func TestOutage(t *testing.T) {
	d := &dashboard.Dashboard{Frontier: away{}}
	const want = `<b>Waiting for the queue</b>: <span dir="auto">the server has been away since 12:00 &lt;UTC&gt;</span>`
	if got := get(d, "/").Body.String(); !strings.Contains(got, want) {
		t.Errorf("the page lacks %s:\n%s", want, got[strings.Index(got, `id="state"`):][:300])
	}
	d.Ended(nil)
	if got := get(d, "/").Body.String(); strings.Contains(got, "Waiting for the queue") {
		t.Error("it waits after its end")
	}
}
