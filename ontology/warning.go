package ontology

import "slices"

// maxWarnings bounds the causes of warnings that are kept.
const maxWarnings = 100

// Warn notes what a reader mended or left out where a file does not follow its format.
// Of one cause in a file, which is what was expected, the first place is kept and the
// others are counted; of more than 100 causes the last one kept counts the others too.
func (g *Graph) Warn(w SyntaxError) {
	at := slices.IndexFunc(g.warnings, func(k SyntaxError) bool { return k.Name == w.Name && k.Want == w.Want })
	switch {
	case at >= 0:
		g.warnings[at].Count++
	case len(g.warnings) == maxWarnings:
		g.warnings[maxWarnings-1].Count++
	default:
		w.Count = 1
		g.warnings = append(g.warnings, w)
	}
}

// Warnings returns what the reader of the graph mended or left out, a cause once, in the
// order of the first places. A file that follows its format has none; who wants no other
// refuses one that has any.
func (g *Graph) Warnings() []SyntaxError { return slices.Clone(g.warnings) }
