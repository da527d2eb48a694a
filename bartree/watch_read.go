package bartree

import (
	"errors"
	"slices"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/bartree/internal/stats"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// read reads the region with the version of the template that a page has: the current
// one if it holds, else another one that holds, else the latest one whose region the
// change does not touch and whose parts are all there, since sites roll a template out
// page by page. It reports whether there is one. The change is the one against the
// current version, unless another holds.
func (t *target) read(l *Look, page *markup.Page, falseAlarms float64) (s regions.Match, ok bool, err error) {
	o := page.Outline
	l.Change = t.judge(t.Current, page)
	alone := l.Change
	if alone.State >= StateOther {
		if s, ok, err := t.readKnown(l, page, StateDrift); ok {
			return s, true, err
		}
	}
	if !t.repeatsKnown(&l.Change, page) {
		t.follow(l, &l.Change, page, falseAlarms)
	}
	if l.Row > 0 && !alone.Alarm() {
		if s, ok, err := t.readKnown(l, page, StateSame); ok {
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
			change = t.judge(i, page)
		}
		if change.State == StateRedesign || change.State >= StateOther && change.touches() {
			continue
		}
		s, err := regions.MatchAt(o, t.Versions[i].Template.region, t.Versions[i].tree.Parts)
		if err != nil {
			if l.Warning == nil {
				l.Region, l.Warning = Region(regions.Read(o, s, l.URL)), err
			}
			continue
		}
		if change.State == StateUnknown && change.touches() && t.isElsewhere(l.URL, o, s) {
			continue
		}
		err = l.read(i, o, s)
		return s, true, err
	}
	return s, false, nil
}

func (t *target) judge(version int, page *markup.Page) Change {
	return t.Versions[version].Template.judge([]*markup.Page{page}, false)
}

// readKnown reads the region with the latest version other than the current one that holds: that
// has nothing else, or to which the page is more like and in a state up to one. The change is
// that against it.
func (t *target) readKnown(l *Look, page *markup.Page, most State) (s regions.Match, ok bool, err error) {
	o := page.Outline
	for i := len(t.Versions) - 1; i >= 0; i-- {
		if i == t.Current || t.Versions[i].rejected {
			continue
		}
		change := t.judge(i, page)
		holds := change.State == StateSame || change.State > StateSame && change.State <= most && change.Likeness > l.Change.Likeness
		if !holds {
			continue
		}
		s, err := regions.MatchAt(o, t.Versions[i].Template.region, t.Versions[i].tree.Parts)
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
func (l *Look) read(version int, o *markup.Outline, s regions.Match) (err error) {
	l.Version, l.Result, l.Region, l.Warning = version, LookRead, Region(regions.Read(o, s, l.URL)), nil
	l.Found = regions.LocationOf(o, s.Element, "path", 1, 1)
	l.new, err = bar.Measure(o, s)
	return err
}

// follow adds a page to the run of the current version. A page whose own
// evidence is too little is a change if what it shares with the pages before is
// one.
func (t *target) follow(l *Look, c *Change, page *markup.Page, falseAlarms float64) {
	v := t.Versions[t.Current].Template.stats
	if t.History == nil {
		t.History = stats.NewHistory(v)
	}
	switch row := t.History.Follow(l.URL, page.Print, c.State == StateOther, c.Alarm() && c.touches(), falseAlarms); {
	case row != nil:
		l.Row, l.First = row.Pages, row.First
		if !c.Alarm() {
			c.State, c.Score = StateChanged, row.Score
			c.Where = spotsOn(v.Outermost(row.Missing, row.Added, page))
		}
	case c.Alarm():
		l.First = l.URL
	case c.State != StateOther:
		t.History.Ends()
	}
}

// findAgain finds the region of a page that no version reads: by what was read at
// its URL, by what a person copied, else by votes. A place without text in a template that
// holds is the region's all the same.
func (t *target) findAgain(l *Look, o *markup.Outline) regions.Match {
	if errors.Is(l.Warning, regions.ErrBlank) && l.Change.State < StateOther {
		l.Result = LookDeferred
		return regions.Match{}
	}
	if s, how := t.sightKnown(l.URL, o); how != "" {
		l.moved(o, s, regions.LocationOf(o, s.Element, how, 1, 1))
		return s
	}
	current := t.Versions[t.Current]
	s, found, err := regions.MatchByVotes(o, current.Template.region, current.tree.Parts)
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
func (t *target) sightKnown(url string, o *markup.Outline) (s regions.Match, how string) {
	for _, known := range t.known(url) {
		if s, ok := regions.MatchText(o, regions.Text(known)); ok {
			return s, "text"
		}
		if len(known.Parts) > 0 {
			if s, ok := regions.MatchParts(o, known.Parts); ok {
				return s, "parts"
			}
		}
	}
	return regions.Match{}, ""
}

// isElsewhere reports whether the region is known to be in another place than in the element
// where it was seen.
func (t *target) isElsewhere(url string, o *markup.Outline, seen regions.Match) bool {
	s, how := t.sightKnown(url, o)
	return how != "" && !slices.Contains(o.Path(s.Element), seen.Element)
}

// known returns what may be on the page of a URL: what was read there, and what a person
// copied, unless that is in menus too.
func (t *target) known(url string) (regions []Region) {
	if i := slices.IndexFunc(t.Read, func(r lastRead) bool { return r.URL == url }); i >= 0 {
		regions = append(regions, t.Read[i].Region)
	}
	if p := t.Versions[0].Template.region; p == nil || !p.Ambiguous {
		regions = append(regions, t.Region)
	}
	return regions
}

const mostRead = 32 // URLs of a target whose region is kept: the first ones

// keep notes what was read at a URL.
func (t *target) keep(url string, r Region) {
	r.Links = nil // only texts are looked for
	if i := slices.IndexFunc(t.Read, func(r lastRead) bool { return r.URL == url }); i >= 0 {
		t.Read[i].Region = r
	} else if len(t.Read) < mostRead {
		t.Read = append(t.Read, lastRead{url, r})
	}
}

// moved notes what was found again.
func (l *Look) moved(o *markup.Outline, s regions.Match, found regions.Location) {
	l.Result, l.Region, l.Warning = LookMoved, Region(regions.Read(o, s, l.URL)), nil
	found.Text = l.Region.Text
	l.Found = found
}
