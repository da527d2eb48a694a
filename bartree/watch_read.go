package bartree

import (
	"errors"
	"slices"
)

// read reads the region with the version of the template that a page has: the
// current one if it holds, or else another that does, or if what changed does not touch the
// region, and all parts are there; else the latest of which that is true, since sites roll a
// template out page by page. It reports whether there is one; the change is that
// against the current one, unless another holds.
func (t *target) read(l *Look, o *outline, prints []*Fingerprint, falseAlarms float64) (s sighting, ok bool, err error) {
	l.Change = t.judge(t.Current, l, prints)
	alone := l.Change
	if alone.State >= StateOther {
		if s, ok, err := t.readKnown(l, o, prints, StateDrift); ok {
			return s, true, err
		}
	}
	if !t.repeatsKind(&l.Change, o) {
		t.follow(l, &l.Change, prints[0], falseAlarms)
	}
	if l.Row > 0 && !alone.Alarm() {
		if s, ok, err := t.readKnown(l, o, prints, StateSame); ok {
			return s, true, err
		}
	}
	for k := range len(t.Versions) + 1 {
		i := len(t.Versions) - k
		change := l.Change
		if k == 0 {
			i = t.Current
		} else if i == t.Current {
			continue
		} else {
			change = t.judge(i, l, prints)
		}
		if change.State == StateRedesign || change.State >= StateOther && change.Region > TouchBeside {
			continue
		}
		s, err := o.sightAt(t.Versions[i].Template.region, t.Versions[i].Tree.Parts)
		if err != nil {
			if l.Warning == nil {
				l.Region, l.Warning = o.regionOf(s), err
			}
			continue
		}
		if change.State == StateUnknown && change.Region > TouchBeside && t.isElsewhere(l.URL, o, s) {
			continue
		}
		err = l.read(i, o, s)
		return s, true, err
	}
	return s, false, nil
}

func (t *target) judge(version int, l *Look, prints []*Fingerprint) Change {
	return t.Versions[version].Template.judge(prints, [][]byte{l.Page}, false)
}

// readKnown reads the region with the latest version other than the current one that holds: that
// has nothing else, or to which the page is more like and in a state up to one. The change is
// that against it.
func (t *target) readKnown(l *Look, o *outline, prints []*Fingerprint, most State) (s sighting, ok bool, err error) {
	for i := len(t.Versions) - 1; i >= 0; i-- {
		if i == t.Current || t.Versions[i].rejected {
			continue
		}
		change := t.judge(i, l, prints)
		holds := change.State == StateSame || change.State > StateSame && change.State <= most && change.Likeness > l.Change.Likeness
		if !holds {
			continue
		}
		s, err := o.sightAt(t.Versions[i].Template.region, t.Versions[i].Tree.Parts)
		if err != nil {
			continue
		}
		l.Change, l.Row, l.First = change, 0, ""
		err = l.read(i, o, s)
		return s, true, err
	}
	return s, false, nil
}

// read notes what was read at its place in a version.
func (l *Look) read(version int, o *outline, s sighting) (err error) {
	l.Version, l.Result, l.Region, l.Warning = version, LookRead, o.regionOf(s), nil
	l.Found = o.located(s.element, "path", 1, 1)
	l.New, err = o.treeOf(s)
	return err
}

// follow adds a page to the run of the current version. A page whose own
// evidence is too little is a change if what it shares with the pages before is
// one.
func (t *target) follow(l *Look, c *Change, f *Fingerprint, falseAlarms float64) {
	v := t.Versions[t.Current].Template
	if t.Run == nil {
		t.Run = &run{sequence: sequence{ledger: v.ledger()}}
	}
	switch row := t.Run.follow(l.URL, f, c, falseAlarms); {
	case row != nil:
		l.Row, l.First = row.Pages, row.First
		if !c.Alarm() {
			c.State, c.Score = StateChanged, row.Score
			c.Where = v.outermost(anomaly{missing: row.Missing, added: row.Added}, f, l.Page)
		}
	case c.Alarm():
		l.First = l.URL
	case c.State != StateOther:
		t.Run.found = nil
	}
}

// findAgain finds the region of a page that no version reads: by what was read at
// its URL, by what a person copied, else by votes. A place without text in a template that
// holds is the region's all the same.
func (t *target) findAgain(l *Look, o *outline) sighting {
	if errors.Is(l.Warning, errBlank) && l.Change.State < StateOther {
		l.Result = LookDeferred
		return sighting{}
	}
	if s, how := t.sightKnown(l.URL, o); how != "" {
		l.moved(o, s, o.located(s.element, how, 1, 1))
		return s
	}
	current := t.Versions[t.Current]
	s, found, err := o.sightVotes(current.Template.region, current.Tree.Parts)
	if err != nil {
		l.Result = LookDeferred
		if l.Warning == nil {
			l.Warning = err
		}
		return s
	}
	l.moved(o, s, found)
	return s
}

// sightKnown finds the region by what was read at the URL of its page or by what a person
// copied, and says how; "" if neither shows where it is.
func (t *target) sightKnown(url string, o *outline) (s sighting, how string) {
	for _, known := range t.known(url) {
		if s, ok := o.sightText(known); ok {
			return s, "text"
		}
		if len(known.Parts) > 0 {
			if s, ok := o.sightValues(known.Parts); ok {
				return s, "parts"
			}
		}
	}
	return sighting{}, ""
}

// isElsewhere reports whether the region is known to be in another place than in the element
// where it was seen.
func (t *target) isElsewhere(url string, o *outline, seen sighting) bool {
	s, how := t.sightKnown(url, o)
	return how != "" && !slices.Contains(o.path(s.element), seen.element)
}

// known returns what may be on the page of a URL: what was read there, and what a person
// copied, unless that is in menus too.
func (t *target) known(url string) (regions []Region) {
	if i := slices.IndexFunc(t.Read, func(r reading) bool { return r.URL == url }); i >= 0 {
		regions = append(regions, t.Read[i].Region)
	}
	if p := t.Versions[0].Template.region; p == nil || !p.Ambiguous {
		regions = append(regions, t.Region)
	}
	return regions
}

// keep notes what was read at a URL.
func (t *target) keep(url string, r Region) {
	if i := slices.IndexFunc(t.Read, func(r reading) bool { return r.URL == url }); i >= 0 {
		t.Read[i].Region = r
	} else if len(t.Read) < mostRead {
		t.Read = append(t.Read, reading{url, r})
	}
}

// moved notes what was found again.
func (l *Look) moved(o *outline, s sighting, found Location) {
	l.Result, l.Region, l.Warning = LookMoved, o.regionOf(s), nil
	found.Text = l.Region.Text
	l.Found = found
}
