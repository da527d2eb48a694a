package experiment_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
)

// What ReadCSV has read is written and read again as it is.
func FuzzReadCSV(f *testing.F) {
	head := "strategy,topic,bound,budget,pages,relevant,known_relevant,targets,harvest_rate,target_recall,auc,requests\n"
	f.Add([]byte(head + "lokman,moss,false,6,6,3,3,9,0.5,0.25,0.125,7\n"))
	f.Add([]byte("\xef\xbb\xbf" + head + "=cmd,'=x,true,0,0,0,0,0,,,,0\n\"a\nb\",\"\"\"\",x,1,1,1,1,1,1,1,1,1\n"))
	f.Add([]byte(strings.Replace(head, "topic", "\xff", 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		runs, err := experiment.ReadCSV(bytes.NewReader(data))
		if err != nil {
			return
		}
		for i := range runs { // to the six decimals that are written
			for _, v := range []*float64{&runs[i].HarvestRate, &runs[i].TargetRecall, &runs[i].AUC} {
				*v = math.Round(*v*1e6) / 1e6
			}
		}
		text := labtest.Written(t, (&experiment.Results{Runs: runs}).WriteCSV)
		again, err := experiment.ReadCSV(strings.NewReader(text))
		if err != nil || fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", runs) {
			t.Errorf("%v\n%+v, want\n%+v", err, again, runs)
		}
	})
}

// ReadCSV reads what WriteCSV writes.
func TestReadCSV(t *testing.T) {
	res := labtest.Results(t)
	text := labtest.Written(t, res.WriteCSV)
	runs, err := experiment.ReadCSV(strings.NewReader(text))
	if err != nil || len(runs) != len(res.Runs) {
		t.Fatalf("%d runs of %d, %v", len(runs), len(res.Runs), err)
	}
	for i, got := range runs {
		want := res.Runs[i]
		if got.Strategy != want.Strategy || got.Topic != want.Topic || got.Bound != want.Bound || got.Budget != want.Budget ||
			got.Pages != want.Pages || got.Relevant != want.Relevant || got.Requests != want.Requests || got.AUC-want.AUC > 1e-6 || want.AUC-got.AUC > 1e-6 {
			t.Errorf("run %d: %+v, written from %+v", i, got, want)
		}
	}
	head, _, _ := bytes.Cut([]byte(text), []byte("\n"))
	for _, c := range []struct{ text, want string }{
		{"", "the file is empty: expected the columns strategy, topic"},
		{"strategy,topic\n", "expected a column bound"},
		{string(head) + "\nlokman,x\n", "wrong number of fields"},
		{strings.Replace(text, ",6,", ",six,", 1), `line 2: budget is "six"`},
		{strings.Replace(text, ",6,", ",-6,", 1), `line 2: budget is "-6"`},
		{strings.Replace(text, ",0.", ",7.", 1), "want a number from 0 to 1"},
	} {
		if _, err := experiment.ReadCSV(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
	}
}
