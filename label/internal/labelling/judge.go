package labelling

import (
	"fmt"
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// judge says how well the page follows the model.
func (l *labeller) judge(a *Article) {
	known := 0
	for _, name := range zones.All {
		patterns := l.model.Zones[name]
		if len(patterns) == 0 {
			continue
		}
		known++
		pages := 0
		for i := range patterns {
			pages += patterns[i].Pages
		}
		f := l.of(name)
		a.Fit += f.zone.Confidence
		misfit := func(reason string, args ...any) {
			a.Misfits = append(a.Misfits, Misfit{name, fmt.Sprintf(reason, args...)})
		}
		switch {
		case !f.there() && pages >= l.model.Pages:
			misfit("missing; all %d pages learnt from had it", l.model.Pages)
		case f.there() && f.zone.Confidence < minFit:
			misfit("agrees with the template only by %.2f", f.zone.Confidence)
		}
	}
	if known > 0 {
		a.Fit /= float64(known)
	}
	a.Changed = len(a.Misfits) > 0
}

// tie ties authors to affiliations by their marks.
func tie(authors, affiliations zones.Content) []Author {
	out := make([]Author, len(authors.Items))
	for i, name := range authors.Items {
		out[i].Name = name
		if i >= len(authors.Notes) {
			continue
		}
		for k, marks := range affiliations.Notes {
			if len(marks) > 0 && slices.ContainsFunc(marks, func(m string) bool { return slices.Contains(authors.Notes[i], m) }) {
				out[i].Affiliations = append(out[i].Affiliations, k)
			}
		}
	}
	return out
}
