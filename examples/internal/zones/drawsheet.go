package zones

import (
	"fmt"
	"io"
	"strconv"

	"github.com/lokman-crawler/lokman/examples/internal/program"
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
func (t Tally) rates() rates {
	out := rates{}
	for l, n := range t.Truths {
		out[string(l)] = 100 * float64(t.Right[l]) / float64(n)
	}
	if t.Judged > 0 {
		out[WholeArticle] = 100 * float64(t.Articles) / float64(t.Judged)
	}
	return out
}

// DrawSummary is what the draws of one journal, or the means of all journals, come to.
type DrawSummary struct {
	Journal string  `json:"journal"`
	Draws   int     `json:"draws"`
	Mean    rates   `json:"mean"`
	Worst   rates   `json:"worst"` // of the draws
	Calib   quality `json:"calibration"`
}

func (d Drawn) summary() DrawSummary {
	s := DrawSummary{Journal: d.Journal, Mean: rates{}, Worst: rates{}, Calib: calibrate(d.Zones)}
	n := map[string]float64{}
	for _, t := range d.Draws {
		if !t.Learnt {
			continue
		}
		s.Draws++
		for c, r := range t.rates() {
			s.Mean[c] += r
			if n[c]++; n[c] == 1 || r < s.Worst[c] {
				s.Worst[c] = r
			}
		}
	}
	for c := range s.Mean {
		s.Mean[c] /= n[c]
	}
	return s
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

// PrintDraws prints a line a journal, the mean and the worst of the journals, and
// how often sure zones are wrong.
func PrintDraws(w io.Writer, all []Drawn, asJSON bool) error {
	var summaries []DrawSummary
	var zones []given
	mean, worst := DrawSummary{Journal: "mean", Mean: rates{}, Worst: rates{}}, DrawSummary{Journal: "worst", Mean: rates{}, Worst: rates{}}
	n := map[string]float64{}
	for _, d := range all {
		s := d.summary()
		summaries = append(summaries, s)
		if s.Draws == 0 {
			continue
		}
		zones = append(zones, d.Zones...)
		mean.Draws += s.Draws
		for c := range s.Mean {
			if n[c]++; n[c] == 1 || s.Mean[c] < worst.Mean[c] {
				worst.Mean[c] = s.Mean[c]
			}
			if n[c] == 1 || s.Worst[c] < worst.Worst[c] {
				worst.Worst[c] = s.Worst[c]
			}
			mean.Mean[c] += s.Mean[c]
			mean.Worst[c] += s.Worst[c]
		}
	}
	for c := range n {
		mean.Mean[c] /= n[c]
		mean.Worst[c] /= n[c]
	}
	mean.Calib = calibrate(zones)
	if asJSON {
		return program.PrintLines(w, append(summaries, mean))
	}
	fmt.Fprintf(w, "%-16s %5s  %-13s %-13s %-13s %-13s %-13s %5s %6s\n", "mean / worst draw", "draws", "title", "authors", "affiliations", "abstract", "article", "sure", "wrong")
	for _, s := range summaries {
		if s.Draws == 0 {
			fmt.Fprintf(w, "%-17s %5d  nothing to learn from\n", s.Journal, s.Draws)
			continue
		}
		s.print(w)
	}
	mean.print(w)
	worst.print(w)
	q := mean.Calib
	_, err := fmt.Fprintf(w, "%d zones; sure (confidence %.1f or more) %s %%%s; guesses (below %.1f) %s %%%s\n", q.Zones, sureFrom,
		percent(q.Sure, q.Zones), ofThem("wrong", q.SureWrong, q.Sure), label.GuessBelow, percent(q.Guesses, q.Zones), ofThem("right", q.GuessOK, q.Guesses))
	return err
}

// ofThem says how many of some zones are something, nothing of none.
func ofThem(something string, n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf(", of them %s %s %%", something, percent(n, of))
}

func (s DrawSummary) print(w io.Writer) {
	draws := "-"
	if s.Draws > 0 {
		draws = strconv.Itoa(s.Draws)
	}
	fmt.Fprintf(w, "%-17s %5s ", s.Journal, draws)
	for _, c := range columns() {
		if _, ok := s.Mean[c]; !ok {
			fmt.Fprintf(w, " %-13s", "-")
			continue
		}
		fmt.Fprintf(w, " %-13s", fmt.Sprintf("%.1f / %.1f", s.Mean[c], s.Worst[c]))
	}
	fmt.Fprintf(w, " %5s %6s\n", percent(s.Calib.Sure, s.Calib.Zones), percent(s.Calib.SureWrong, s.Calib.Sure))
}
