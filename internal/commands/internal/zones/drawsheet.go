package zones

import (
	"fmt"
	"io"
	"strconv"

	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/label"
)

// rates are shares of what is right, in percent; a missing key has no truth.
type rates map[string]float64

// WholeArticle is the key of articles of which all zones are right.
const WholeArticle = "article"

// columns are the keys of rates.
func columns() []string {
	var out []string
	for _, l := range label.Labels() {
		out = append(out, string(l))
	}
	return append(out, WholeArticle)
}

// rates returns the shares of one draw.
func (t Tally) rates(r Rights) rates {
	out := rates{}
	for l, n := range t.Truths {
		out[string(l)] = 100 * float64(r.Right[l]) / float64(n)
	}
	if t.Judged > 0 {
		out[WholeArticle] = 100 * float64(r.Articles) / float64(t.Judged)
	}
	return out
}

// DrawSummary is what the draws of one journal, or the means of all journals, come to.
type DrawSummary struct {
	Journal string  `json:"journal"`
	Draws   int     `json:"draws"`
	Figures         // of pages without their metadata
	Served  Figures `json:"served"` // of pages with their metadata, as they are served
}

// Figures are rates of draws, and how far the confidences can be relied on.
type Figures struct {
	Mean  rates   `json:"mean"`
	Worst rates   `json:"worst"` // of the draws
	Calib quality `json:"calibration"`
}

func (d Drawn) summary() DrawSummary {
	s := DrawSummary{Journal: d.Journal}
	var bare, served []Figures
	for _, t := range d.Draws {
		if t.Learnt {
			s.Draws++
			r := t.rates(t.Rights)
			bare = append(bare, Figures{Mean: r, Worst: r})
			r = t.rates(t.Served)
			served = append(served, Figures{Mean: r, Worst: r})
		}
	}
	s.Figures, s.Served = meanOf(bare, d.Zones), meanOf(served, d.Served)
	s.Worst, s.Served.Worst = worstOf(bare).Worst, worstOf(served).Worst
	return s
}

// meanOf returns the means of figures, with the calibration of all their zones.
func meanOf(all []Figures, zones []given) Figures {
	out := Figures{rates{}, rates{}, calibrate(zones)}
	n := map[string]float64{}
	for _, f := range all {
		for c := range f.Mean {
			n[c]++
			out.Mean[c] += f.Mean[c]
			out.Worst[c] += f.Worst[c]
		}
	}
	for c := range n {
		out.Mean[c] /= n[c]
		out.Worst[c] /= n[c]
	}
	return out
}

// worstOf returns the lowest of figures.
func worstOf(all []Figures) Figures {
	out := Figures{Mean: rates{}, Worst: rates{}}
	for _, f := range all {
		for c := range f.Mean {
			if m, ok := out.Mean[c]; !ok || f.Mean[c] < m {
				out.Mean[c] = f.Mean[c]
			}
			if w, ok := out.Worst[c]; !ok || f.Worst[c] < w {
				out.Worst[c] = f.Worst[c]
			}
		}
	}
	return out
}

// sureFrom is the confidence from which on a zone is called sure.
const sureFrom = 0.9

// quality says how far confidences can be relied on.
type quality struct {
	Zones     int `json:"zones"`      // with a truth
	Sure      int `json:"sure"`       // with a confidence of sureFrom or more
	SureWrong int `json:"sure_wrong"` // of these
	Guesses   int `json:"guesses"`    // that say that they are guesses
	GuessOK   int `json:"guesses_right"`
}

func calibrate(zones []given) quality {
	var q quality
	for _, z := range zones {
		q.Zones++
		switch {
		case z.confidence >= sureFrom:
			q.Sure++
			if !z.right {
				q.SureWrong++
			}
		case z.confidence < label.GuessBelow:
			q.Guesses++
			if z.right {
				q.GuessOK++
			}
		}
	}
	return q
}

// PrintDraws prints two lines a journal, of pages without their metadata and of pages as served, the mean and
// the worst of the journals, and how often sure zones are wrong.
func PrintDraws(w io.Writer, all []Drawn, asJSON bool) error {
	var summaries []DrawSummary
	var bare, served []Figures
	var zones, zonesServed []given
	total := DrawSummary{Journal: "mean"}
	for _, d := range all {
		s := d.summary()
		summaries = append(summaries, s)
		if s.Draws > 0 {
			total.Draws += s.Draws
			bare, served = append(bare, s.Figures), append(served, s.Served)
			zones, zonesServed = append(zones, d.Zones...), append(zonesServed, d.Served...)
		}
	}
	total.Figures, total.Served = meanOf(bare, zones), meanOf(served, zonesServed)
	if asJSON {
		return program.PrintLines(w, append(summaries, total))
	}
	fmt.Fprintf(w, "%-16s %5s  %-13s %-13s %-13s %-13s %-13s %5s %6s\n", "mean / worst draw", "draws", "title", "authors", "affiliations", "abstract", "article", "sure", "wrong")
	for _, s := range append(summaries, total) {
		if s.Draws == 0 {
			fmt.Fprintf(w, "%-17s %5d  nothing to learn from\n", s.Journal, s.Draws)
			continue
		}
		s.Figures.print(w, s.Journal, strconv.Itoa(s.Draws))
		s.Served.print(w, servedRow, "")
	}
	worstOf(bare).print(w, "worst", "-")
	worstOf(served).print(w, servedRow, "")
	fmt.Fprintf(w, "as served: %s\n", total.Served.Calib)
	_, err := fmt.Fprintln(w, total.Calib)
	return err
}

func (q quality) String() string {
	return fmt.Sprintf("%d zones; sure (confidence %.1f or more) %s %%%s; guesses (below %.1f) %s %%%s", q.Zones, sureFrom,
		percent(q.Sure, q.Zones), ofThem("wrong", q.SureWrong, q.Sure), label.GuessBelow, percent(q.Guesses, q.Zones), ofThem("right", q.GuessOK, q.Guesses))
}

// ofThem says how many of some zones are something, nothing of none.
func ofThem(something string, n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf(", of them %s %s %%", something, percent(n, of))
}

func (f Figures) print(w io.Writer, name, draws string) {
	fmt.Fprintf(w, "%-17s %5s ", name, draws)
	for _, c := range columns() {
		if _, ok := f.Mean[c]; !ok {
			fmt.Fprintf(w, " %-13s", "-")
			continue
		}
		fmt.Fprintf(w, " %-13s", fmt.Sprintf("%.1f / %.1f", f.Mean[c], f.Worst[c]))
	}
	fmt.Fprintf(w, " %5s %6s\n", percent(f.Calib.Sure, f.Calib.Zones), percent(f.Calib.SureWrong, f.Calib.Sure))
}
