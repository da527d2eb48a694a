package dashboard

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Text has a contrast of 4.5 or more and marks and borders of fields have one of 3
// or more, in both schemes (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	css, err := files.ReadFile("page.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(css), -1)
	if len(schemes) != 2 {
		t.Fatalf("%d colour schemes, want light and dark", len(schemes))
	}
	for i, s := range schemes {
		colour := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(s[1], -1) {
			rgb, err := strconv.ParseUint(m[2], 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			colour[m[1]] = luminance(rgb)
		}
		for _, c := range []struct {
			on, names string
			least     float64
		}{
			{"paper", "ink muted own recent failed hold", 4.5},
			{"raised", "ink muted", 4.5},
			{"own-soft", "own", 4.5},
			{"failed-soft", "failed", 4.5},
			{"paper", "edge", 3},
			{"raised", "edge", 3},
		} {
			for name := range strings.FieldsSeq(c.names) {
				a, b := colour[name], colour[c.on]
				if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < c.least {
					t.Errorf("scheme %d: %s on %s has a contrast of %.2f, want %v", i, name, c.on, got, c.least)
				}
			}
		}
	}
}

func luminance(rgb uint64) (sum float64) {
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
		if c := float64(rgb>>(8*i)&0xff) / 255; c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}
