package freshness

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// years is how many of a history are followed.
const years = 3

// A history is the changes of a page, ascending, in days since 1970. The first is that the page was made.
type history struct {
	name  string
	times []float64
}

// ReadHistory returns the world of pages whose changes are known. A CSV file has a line for each: the page and the time, in
// seconds since 1970. Of a long history the years in which most changed are taken. share is of the pages
// there are, on average, that may be fetched a day.
func ReadHistory(r io.Reader, share float64) (w World, err error) {
	pages, err := readHistories(r)
	if err != nil {
		return w, err
	}
	begin, end := busiest(pages)
	w.Days = end - begin
	there := 0.
	for _, p := range pages {
		made := max(p.times[0]-begin, 0)
		if made >= w.Days {
			continue
		}
		var changes []float64
		for _, t := range p.times[1:] {
			if t > begin && t <= end {
				changes = append(changes, t-begin)
			}
		}
		w.Names, w.Born, w.Changes = append(w.Names, p.name), append(w.Born, made), append(w.Changes, changes)
		w.Rates = append(w.Rates, max(float64(len(changes)), 0.01)/(w.Days-made))
		w.Weights = append(w.Weights, 1)
		there += 1 - made/w.Days
	}
	w.Requests = share * there
	return w, nil
}

func readHistories(r io.Reader) (pages []*history, err error) {
	known := make(map[string]*history)
	lines := csv.NewReader(r)
	lines.FieldsPerRecord = 2
	for {
		line, err := lines.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		seconds, err := strconv.ParseInt(line[1], 10, 64)
		if err != nil {
			n, _ := lines.FieldPos(1)
			return nil, fmt.Errorf("line %d: the time %q is no number of seconds", n, line[1])
		}
		p := known[line[0]]
		if p == nil {
			p = &history{name: line[0]}
			known[line[0]], pages = p, append(pages, p)
		}
		p.times = append(p.times, float64(seconds)/86400)
	}
	changed := false
	for _, p := range pages {
		slices.Sort(p.times)
		p.times = slices.Compact(p.times)
		changed = changed || len(p.times) > 1
	}
	if !changed {
		return nil, fmt.Errorf("none of %d pages has changed", len(pages))
	}
	return pages, nil
}

// busiest returns the span of some years in which most pages changed.
func busiest(pages []*history) (begin, end float64) {
	var all []float64
	for _, p := range pages {
		all = append(all, p.times...)
	}
	slices.Sort(all)
	most, first := 0, 0
	for last, t := range all {
		for all[first] < t-years*365.25 {
			first++
		}
		if n := last - first + 1; n > most {
			most, begin, end = n, all[first], t
		}
	}
	return begin, end
}

// Sitemap has all pages listed once a day, each with the time of its last change, or, if always is true, with that of the last
// change of any page: so says the sitemap of a site that is made anew as a whole.
func (w *World) Sitemap(always bool) {
	w.signs = nil
	for day := 1.; day < w.Days; day++ {
		built := math.Inf(-1)
		for i, times := range w.Changes {
			if k, _ := slices.BinarySearch(times, day); k > 0 && times[k-1] > day-1 {
				built = max(built, times[k-1])
				if !always {
					w.signs = append(w.signs, change{at: day, page: i, sign: true, says: times[k-1]})
				}
			}
		}
		for i := range w.Changes {
			if always && built > w.Born[i] {
				w.signs = append(w.signs, change{at: day, page: i, sign: true, says: built})
			}
		}
	}
}
