package experiment_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
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

// Whatever a file holds, it is a web or refused, and a web answers.
func FuzzOpenWeb(f *testing.F) {
	names := []string{"x.tar", "x.tar.gz", "x.tar.zst", "x.warc", "x.warc.gz", "x.warc.zst", "manifest.jsonl"}
	for i, form := range []string{"tar", "tar.gz", "tar.zst"} {
		path := record(f, form, files)
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint8(i))
	}
	f.Add([]byte("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: 20\r\n\r\nHTTP/1.1 200 OK\r\n\r\nx\r\n\r\n\r\n"), uint8(3))
	f.Add([]byte(manifest), uint8(6))
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		dir := t.TempDir()
		name := names[int(kind)%len(names)]
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "manifest.jsonl" {
			path = dir
		}
		web, err := experiment.OpenWeb(path)
		if err != nil {
			return
		}
		if web.Len() == 0 || web.Hash() == "" {
			t.Error("a web without a document")
		}
		for _, url := range []string{"http://www.example.org/", "http://a.test/"} {
			if got := get(t, web, url); !web.Has(url) && !strings.HasPrefix(got, "404 ") {
				t.Errorf("%s is not in the web, and answers %.80q", url, got)
			}
		}
	})
}
