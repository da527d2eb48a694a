package robots

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// conformance is where the third-party cases lie beside a checkout. They are not
// part of the project.
const conformance = "../../../shared/conformance/"

// A conformanceCase is one decision with Google's verdict. In the project's own
// cases Allowed is what the RFC says and Google what the C++ matcher says.
type conformanceCase struct {
	ID        int
	Robots    string `json:"robots_txt"`
	RobotsB64 string `json:"robots_txt_b64"`
	UserAgent string `json:"user_agent"`
	URL       string
	Allowed   bool
	Google    bool `json:"google_oracle"`
}

func (c conformanceCase) body(t *testing.T) []byte {
	t.Helper()
	if c.RobotsB64 == "" {
		return []byte(c.Robots)
	}
	body, err := base64.StdEncoding.DecodeString(c.RobotsB64)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// open opens a conformance file. Without the file the test is skipped.
func open(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.Open(conformance + name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no conformance data: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func readCases(t *testing.T, name string) []conformanceCase {
	t.Helper()
	var file struct{ Cases []conformanceCase }
	if err := json.NewDecoder(open(t, name)).Decode(&file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

func TestGoogleCases(t *testing.T) {
	cases := readCases(t, "robots/robots-cases.json")
	for name, allowed := range deciders {
		t.Run(name, func(t *testing.T) {
			passed := 0
			for _, c := range cases {
				if got := allowed(Parse(c.body(t)), c.UserAgent, c.URL); got != c.Allowed {
					t.Errorf("case %d: Allowed(%q, %q) = %v", c.ID, c.UserAgent, c.URL, got)
					continue
				}
				passed++
			}
			t.Logf("%d of %d", passed, len(cases))
		})
	}
}

// The RFC reading differs from Google's cases only in what it is there for.
func TestGoogleCasesReadAsRFC(t *testing.T) {
	want := []int{
		63, 65, 255, 257, // a raw octet in the URL is the encoded one of the file
		66, 258, // "/%62%61%7A" in the file is "/baz" in the URL
		338, 344, 348, 489, // /robots.txt is allowed
	}
	var got []int
	for _, c := range readCases(t, "robots/robots-cases.json") {
		if ParseRFC(c.body(t)).Allowed(c.UserAgent, c.URL) != c.Allowed {
			got = append(got, c.ID)
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cases that differ (-want +got):\n%s", diff)
	}
}

// Where RFC 9309 and Google's matcher differ, Google's verdict decides.
func TestOwnCases(t *testing.T) {
	differ := map[int]string{
		41: "/%62%61%7A in the file is /baz",
		42: "/%62az in the URL is /baz",
		44: "/%7Ejoe in the URL is /~joe",
		47: "/robots.txt is allowed",
	}
	cases := readCases(t, "robots/robots-rfc9309-extra.json")
	var found []int
	for _, c := range cases {
		if c.Allowed != c.Google {
			found = append(found, c.ID)
		}
		for name, allowed := range deciders {
			if got := allowed(Parse(c.body(t)), c.UserAgent, c.URL); got != c.Google {
				t.Errorf("case %d: %s: Allowed(%q, %q) = %v", c.ID, name, c.UserAgent, c.URL, got)
			}
			if got := allowed(ParseRFC(c.body(t)), c.UserAgent, c.URL); got != c.Allowed {
				t.Errorf("case %d: RFC: %s: Allowed(%q, %q) = %v", c.ID, name, c.UserAgent, c.URL, got)
			}
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(differ)), found); diff != "" {
		t.Errorf("cases on which RFC and Google differ (-pinned +file):\n%s", diff)
	}
	t.Logf("%d cases, %d of them different in RFC and Google", len(cases), len(found))
}

func TestRandomCases(t *testing.T) {
	zipped, err := gzip.NewReader(open(t, "robots/random-4000.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(zipped)
	total, by := 0, map[string]int{}
	for ; lines.Scan(); total++ {
		var c conformanceCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		by[Parse(c.body(t)).Decide(c.UserAgent, c.URL).By]++
		for name, allowed := range deciders {
			if got := allowed(Parse(c.body(t)), c.UserAgent, c.URL); got != c.Allowed {
				t.Errorf("case %d: %s: Allowed(%q, %q) = %v in\n%s", total, name, c.UserAgent, c.URL, got, c.Robots)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cases, decided by %v", total, by)
}

// The files which crawler-commons tests with are real ones and bad ones.
func TestCrawlerCommonsFiles(t *testing.T) {
	const dir = "crawler-commons/src/test/resources/robots/"
	open(t, dir)
	names, err := filepath.Glob(conformance + dir + "*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	const agent = "Nobody-Names-This-Bot"
	for _, name := range names {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := Parse(body)
		t.Logf("%-45s %4d rules %3d agents %3d sitemaps, decided by %q", filepath.Base(name), len(f.rules), len(f.agents), len(f.sitemaps), f.Decide(agent, "/").By)
		if len(f.agents) == 0 && len(f.sitemaps) == 0 {
			t.Errorf("%s: nothing found in it", name)
		}
		for _, r := range f.rules {
			checkDeciders(t, f, agent, "http://example.com"+r.pattern)
		}
	}
}

// Three of those files say the same in three encodings.
func TestCrawlerCommonsEncodings(t *testing.T) {
	for _, encoding := range []string{"utf8", "utf16le", "utf16be"} {
		name := "crawler-commons/src/test/resources/robots/robots-with-" + encoding + "-bom.txt"
		open(t, name)
		body, err := os.ReadFile(conformance + name)
		if err != nil {
			t.Fatal(err)
		}
		d := Parse(body).Decide("AnyBot", "http://example.com/login.aspx")
		if d.Allowed || d.Line != 2 {
			t.Errorf("%s: /login.aspx: %+v", encoding, d)
		}
	}
}
