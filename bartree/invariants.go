package bartree

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
)

// A setting is the text of an element without children, or an attribute of one.
type setting struct {
	at   uint64 // the element by tag and classes, under its parent, and the attribute's name
	hash uint64 // of at and of the value
}

const (
	maxSettings = 8192 // that are read of one page, the first ones
	maxSetting  = 80   // bytes; longer ones are content
)

// settings returns the texts and attributes of a page that the template may have
// set: those without a digit, since dates, versions and counts differ from page to
// page, and of URLs only the host and the file name, since the rest depends on
// where the page is. Classes and ids are left out, and what references tell. Each
// is there once, sorted. Time is linear in the page.
func settings(page []byte) []setting {
	o := outlineOf(page)
	var out []setting
	var key []byte
	add := func(place uint64, name, v []byte) {
		if len(v) == 0 || len(v) > maxSetting || len(out) == maxSettings || bytes.ContainsAny(v, "0123456789") {
			return
		}
		at := rawHash(place, name)
		out = append(out, setting{at, rawHash(at, bytes.ToLower(v))})
	}
	for i := range o.elements {
		e := &o.elements[i]
		switch e.tag {
		case tagScript, tagStyle, tagLink, tagMeta, tagHTML:
			continue
		}
		above := root.sig
		if e.parent >= 0 {
			above = o.elements[e.parent].sig
		}
		place := mix(above + 3*e.sig)
		if e.inner > e.pos {
			for b := e.attributes(page); ; {
				name, v, rest, ok := nextAttribute(b)
				if !ok {
					break
				}
				b, key = rest, append(key[:0], name...)
				for i, c := range key {
					key[i] = lower(c)
				}
				switch string(key) {
				case "class", "id", "style":
				default:
					add(place, key, urlValue(v))
				}
			}
		}
		if e.children == 0 && (len(e.class) > 0 || e.kind&wording == 0) {
			add(place, nil, bytes.TrimSpace(o.text[e.seen:max(e.seen, e.textEnd)]))
		}
	}
	slices.SortFunc(out, func(a, b setting) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.hash, b.hash)) })
	return slices.Compact(out)
}

// attributes returns an element's start tag after its name.
func (e *element) attributes(page []byte) []byte {
	b := page[e.pos:min(e.inner, e.pos+maxTag, len(page))]
	n := min(1+len(e.name), len(b))
	return bytes.TrimSuffix(b[n:], []byte(">"))
}

// urlValue returns what of an attribute's value does not depend on where the page is.
func urlValue(v []byte) []byte {
	v = bytes.TrimSpace(v)
	switch {
	case len(v) > 0 && v[0] == '#':
		return nil
	case !bytes.Contains(v, []byte("/")):
		return v
	}
	file := fileName(v)
	_, host, ok := bytes.Cut(v, []byte("//"))
	if !ok {
		return file
	}
	if i := bytes.IndexAny(host, "/?#"); i >= 0 {
		host = host[:i]
	}
	return append(append(append([]byte(nil), host...), '/'), file...)
}

// settings returns those of a page that a template is learned from or judges, and reads
// the page when they are first asked for.
func (f *Fingerprint) settings() []setting {
	if f.set == nil && f.page != nil {
		f.set, f.page = settings(f.page), nil
	}
	return f.set
}

// A knownSetting is a setting that at least one of the known pages has.
type knownSetting struct {
	At    uint64
	Pages int // that have it
}

// invariants returns the places where all of the known pages have the same settings, by
// setting.at, with these.
func (k *known) invariants() map[uint64][]uint64 {
	at := map[uint64][]uint64{}
	for h, s := range k.settings {
		if s.Pages == k.pages {
			at[s.At] = append(at[s.At], h)
		}
	}
	for _, s := range k.settings {
		if s.Pages > 0 && s.Pages < k.pages {
			delete(at, s.At)
		}
	}
	return at
}

// dropVaried forgets the settings of the places that are not invariant, nor could be
// without as many pages, 0 or 1.
func (k *known) dropVaried(without int) {
	fixed := map[uint64]bool{}
	for _, s := range k.settings {
		if s.Pages >= k.pages-without {
			fixed[s.At] = true
		}
	}
	for _, s := range k.settings {
		if s.Pages > without && s.Pages < k.pages-without {
			delete(fixed, s.At)
		}
	}
	maps.DeleteFunc(k.settings, func(_ uint64, s knownSetting) bool { return !fixed[s.At] })
}

// isReworded reports whether, at a place where all of the known pages have the same
// settings, all of the pages lack one of these and have one that is new.
func (k *known) isReworded(prints ...*Fingerprint) bool {
	seen := map[uint64]int{}
	for _, f := range prints {
		for _, v := range f.settings() {
			seen[v.hash]++
		}
	}
	lost := map[uint64]bool{}
	for at, same := range k.invariants() {
		lost[at] = slices.ContainsFunc(same, func(h uint64) bool { return seen[h] == 0 })
	}
	return slices.ContainsFunc(prints[0].settings(), func(v setting) bool {
		return lost[v.at] && seen[v.hash] == len(prints) && k.settings[v.hash].Pages == 0
	})
}
