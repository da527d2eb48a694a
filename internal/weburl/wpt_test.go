package weburl

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// A wptCase is a case of urltestdata.json; comments in that file are strings.
type wptCase struct {
	Input   string
	Base    *string
	Href    string
	Failure bool
}

// concerns reports whether the case is one of http and https: its result has
// such a scheme, or its input does and fails, or its base does and its input
// has none.
func (c *wptCase) concerns() bool {
	if !c.Failure {
		return isHTTP(c.Href)
	}
	if _, _, ok := cutScheme(clean(c.Input)); ok {
		return isHTTP(clean(c.Input))
	}
	return c.Base != nil && isHTTP(clean(*c.Base))
}

func isHTTP(s string) bool {
	scheme, _, _ := cutScheme(s)
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}

// run returns "" if the case comes out right, else what was wrong.
func (c *wptCase) run() string {
	got, err := c.resolve()
	switch {
	case c.Failure && err == nil:
		return "accepted as " + got
	case !c.Failure && err != nil:
		return err.Error()
	case !c.Failure && got != c.Href:
		return "got " + got + ", want " + c.Href
	}
	return ""
}

func (c *wptCase) resolve() (string, error) {
	// about:blank, the base of most cases of ada, is none for a relative link.
	if c.Base == nil || *c.Base == "about:blank" {
		u, err := Parse(c.Input)
		if err != nil {
			return "", err
		}
		return u.String(), nil
	}
	base, err := Parse(*c.Base)
	if err != nil {
		return "", err
	}
	u, err := base.Resolve(c.Input)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

func TestWebPlatformTests(t *testing.T) {
	for _, tc := range []struct {
		file  string
		cases int
	}{
		{"urltestdata.json", 445},
		{"ada_extra_urltestdata.json", 9},
		{"ada_long_urltestdata.json", 1},
	} {
		t.Run(tc.file, func(t *testing.T) {
			total, right := 0, 0
			for _, raw := range conformanceData(t, tc.file) {
				var c wptCase
				if json.Unmarshal(raw, &c) != nil || !c.concerns() {
					continue
				}
				total++
				if wrong := c.run(); wrong != "" {
					t.Errorf("%q: %s", c.Input, wrong)
					continue
				}
				right++
			}
			t.Logf("%d of %d right", right, total)
			if total != tc.cases {
				t.Errorf("%d cases concern http and https, want %d: has the file changed?", total, tc.cases)
			}
		})
	}
}

// changedSinceUnicode15 holds the code points of the data below whose IDNA
// mapping is newer than Unicode 15.0. golang.org/x/net/idna has the newer
// tables only from Go 1.27 on: until then U+1E9E becomes "ss" instead of
// U+00DF, and the others make a host invalid instead of being mapped, dropped
// or (the two of plane 3) valid.
var changedSinceUnicode15 = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x04c0, 0x04c0, 1}, // PALOCHKA
		{0x10a0, 0x10c5, 1}, // Georgian capitals
		{0x115f, 0x1160, 1}, // Hangul fillers
		{0x17b4, 0x17b4, 1}, // Khmer inherent vowel
		{0x180e, 0x180e, 1}, // Mongolian vowel separator
		{0x1e9e, 0x1e9e, 1}, // capital sharp s
		{0x206a, 0x206f, 1}, // deprecated format controls
		{0x2132, 0x2132, 1}, // turned F
		{0x2183, 0x2183, 1}, // Roman numeral reversed hundred
		{0xffa0, 0xffa0, 1}, // half-width Hangul filler
	},
	R32: []unicode.Range32{
		{0x1d175, 0x1d175, 1}, // musical format control
		{0x2f868, 0x2f868, 1}, // CJK compatibility ideographs
		{0x2f874, 0x2f874, 1},
		{0x2f91f, 0x2f91f, 1},
		{0x2f95f, 0x2f95f, 1},
		{0x2f9bf, 0x2f9bf, 1},
		{0x32931, 0x32931, 1}, // CJK extension J
		{0x32b9a, 0x32b9a, 1},
	},
}

func TestDomainToASCII(t *testing.T) {
	for _, tc := range []struct {
		file         string
		cases, right int
	}{
		{"toascii.json", 87, 80},
		{"IdnaTestV2.json", 2670, 2596},
	} {
		t.Run(tc.file, func(t *testing.T) {
			total, right := 0, 0
			for _, raw := range conformanceData(t, tc.file) {
				var c struct {
					Input  string
					Output *string
				}
				// The empty domain is valid in IDNA and no host in a URL.
				if json.Unmarshal(raw, &c) != nil || c.Input == "" {
					continue
				}
				total++
				got, err := appendHost(nil, c.Input)
				switch {
				case err != nil && c.Output == nil, err == nil && c.Output != nil && string(got) == *c.Output:
					right++
				case !strings.ContainsFunc(c.Input, func(r rune) bool { return unicode.Is(changedSinceUnicode15, r) }):
					t.Errorf("%+q: got %q, %v", c.Input, got, err)
				}
			}
			t.Logf("%d of %d right", right, total)
			if total != tc.cases {
				t.Errorf("%d cases, want %d: has the file changed?", total, tc.cases)
			}
			if right < tc.right {
				t.Errorf("%d right, want %d or more", right, tc.right)
			}
		})
	}
}

// conformanceData returns the elements of an array in a file of the
// conformance data, which lies beside the repository and is no part of it.
func conformanceData(t *testing.T, name string) []json.RawMessage {
	t.Helper()
	path := filepath.Join("..", "..", "..", "shared", "conformance", "wpt-url", name)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the conformance data is not here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(data, &elements); err != nil {
		t.Fatal(err)
	}
	return elements
}
