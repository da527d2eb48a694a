package bartree

import (
	"errors"
	"fmt"
	"time"
)

// Variables is a set of the variables of bar trees whose differences are a change
// of the template (Akbar and Handoko 2011, section IV).
type Variables uint8

const (
	SimpleVariables Variables = iota + 1 // {d_max, A_total}
	FullVariables                        // {d_max, A_total, P_d, A_d}, which the paper recommends
	AllVariables                         // these and the sums sigma, hence delta, which the paper adds for certainty
)

// String returns the variables in words.
func (v Variables) String() string {
	switch v {
	case SimpleVariables:
		return "simple"
	case FullVariables:
		return "full"
	case AllVariables:
		return "all"
	}
	return fmt.Sprintf("Variables(%d)", uint8(v))
}

// Changed reports a change by a set of variables; by none it is false.
func (d Difference) Changed(v Variables) bool {
	switch v {
	case SimpleVariables:
		return d.Simple()
	case FullVariables:
		return d.Full()
	case AllVariables:
		return d.Full() || d.Case() != 1
	}
	return false
}

// lookAsPaper is a look in the paper mode: the reverse algorithm with the target's text
// as its keyword, the comparison of the old and the new variables, and a new
// version at once.
func (w *Watch) lookAsPaper(t *target, l Look, now time.Time) (Look, error) {
	current := &t.Versions[t.Current]
	o := outlineOf(l.Page)
	tree, s, err := o.reverse(t.Region, current.Tree, true)
	if errors.Is(err, ErrMissing) {
		l.Result, l.Warning = LookDeferred, err
		w.changed(l)
		return l, nil
	}
	if err == nil {
		err = w.retaper(tree)
	}
	if err != nil {
		return l, err
	}
	l.New, l.Region = tree, o.regionOf(s)
	l.Found = o.located(s.element, "text", 1, 1)
	l.Found.Text = l.Region.Text
	if !Compare(current.Tree, tree).Changed(w.Paper) {
		l.Result, l.Change.State = LookRead, StateSame
		current.Last = now
		return l, nil
	}
	l.Result, l.Change = LookMoved, Change{State: StateChanged, Score: 1}
	p := o.placeOf(s.element, s.roi)
	template, err := learnAt(p, l.Page)
	if err != nil {
		return l, err
	}
	t.Versions = append(t.Versions, Version{
		Parent: t.Current, Reason: l.Change.State.String(), Confidence: 1, First: now, Last: now, Template: template, Tree: tree,
	})
	t.Current = len(t.Versions) - 1
	l.Version = t.Current
	w.changed(l)
	return l, nil
}

// retaper sets the taper of a tree to that of the watch.
func (w *Watch) retaper(t *BarTree) error {
	if w.Taper == 0 {
		return nil
	}
	return t.Retaper(w.Taper)
}
