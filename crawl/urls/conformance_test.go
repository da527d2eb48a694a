package urls_test

import (
	"encoding/csv"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// readCSV returns the records of a file among the test resources of
// crawler-commons.
func readCSV(t *testing.T, path ...string) [][]string {
	t.Helper()
	f := open(t, append([]string{"conformance", "crawler-commons", "src", "test", "resources"}, path...)...)
	r := csv.NewReader(f)
	r.Comment, r.TrimLeadingSpace, r.LazyQuotes, r.FieldsPerRecord = '#', true, true, -1
	var records [][]string
	for {
		record, err := r.Read()
		if err == io.EOF {
			return records
		}
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, record)
	}
}

// commons are the rules that do what the normaliser of crawler-commons does.
var commons = urls.Rules{SortQuery: true, EmptyQuery: true, Escapes: true, Slashes: true}

// compare fails t unless the cases that come out otherwise than the file says,
// with what came out, are those in want. Each of want has its reason beside it.
func compare(t *testing.T, total int, want, got map[string]string) {
	t.Helper()
	t.Logf("%d of %d as crawler-commons has it", total-len(got), total)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cases that differ (-known +got):\n%s", diff)
	}
}

func TestCrawlerCommonsNormalizer(t *testing.T) {
	want := map[string]string{
		// Other schemes are no pages.
		"file:///foo/bar.txt":                      "refused",
		"file:/path/index.html":                    "refused",
		"file:/var/www/html/////./bar/index.html":  "refused",
		"file:/var/www/html/foo/../bar/index.html": "refused",
		"ftp:/":                    "refused",
		"ftp://foo.com/index.html": "refused",
		// A URL without scheme is relative: which page it is on is not known.
		"foo.com/index.html": "refused",
		// A URL of http without host is a failure in the WHATWG URL Standard.
		"http:////":    "refused",
		"http:///////": "refused",
		// The standard keeps the dot at the end of a host.
		"https://www.example.org./": "https://www.example.org./",
	}
	got := map[string]string{}
	records := readCSV(t, "normalizer", "weirdToNormalizedUrls.csv")
	for _, record := range records {
		if len(record) != 2 {
			t.Fatalf("record %q", record)
		}
		name, err := commons.Apply(record[0])
		if err != nil {
			name = "refused"
		}
		if name != record[1] {
			got[record[0]] = name
		}
		checkName(t, commons, record[0])
	}
	compare(t, len(records), want, got)
}

func TestCrawlerCommonsInvalid(t *testing.T) {
	records := readCSV(t, "normalizer", "invalidUrls.csv")
	if len(records) != 2 {
		t.Errorf("%d records", len(records))
	}
	for _, record := range records {
		if name, err := commons.Apply(record[0]); err == nil {
			t.Errorf("%s becomes %s, want an error", record[0], name)
		}
	}
}

func TestCrawlerCommonsResolve(t *testing.T) {
	// The base is a file.
	want := map[string]string{"//server/file": "refused"}
	got := map[string]string{}
	records := readCSV(t, "url-utils", "url-resolve.csv")
	for _, record := range records {
		if len(record) != 3 {
			t.Fatalf("record %q", record)
		}
		if resolved := resolve(record[1], record[0]); resolved != record[2] {
			got[record[0]] = resolved
		}
	}
	compare(t, len(records), want, got)
}

func resolve(base, ref string) string {
	var u *weburl.URL
	var err error
	if base == "" {
		u, err = weburl.Parse(ref)
	} else if u, err = weburl.Parse(base); err == nil {
		u, err = u.Resolve(ref)
	}
	if err != nil {
		return "refused"
	}
	return u.String()
}
