package experiment_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
)

func TestJudgments(t *testing.T) {
	var b bytes.Buffer
	if err := experiment.WriteJudgmentForm(&b, []string{"http://a.test/1", "http://a.test/2", "http://a.test/1"}, 7); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n != 3 {
		t.Errorf("%d lines of two URLs:\n%s", n, b.String())
	}
	s, err := experiment.ReadJudgments(strings.NewReader("note,url,relevant\n,http://A.test/1#x,yes\n,http://a.test/2, N \n?,http://a.test/3,\n"))
	if err != nil {
		t.Fatal(err)
	}
	if !s.Relevant("http://a.test/1") || s.Relevant("http://a.test/2") || s.Relevant("http://a.test/3") {
		t.Errorf("sheet %v", s)
	}
	if !s.Judged("http://a.test/2") || s.Judged("http://a.test/3") {
		t.Errorf("sheet %v", s)
	}
	// Spreadsheets begin a file with a byte order mark.
	for _, head := range []string{"\ufeffurl,relevant", "\ufeff\"url\",relevant"} {
		if s, err := experiment.ReadJudgments(strings.NewReader(head + "\r\nhttp://a.test/,yes\r\n")); err != nil || !s.Relevant("http://a.test/") {
			t.Errorf("%q: %v, %v", head, s, err)
		}
	}
	for text, want := range map[string]string{
		"":                                     "the file is empty: expected the columns url, relevant",
		"\ufeff":                               "the file is empty",
		"address,relevant\n":                   `line 1: expected a column url in comma-separated columns, found "address,relevant"`,
		"url;relevant\nhttp://a.test/;yes\n":   `found "url;relevant"`,
		"url,relevant\nhttp://a.test/,maybe\n": `line 2: expected yes, no or nothing, found "maybe"`,
		"url,relevant\nnowhere,yes\n":          "line 2:",
		"url,relevant\nhttp://a.test/,yes\nhttp://a.test,no\n": "line 3: http://a.test/ is judged both ways",
	} {
		if _, err := experiment.ReadJudgments(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func FuzzReadJudgments(f *testing.F) {
	f.Add("url,relevant\nhttp://a.test/,yes\n")
	f.Add("relevant,url\n\"x\",\"http://a.test/\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := experiment.ReadJudgments(strings.NewReader(text))
		if err != nil && s != nil {
			t.Errorf("half a sheet with %v", err)
		}
	})
}

func TestNoisyJudge(t *testing.T) {
	truth, err := experiment.Topic{Relevant: []string{"http://a.test/0"}}.Judge()
	if err != nil {
		t.Fatal(err)
	}
	j := experiment.NoisyJudge{Judge: truth, Missed: 1, Mistaken: 0.5}
	mistaken := 0
	for i := range 1000 {
		url := "http://b.test/" + strings.Repeat("x", i)
		first := j.Relevant(url)
		if again := j.Relevant(url); again != first {
			t.Fatal("the judge changed its mind")
		}
		if first {
			mistaken++
		}
	}
	if j.Relevant("http://a.test/0") || mistaken < 400 || mistaken > 600 {
		t.Errorf("missed nothing, or mistook %d of 1,000", mistaken)
	}
}
