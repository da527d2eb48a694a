package transition

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// All that can happen: whatever is not in this list changes nothing.
const want = `
fetched         leased              -> done
fetched         leased revisited    -> done
fetched         refreshing          -> done
fetched         refreshing revisited -> done
retry           leased              -> queued
retry           leased revisited    -> queued
retry           refreshing          -> overdue
retry           refreshing revisited -> overdue
revisit         leased              -> revisiting
revisit         leased revisited    -> dead
revisit         refreshing          -> revisiting
revisit         refreshing revisited -> dead
dead            leased              -> dead
dead            leased revisited    -> dead
dead            refreshing          -> dead
dead            refreshing revisited -> dead
returned        leased              -> queued attempts-1
returned        leased revisited    -> revisiting attempts-1 first again
returned        refreshing          -> overdue attempts-1
returned        refreshing revisited -> overdue attempts-1
retry later     leased              -> delayed
retry later     leased revisited    -> delayed
retry later     refreshing          -> due
retry later     refreshing revisited -> due
returned later  leased              -> delayed attempts-1
returned later  leased revisited    -> revisiting attempts-1 first again
returned later  refreshing          -> due attempts-1
returned later  refreshing revisited -> due attempts-1
fetched again   leased              -> due attempts=0 lost=0
fetched again   leased revisited    -> due attempts=0 lost=0 first again
fetched again   refreshing          -> due attempts=0 lost=0
fetched again   refreshing revisited -> due attempts=0 lost=0 first again
find            fresh               -> queued
find            fresh revisited     -> queued
value           queued              -> queued
value           queued revisited    -> queued
value           delayed             -> delayed
value           delayed revisited   -> delayed
value           revisiting          -> revisiting
value           revisiting revisited -> revisiting
value           evicted             -> evicted
value           evicted revisited   -> evicted
recover         evicted             -> queued
recover         evicted revisited   -> queued
evict           queued              -> evicted
evict           queued revisited    -> evicted
evict           delayed             -> evicted
evict           delayed revisited   -> evicted
fall due        delayed             -> queued
fall due        delayed revisited   -> queued
fall due        due                 -> overdue
fall due        due revisited       -> overdue
reopen          revisiting          -> queued revisited
reopen          revisiting revisited -> queued
lease           queued              -> leased attempts+1
lease           queued revisited    -> leased attempts+1
lease           overdue             -> refreshing attempts+1
lease           overdue revisited   -> refreshing attempts+1
expire          leased              -> queued lost+1
expire          leased revisited    -> queued lost+1
expire          refreshing          -> overdue lost+1
expire          refreshing revisited -> overdue lost+1
requeue         dead                -> queued attempts=0 lost=0
requeue         dead revisited      -> queued attempts=0 lost=0 first again
`

func TestTransitions(t *testing.T) {
	var got strings.Builder
	got.WriteByte('\n')
	for e := range Event(Events) {
		for s := range State(States) {
			for _, revisited := range []bool{false, true} {
				before := Record{State: s, Attempts: 5, Lost: 3, Revisited: revisited}
				after := before
				if !after.Apply(e) {
					if after != before {
						t.Errorf("%v %v: refused, but changed to %+v", e, before, after)
					}
					continue
				}
				from := s.String()
				if revisited {
					from += " revisited"
				}
				fmt.Fprintf(&got, "%-15s %-19s -> %v%s\n", e, from, after.State, changes(before, after))
			}
		}
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func changes(before, after Record) (s string) {
	count := func(name string, old, new uint8) {
		switch new {
		case old:
		case 0:
			s += " " + name + "=0"
		default:
			s += fmt.Sprintf(" %s%+d", name, int(new)-int(old))
		}
	}
	count("attempts", before.Attempts, after.Attempts)
	count("lost", before.Lost, after.Lost)
	if after.Revisited && !before.Revisited {
		s += " revisited"
	}
	if !after.Revisited && before.Revisited {
		s += " first again"
	}
	return s
}

func TestCountsAreBounded(t *testing.T) {
	r := Record{State: Queued}
	for range 1000 {
		r.Apply(Lease)
		r.Apply(Expire)
	}
	if want := (Record{State: Queued, Attempts: MaxAttempts, Lost: MaxLost}); r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
	r = Record{State: Leased}
	if r.Apply(Return); r.Attempts != 0 {
		t.Errorf("%d attempts after a lease that did not count was returned", r.Attempts)
	}
}

func TestUnknown(t *testing.T) {
	if e := End(200, true, true); e != GiveUp {
		t.Errorf("an unknown result is %v, want dead", e)
	}
	r := Record{State: State(States)}
	if r.Apply(Fetched) || new(Record).Apply(Event(Events)) {
		t.Error("an unknown state or event is applied")
	}
}
