package experiment_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
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
		text := written(t, (&experiment.Results{Runs: runs}).WriteCSV)
		again, err := experiment.ReadCSV(strings.NewReader(text))
		if err != nil || fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", runs) {
			t.Errorf("%v\n%+v, want\n%+v", err, again, runs)
		}
	})
}
