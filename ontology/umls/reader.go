package umls

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/ontology"
)

// A reader gathers concepts out of the tables of a release.
type reader struct {
	Dir
	all    bool // takes every concept, not only those of places
	places map[string]int
	drafts []draft
	filter *filter
	ranks  map[string]int64         // of a source and term type, "MSH|MH"
	climb  *climb                   // if relations are those of MRHIER
	same   map[string]ontology.Name // preferred names of concepts that are synonymous to others

	last      []byte // the CUI that came last, and its place
	lastPlace int
}

// A draft is a concept that is not wholly read.
type draft struct {
	ontology.Concept
	best     int   // place of the preferred name in Names
	rank     int64 // its rank
	atoms    int
	outdated int      // how many of the atoms are obsolete
	same     []string // concepts that a source says are synonymous
}

// reader returns a reader of the concepts of some identifiers.
func (d Dir) reader(ids []string) *reader {
	r := &reader{Dir: d, places: map[string]int{}, filter: d.filter()}
	for _, id := range ids {
		r.add(id)
	}
	return r
}

func (r *reader) add(cui string) int {
	i, ok := r.places[cui]
	if !ok {
		i = len(r.drafts)
		r.places[cui] = i
		r.drafts = append(r.drafts, draft{Concept: ontology.Concept{ID: cui}})
	}
	return i
}

// place returns the index of a wanted concept, or -1. Rows of one
// concept follow each other.
func (r *reader) place(cui []byte) int {
	if r.last != nil && bytes.Equal(cui, r.last) {
		return r.lastPlace
	}
	i, ok := r.places[string(cui)]
	if !ok {
		i = -1
	}
	r.last, r.lastPlace = append(r.last[:0], cui...), i
	return i
}

func (r *reader) read(ctx context.Context) error {
	if len(r.drafts) == 0 && !r.all {
		return nil
	}
	related, err := r.files(mrrel)
	if err != nil {
		return err
	}
	if len(related) == 0 {
		r.climb = newClimb()
	}
	if err := r.readNames(ctx); err != nil {
		return err
	}
	if err := r.scan(ctx, mrrel, r.relation); err != nil {
		return err
	}
	if err := r.scan(ctx, mrhier, r.position); err != nil {
		return err
	}
	if r.climb != nil && !r.all {
		if err := r.climbed(ctx); err != nil {
			return err
		}
	}
	if err := r.readSame(ctx); err != nil {
		return err
	}
	return r.scan(ctx, mrsty, r.semanticType)
}

// readSame reads the preferred names of the concepts that are synonymous to others.
func (r *reader) readSame(ctx context.Context) error {
	var missing []string
	r.same = map[string]ontology.Name{}
	for i := range r.drafts {
		for _, cui := range r.drafts[i].same {
			if at, ok := r.places[cui]; !ok && !r.all {
				missing = append(missing, cui)
			} else if ok && r.drafts[at].atoms > 0 {
				r.same[cui] = r.drafts[at].Names[r.drafts[at].best]
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	others := r.Dir.reader(missing)
	if err := others.readNames(ctx); err != nil {
		return err
	}
	for i := range others.drafts {
		if d := &others.drafts[i]; d.atoms > 0 {
			r.same[d.ID] = d.Names[d.best]
		}
	}
	return nil
}

// readNames reads what gives concepts their names.
func (r *reader) readNames(ctx context.Context) error {
	r.ranks = map[string]int64{}
	if err := r.scan(ctx, mrrank, r.termRank); err != nil {
		return err
	}
	return r.scan(ctx, mrconso, r.atom)
}

// termRank reads RANK|SAB|TTY|SUPPRESS|.
func (r *reader) termRank(row []byte) error {
	var f [4][]byte
	split(row, f[:])
	rank, err := strconv.ParseUint(string(f[0]), 10, 31)
	if err != nil {
		return unexpected("a rank, which is a number", row)
	}
	r.ranks[string(f[1])+"|"+string(f[2])] = int64(rank)
	return nil
}

// The columns of MRCONSO that are read.
const (
	conCUI      = 0
	conLAT      = 1
	conTS       = 2
	conSTT      = 4
	conISPREF   = 6
	conAUI      = 7
	conSCUI     = 9
	conSDUI     = 10
	conSAB      = 11
	conTTY      = 12
	conCODE     = 13
	conSTR      = 14
	conSUPPRESS = 16
)

// stringOf returns where STR is in a row, without cutting the fields before it.
func stringOf(row []byte) (begin, end int) {
	end = len(row) - 1
	for range 3 {
		for end--; row[end] != '|'; end-- {
		}
	}
	return bytes.LastIndexByte(row[:end], '|') + 1, end
}

func (r *reader) atom(row []byte) error {
	cui := row[:bytes.IndexByte(row, '|')]
	i := r.place(cui)
	if i < 0 && !r.all {
		return nil
	}
	var f [18][]byte
	split(row, f[:])
	lang, source, ok := r.filter.atom(&f)
	if !ok {
		return nil
	}
	if !utf8.Valid(f[conSTR]) {
		return unexpected("text in UTF-8", row)
	}
	if i < 0 {
		i = r.add(string(cui))
		r.lastPlace = i
	}
	if r.climb != nil {
		r.climb.atoms[string(f[conAUI])] = i
	}
	d := &r.drafts[i]
	d.atoms++
	if string(f[conSUPPRESS]) == "O" {
		d.outdated++
	}
	if rank := r.rank(&f, lang); len(d.Names) == 0 || rank > d.rank {
		d.best, d.rank = len(d.Names), rank
	}
	var text string
	if n := len(d.Names); n > 0 && d.Names[n-1].Text == string(f[conSTR]) {
		text = d.Names[n-1].Text // many sources have the same string
	} else {
		text = string(f[conSTR])
	}
	d.Names = append(d.Names, ontology.Name{Text: text, Relation: ontology.Synonym, Language: lang, Source: source})
	for _, column := range [3]int{conCODE, conSCUI, conSDUI} {
		if n := len(d.AltIDs); isCode(f[column]) && (n == 0 || d.AltIDs[n-1] != string(f[column])) {
			d.AltIDs = append(d.AltIDs, string(f[column]))
		}
	}
	return nil
}

// isCode reports whether a field can be an identifier: others ("NOCODE") are
// words that names have too.
func isCode(field []byte) bool { return bytes.ContainsAny(field, "0123456789") }

// rank orders the atoms of a concept: the greatest is its preferred name.
func (r *reader) rank(f *[18][]byte, lang string) int64 {
	rank := r.ranks[string(f[conSAB])+"|"+string(f[conTTY])]
	for bit, is := range [...]bool{
		string(f[conISPREF]) == "Y", string(f[conSTT]) == "PF", string(f[conTS]) == "P"} {
		if is {
			rank |= 1 << (31 + bit)
		}
	}
	rank += int64(r.filter.preference(lang)) << 34
	if isCurrent(f[conSUPPRESS]) {
		rank |= 1 << 62
	}
	return rank
}

// relation reads CUI1|AUI1|STYPE1|REL|CUI2|..., where REL says what the second
// concept is to the first: with PAR the second is a parent.
func (r *reader) relation(row []byte) error {
	var f [5][]byte
	split(row, f[:])
	label, up := f[3], true
	switch string(label) {
	case "PAR", "RB", "SY":
	case "CHD":
		label, up = par, false
	case "RN":
		label, up = rb, false
	default:
		return nil
	}
	if !r.filter.relation(label) || bytes.Equal(f[0], f[4]) {
		return nil
	}
	first, second := r.place(f[0]), -1
	if i, ok := r.places[string(f[4])]; ok {
		second = i
	}
	if first < 0 && second < 0 {
		return nil
	}
	if len(f[4]) == 0 {
		return unexpected("a second concept", row)
	}
	var all [16][]byte
	split(row, all[:])
	if !r.filter.source(all[10]) || !r.filter.current(all[14]) {
		return nil
	}
	switch {
	case string(label) == "SY":
		r.equate(first, second, f[4])
		r.equate(second, first, f[0])
	case up:
		r.join(first, second, f[0], f[4])
	default:
		r.join(second, first, f[4], f[0])
	}
	return nil
}

var par, rb = []byte("PAR"), []byte("RB")

// equate notes that a concept, if it is wanted, is synonymous to another.
func (r *reader) equate(place, other int, cui []byte) {
	if place < 0 || r.all && other < 0 {
		return
	}
	if d := &r.drafts[place]; len(d.same) < maxSame {
		d.same = append(d.same, r.id(other, cui))
	}
}

// maxSame bounds the synonymous concepts of one. Releases have a few at most.
const maxSame = 1000

// join makes two concepts child and parent, one of which may not be wanted.
func (r *reader) join(down, up int, child, parent []byte) {
	if r.all && (down < 0 || up < 0) {
		return
	}
	if down >= 0 {
		d := &r.drafts[down]
		d.Parents = append(d.Parents, r.id(up, parent))
	}
	if up >= 0 {
		d := &r.drafts[up]
		d.Children = append(d.Children, r.id(down, child))
	}
}

// id returns an identifier, the string that is there already if it is.
func (r *reader) id(place int, cui []byte) string {
	if place >= 0 {
		return r.drafts[place].ID
	}
	return string(cui)
}

// semanticType reads CUI|TUI|STN|STY|ATUI|CVF|.
func (r *reader) semanticType(row []byte) error {
	i := r.place(row[:bytes.IndexByte(row, '|')])
	if i < 0 {
		return nil
	}
	var f [6][]byte
	split(row, f[:])
	d := &r.drafts[i]
	for _, t := range [2][]byte{f[1], f[3]} {
		if len(t) > 0 {
			d.Types = append(d.Types, r.filter.intern(t))
		}
	}
	return nil
}

// finish returns the whole concept and forgets what it was made of.
func (r *reader) finish(i int) ontology.Concept {
	d := r.drafts[i]
	r.drafts[i] = draft{}
	c := d.Concept
	name := c.Names[d.best]
	for _, cui := range d.same {
		if n, ok := r.same[cui]; ok {
			c.Names = append(c.Names, n)
		}
	}
	c.Name, c.Language, c.Source = name.Text, name.Language, name.Source
	c.Names = unique(c.Names)
	c.Names = slices.DeleteFunc(c.Names, func(n ontology.Name) bool { return n == name })
	if len(c.Names) == 0 {
		c.Names = nil
	}
	c.AltIDs, c.Types = unique(c.AltIDs), unique(c.Types)
	c.Parents, c.Children = unique(c.Parents), unique(c.Children)
	c.Obsolete = d.isObsolete()
	return c
}

// isObsolete reports whether all wanted atoms of a concept are.
func (d *draft) isObsolete() bool { return d.outdated == d.atoms }

// asked returns the concepts of identifiers that have a name.
func (r *reader) asked(ids []string) []ontology.Concept {
	var found []ontology.Concept
	finished := map[int]ontology.Concept{}
	for _, id := range ids {
		i := r.places[id]
		c, ok := finished[i]
		if !ok {
			if r.drafts[i].atoms == 0 {
				continue
			}
			c = r.finish(i)
			finished[i] = c
		}
		found = append(found, c)
	}
	return found
}

// unique drops all but the first of equal values.
func unique[T comparable](all []T) []T {
	if len(all) <= 8 {
		kept := all[:0]
		for _, v := range all {
			if !slices.Contains(kept, v) {
				kept = append(kept, v)
			}
		}
		return kept
	}
	seen := make(map[T]struct{}, len(all))
	return slices.DeleteFunc(all, func(v T) bool {
		_, again := seen[v]
		seen[v] = struct{}{}
		return again
	})
}

// A filter decides which atoms and relations are wanted, by tables that fill as
// values come up.
type filter struct {
	Dir
	languages map[string]string // LAT to its tag, "" if it is not wanted
	interned  map[string]string

	lastLAT, lastTag string
}

func (d Dir) filter() *filter {
	return &filter{Dir: d, languages: map[string]string{}, interned: map[string]string{}}
}

// atom reports whether an atom is wanted, and its language and source.
func (f *filter) atom(field *[18][]byte) (lang, source string, ok bool) {
	lang = f.tag(field[conLAT])
	if lang == "" || !f.current(field[conSUPPRESS]) || !f.source(field[conSAB]) {
		return "", "", false
	}
	return lang, f.intern(field[conSAB]), true
}

// tag returns the language of LAT, "" if it is not wanted. Most rows are of the
// language of the row before.
func (f *filter) tag(lat []byte) string {
	if string(lat) == f.lastLAT && f.lastLAT != "" {
		return f.lastTag
	}
	f.lastLAT = f.intern(lat)
	tag, known := f.languages[f.lastLAT]
	if !known {
		if tag = language(f.lastLAT); !wants(f.Languages, tag) {
			tag = ""
		}
		f.languages[f.lastLAT] = tag
	}
	f.lastTag = tag
	return tag
}

// wantsLanguage reports whether a row of MRCONSO is in a language that is wanted.
func (f *filter) wantsLanguage(row []byte) bool {
	row = row[bytes.IndexByte(row, '|')+1:]
	return f.tag(row[:bytes.IndexByte(row, '|')]) != ""
}

func (f *filter) current(suppress []byte) bool { return f.Suppressed || isCurrent(suppress) }

// isCurrent reports whether SUPPRESS is N or, as in relations of some subsets,
// empty.
func isCurrent(suppress []byte) bool { return len(suppress) == 0 || string(suppress) == "N" }

func (f *filter) source(sab []byte) bool {
	return len(f.Sources) == 0 || slices.ContainsFunc(f.Sources, func(s string) bool { return s == string(sab) })
}

// relation reports whether the relations of a label are wanted.
func (f *filter) relation(label []byte) bool {
	if len(f.Relations) == 0 {
		return string(label) != "SY"
	}
	return slices.ContainsFunc(f.Relations, func(s string) bool { return s == string(label) })
}

func (f *filter) intern(field []byte) string {
	s, ok := f.interned[string(field)]
	if !ok {
		s = string(field)
		f.interned[s] = s
	}
	return s
}

// preference is the higher the earlier a language is wanted.
func (f *filter) preference(lang string) int {
	for i, w := range f.Languages {
		if base, _, _ := strings.Cut(w, "-"); strings.EqualFold(base, lang) {
			return min(len(f.Languages)-i, 1<<20) + 1
		}
	}
	if lang == "en" {
		return 1
	}
	return 0
}
