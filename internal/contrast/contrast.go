// Package contrast checks that the colours of a style sheet can be told apart by
// people who see little (WCAG 2.2, 1.4.3 and 1.4.11).
package contrast

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A Pair is colours that are shown on another one, by the names of custom
// properties, and the least contrast that they must have.
type Pair struct {
	On, Names string // Names are separated by spaces
	Least     float64
}

var (
	scheme = regexp.MustCompile(`(?s):root \{(.*?)\}`)
	colour = regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]{6}|[0-9a-f]{3});`)
)

// Check compares the pairs in each colour scheme of a style sheet, which has that
// many blocks of :root.
func Check(t *testing.T, css string, schemes int, pairs []Pair) {
	t.Helper()
	found := scheme.FindAllStringSubmatch(css, -1)
	if len(found) != schemes {
		t.Fatalf("%d colour schemes, want %d", len(found), schemes)
	}
	for i, s := range found {
		luminances := map[string]float64{}
		for _, m := range colour.FindAllStringSubmatch(s[1], -1) {
			luminances[m[1]] = luminance(t, m[2])
		}
		for _, p := range pairs {
			for name := range strings.FieldsSeq(p.Names) {
				a, ok := luminances[name]
				b, also := luminances[p.On]
				if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); !ok || !also || got < p.Least {
					t.Errorf("scheme %d: %s on %s has a contrast of %.2f, want %v", i, name, p.On, got, p.Least)
				}
			}
		}
	}
}

// luminance returns the relative luminance of a colour in hexadecimal.
func luminance(t *testing.T, hex string) (sum float64) {
	t.Helper()
	if len(hex) == 3 {
		hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		if c := float64(v) / 255; c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}
