package experiment

import (
	"errors"
	"reflect"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// ErrSelfJudged is the error for an experiment that would judge a strategy by its
// own scorer.
//
// Scorers are looked for in the strategy and in the judge: in fields, in what these point to
// and in slices of pointers and interfaces. Behind a pointer only exported fields are looked
// at, but of the strategy itself all. Two scorers of one type are the same if they are the same
// pointer, slice or map, if they are equal, or if both are a [classify.Fingerprinter] with
// the same fingerprint and not in an unexported field. So a [HeldOut] judge is found out, also
// within a [NoisyJudge] or a type of your own, whose scorer was made from the same terms
// as the strategy's.
//
// What is not found: a scorer that a function holds, that is in an unexported field behind a pointer,
// or that has no fingerprint and was made a second time; one that says the same by other
// terms; and a list of relevant pages that a scorer once made.
var ErrSelfJudged = errors.New("experiment: the judge's scorer is the strategy's own")

// independent returns ErrSelfJudged if the strategy and the judge have a scorer in
// common.
func independent(s crawl.Strategy, j Judge) error {
	judges := search{seen: map[place]bool{}}
	judges.value(reflect.ValueOf(j), false)
	if len(judges.found) == 0 {
		return nil
	}
	own := search{seen: map[place]bool{}}
	root := reflect.ValueOf(s)
	if root.Kind() == reflect.Pointer {
		root = root.Elem() // new for each crawl: no other one changes it now
	}
	own.value(root, true)
	for _, a := range judges.found {
		for _, b := range own.found {
			if sameScorer(a, b) {
				return ErrSelfJudged
			}
		}
	}
	return nil
}

// search looks for scorers.
type search struct {
	found []reflect.Value
	seen  map[place]bool
}

// place is where a pointer of a type points: a struct begins where its first field does.
type place struct {
	of reflect.Type
	at uintptr
}

var (
	scorerType = reflect.TypeFor[classify.Scorer]()
	webType    = reflect.TypeFor[*webs.Web]()
)

// value looks at a value and what it holds. Unexported fields, which other crawls may be
// changing, are left out unless all is set.
func (s *search) value(v reflect.Value, all bool) {
	for v.Kind() == reflect.Interface {
		v, all = v.Elem(), true // nothing changes a value in an interface
	}
	if !v.IsValid() || v.Type() == webType {
		return
	}
	if v.Type().Implements(scorerType) {
		s.found = append(s.found, v)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if at := (place{v.Type(), v.Pointer()}); at.at != 0 && !s.seen[at] {
			s.seen[at] = true
			s.value(v.Elem(), false)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); all || f.IsExported() || f.Anonymous {
				s.value(v.Field(i), all)
			}
		}
	case reflect.Slice, reflect.Array:
		if k := v.Type().Elem().Kind(); k == reflect.Interface || k == reflect.Pointer {
			for i := range v.Len() {
				s.value(v.Index(i), all)
			}
		}
	}
}

// sameScorer reports whether two scorers are the same as far as can be seen.
func sameScorer(a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch {
	case a.Kind() == reflect.Slice:
		return a.Len() == b.Len() && a.Pointer() == b.Pointer()
	case a.Kind() == reflect.Map:
		return a.Pointer() == b.Pointer()
	case a.Comparable() && b.Comparable() && a.Equal(b):
		return true
	case !a.CanInterface() || !b.CanInterface():
		return false
	}
	x, ok := a.Interface().(classify.Fingerprinter)
	y, both := b.Interface().(classify.Fingerprinter)
	return ok && both && x.Fingerprint() == y.Fingerprint()
}
