package report

import (
	"cmp"
	"slices"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// hostsShown is how many hosts are seen at once; the others fold away.
const hostsShown = 15

// A hostList counts the pages of each host, the host with most pages first.
type hostList struct {
	Total int
	First hostTable
	Rest  *hostTable // nil if there are no more
}

type hostTable struct {
	Judged bool
	Lines  []hostLine
}

// A hostLine counts the pages of one host. The widths of its bar are percent
// of the longest bar.
type hostLine struct {
	Name                                     string
	Fetched, Relevant, Failures              int
	RelevantWidth, OtherWidth, FailuresWidth float64
}

func newHostList(pages []Page, judged bool) hostList {
	at := map[string]int{}
	var lines []hostLine
	for _, p := range pages {
		host := p.host()
		i, ok := at[host]
		if !ok {
			i = len(lines)
			at[host] = i
			lines = append(lines, hostLine{Name: legible.Plain(host, legible.MaxName)})
		}
		switch p.outcome() {
		case fetched:
			lines[i].Fetched++
			if judged && p.Judged && p.Relevant {
				lines[i].Relevant++
			}
		case failed:
			lines[i].Failures++
		}
	}
	slices.SortStableFunc(lines, func(a, b hostLine) int {
		return cmp.Or(b.Fetched-a.Fetched, b.Relevant-a.Relevant, b.Failures-a.Failures, cmp.Compare(a.Name, b.Name))
	})
	longest := 1
	for _, l := range lines {
		longest = max(longest, l.Fetched+l.Failures)
	}
	for i := range lines {
		l := &lines[i]
		width := func(n int) float64 { return float64(1000*n/longest) / 10 }
		l.RelevantWidth, l.OtherWidth, l.FailuresWidth = width(l.Relevant), width(l.Fetched-l.Relevant), width(l.Failures)
	}
	n := min(len(lines), hostsShown)
	list := hostList{Total: len(lines), First: hostTable{judged, lines[:n]}}
	if n < len(lines) {
		list.Rest = &hostTable{judged, lines[n:]}
	}
	return list
}
