package report

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Text has a contrast of 4.5 or more and marks have one of 3 or more, in both
// schemes and on paper (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	css, err := files.ReadFile("report.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(css), -1)
	if len(schemes) != 3 {
		t.Fatalf("%d colour schemes, want light, dark and print", len(schemes))
	}
	for i, s := range schemes {
		colour := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]+);`).FindAllStringSubmatch(s[1], -1) {
			colour[m[1]] = m[2]
		}
		for _, c := range []struct {
			on, names string
			least     float64
		}{
			{"paper", "ink muted own failed mean c1 c2 c3 c4 c5", 4.5},
			{"raised", "ink muted", 4.5},
			{"own-soft", "ink own muted", 4.5},
			{"failed-soft", "failed", 4.5},
			{"paper", "other", 2}, // the rest of a bar, with figures beside it
		} {
			for name := range strings.FieldsSeq(c.names) {
				a, b := luminance(t, colour[name]), luminance(t, colour[c.on])
				if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < c.least {
					t.Errorf("scheme %d: %s on %s has a contrast of %.2f, want %v", i, name, c.on, got, c.least)
				}
			}
		}
	}
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	if len(hex) == 4 {
		hex = "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
	}
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
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
