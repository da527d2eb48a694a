package report

import (
	"encoding/xml"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// svg is what the tests look at in a chart.
type svg struct {
	ViewBox string `xml:"viewBox,attr"`
	Role    string `xml:"role,attr"`
	Title   string `xml:"title"`
	Desc    string `xml:"desc"`
	Paths   []struct {
		Class string `xml:"class,attr"`
		D     string `xml:"d,attr"`
	} `xml:"path"`
	Texts []struct {
		Class string  `xml:"class,attr"`
		Y     float64 `xml:"y,attr"`
		Value string  `xml:"tspan"`
	} `xml:"text"`
}

func charts(t *testing.T, r Report) []svg {
	t.Helper()
	var all []svg
	for _, s := range regexp.MustCompile(`(?s)<svg class="chart.*?</svg>`).FindAllString(render(t, r), -1) {
		var c svg
		if err := xml.Unmarshal([]byte(s), &c); err != nil {
			t.Fatalf("%v in %s", err, s)
		}
		all = append(all, c)
	}
	return all
}

func TestHarvestCurve(t *testing.T) {
	r := Report{Judge: "a list", Curves: []Curve{{"lokman", []int{1, 1, 2, 2}}, {"breadth-first", []int{0, 1}}}}
	got := charts(t, r)
	if len(got) != 2 {
		t.Fatalf("%d charts, want a wide and a narrow one", len(got))
	}
	for _, c := range got {
		if c.Role != "img" || c.Title == "" {
			t.Errorf("role %q, title %q", c.Role, c.Title)
		}
		if want := "lokman: 2 relevant pages of 4, 50.0\u00a0%. breadth-first: 1 relevant page of 2, 50.0\u00a0%."; c.Desc != want {
			t.Errorf("desc %q, want %q", c.Desc, want)
		}
	}
	// Rates 100, 50, 66.7 and 50 % after 1, 2, 3 and 4 pages, in a plot from
	// 54 to 338 across and 34 to 256 down.
	want := "M122.5 34L191 145L259.5 108L328 145"
	for _, p := range got[1].Paths {
		if p.Class == "curve own" && p.D != want {
			t.Errorf("curve %s, want %s", p.D, want)
		}
	}
	// The two end at one height, so their labels are set apart.
	labels := got[1].Texts
	if d := math.Abs(labels[0].Y - labels[1].Y); d < labelGap {
		t.Errorf("labels %v apart, want %v", d, labelGap)
	}
}

func TestChartsStayInTheirBox(t *testing.T) {
	many := sample(40)
	for range 12 {
		many.Curves = append(many.Curves, Curve{"nothing found", make([]int, 40)})
	}
	low, high := sample(10), sample(10)
	low.Judge, high.Judge = "", ""
	for i := range 10 {
		low.Pages[i].Score, high.Pages[i].Score = 5e-324, math.MaxFloat64
	}
	low.Pages[3].Score = -7
	all := anything()
	all["many curves"], all["tiny scores"], all["huge scores"] = many, low, high
	numbers := regexp.MustCompile(`[0-9.]+|NaN|Inf`)
	for name, r := range all {
		for _, c := range charts(t, r) {
			box := strings.Fields(c.ViewBox)
			width, _ := strconv.ParseFloat(box[2], 64)
			height, _ := strconv.ParseFloat(box[3], 64)
			for _, p := range c.Paths {
				if p.Class == "rug" || strings.HasPrefix(p.Class, "leader") {
					continue
				}
				for i, s := range numbers.FindAllString(p.D, -1) {
					v, err := strconv.ParseFloat(s, 64)
					if err != nil || v < 0 || i%2 == 0 && v > width || i%2 == 1 && v > height {
						t.Errorf("%s: coordinate %s in a box of %v x %v", name, s, width, height)
					}
				}
			}
			for _, l := range c.Texts {
				if l.Y < 0 || l.Y > height {
					t.Errorf("%s: label at %v of %v", name, l.Y, height)
				}
			}
		}
	}
}

func TestLongCurvesAreThinned(t *testing.T) {
	for _, judge := range []string{"a list", ""} {
		r := sample(1500)
		r.Judge = judge
		for _, c := range charts(t, r) {
			for _, p := range c.Paths {
				if n := strings.Count(p.D, "L"); n > mostPoints {
					t.Errorf("judge %q: %s has %d points", judge, p.Class, n)
				}
				if p.Class == "rug" {
					t.Errorf("judge %q: 1,500 pages have a rug", judge)
				}
			}
		}
	}
}
