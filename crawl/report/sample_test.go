package report

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// sample is a judged crawl of n fetched pages, with failures and redirects,
// whose harvest falls from good to fair.
func sample(n int) Report {
	rnd := rand.New(rand.NewPCG(1, 2))
	hosts := []string{"influenza.example.org", "clinic.example.net", "www.health-authority.example", "virus.example.edu",
		"news.example.com", "lungs.example.org", "pharmacy.example.net", "travel.example.com"}
	titles := []string{"Seasonal influenza", "Vaccination in winter", "What a fever means", "Antiviral drugs compared",
		"How the flu spreads", "Opening hours", "Weekly surveillance bulletin", "Respiratory infections in children"}
	r := Report{
		Title: "influenza", Program: "lokman crawl", Ended: fmt.Sprintf("reached %d pages", n),
		Judge: "the demonstration web’s own list of subjects",
		Settings: [][2]string{{"topic", "influenza"}, {"concept", "DEMO:0000012"}, {"strategy", "lokman"}, {"re-evaluation", "greater"},
			{"seeds", "http://www.health-authority.example/ http://news.example.com/health/"}, {"workers", "1"}, {"delay", "0s"}},
		Terms: []Term{{"influenza", "exact", 15}, {"flu", "synonym", 12}, {"grippe", "synonym", 12}, {"avian influenza", "synonym", 12},
			{"viral infectious disease", "partial", 8}, {"common cold", "contextual", 5}, {"measles", "contextual", 5}},
		Curves: []Curve{{Name: "lokman"}},
	}
	own, relevant := &r.Curves[0], 0
	for i := 1; own.pages() < n; i++ {
		host := hosts[min(rnd.IntN(len(hosts)), rnd.IntN(len(hosts)))]
		p := Page{N: i, URL: fmt.Sprintf("http://%s/topics/%d/%04d.html", host, rnd.IntN(20), i), Status: 200}
		if i > 2 {
			parent := r.Pages[rnd.IntN(len(r.Pages))]
			p.Parent, p.Depth = parent.URL, parent.Depth+1
		}
		switch rnd.IntN(40) {
		case 0:
			p.Status, p.Failed, p.Bytes, p.Why = 404, true, 210, "404 Not Found"
		case 1:
			p.Status = 301
		default:
			p.Title, p.Bytes, p.Judged = titles[rnd.IntN(len(titles))], int64(4000+rnd.IntN(60000)), true
			p.Relevant = rnd.Float64() < 0.5+0.4/(1+float64(i)/30)
			p.Score = rnd.ExpFloat64() * 12
			if p.Relevant {
				p.Score += 30
				relevant++
			}
			p.Value = 0.9*p.Score + 2
			p.Why = fmt.Sprintf("0.1 x parent 20 + 0.9 x page %.6g [flu (synonym) 1 x 12; influenza (exact) 2 x 15]", p.Score)
			own.Relevant = append(own.Relevant, relevant)
		}
		r.Pages = append(r.Pages, p)
	}
	return r
}

// render returns the report as a page.
func render(t testing.TB, r Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
