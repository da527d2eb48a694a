package snomed

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

// Identifiers of SNOMED CT that distinguish kinds of rows.
const (
	isA       = "116680003"
	partOf    = "123005000"
	inferred  = "900000000000011006"
	extra     = "900000000000227009" // additional: not of the definition, as part of was
	fullName  = "900000000000003001"
	synonym   = "900000000000013009"
	preferred = "900000000000548007"
	accepted  = "900000000000549004"
	inUS      = "900000000000509007"
	inGB      = "900000000000508004"
)

// The columns of the files.
const (
	conceptHeader      = "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId"
	descriptionHeader  = "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId"
	relationshipHeader = "id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId"
	languageHeader     = "id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\tacceptabilityId"
)

// A release is what was read of one so far.
type release struct {
	files    []file
	refsets  []string
	concepts latest[uint64, struct{}]
	found    []ontology.Concept // by the places in concepts
	rank     map[uint64]int     // of the descriptions that a refset prefers
}

// read reads the files kind by kind, so that rows of concepts that are not
// active needn't be kept.
func (r Reader) read(files []file) (*ontology.Graph, error) {
	in := release{files: files, refsets: r.Refsets, rank: map[uint64]int{}}
	if len(in.refsets) == 0 {
		in.refsets = []string{inUS, inGB}
	}
	for _, read := range [...]func() error{in.readConcepts, in.readRelationships, in.readLanguages, in.readDescriptions} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	g := new(ontology.Graph)
	for i, v := range in.concepts.versions {
		if c := &in.found[i]; v.active {
			if len(c.Names) > 0 {
				c.Name, c.Language = c.Names[0].Text, c.Names[0].Language
				c.Names = unique(c.Names)[1:]
			}
			g.Add(*c)
		}
	}
	return g, nil
}

// each calls read with each row of the files of a kind.
func (in *release) each(k kind, header string, read func(row [][]byte, h head) (want string)) error {
	seen := false
	for _, f := range in.files {
		if f.kind != k {
			continue
		}
		seen = true
		err := eachRow(f, header, func(row [][]byte) string {
			h, want := parseHead(row)
			if want != "" {
				return want
			}
			return read(row, h)
		})
		if err != nil {
			return err
		}
	}
	if !seen && k != languages {
		return fmt.Errorf("no file called %s*.txt: %w", prefixes[k], fs.ErrNotExist)
	}
	return nil
}

// once reports whether every component of a kind has one row, as in a snapshot
// alone.
func (in *release) once(k kind) bool {
	files := slices.DeleteFunc(slices.Clone(in.files), func(f file) bool { return f.kind != k })
	return len(files) == 1 && files[0].snapshot()
}

var tooMany = fmt.Sprintf("at most %d components of a kind", maxRows)

const wantID = "identifiers of at most 18 digits"

func (in *release) readConcepts() error {
	err := in.each(concepts, conceptHeader, func(row [][]byte, h head) string {
		id, ok := number(row[0])
		if !ok {
			return wantID
		}
		if _, ok := in.concepts.put(id, h); !ok {
			return tooMany
		}
		return ""
	})
	in.found = make([]ontology.Concept, len(in.concepts.versions))
	for id, i := range in.concepts.at {
		in.found[i].ID = strconv.FormatUint(id, 10)
	}
	return err
}

// active returns the place of a concept that is active.
func (in *release) active(id uint64) (int32, bool) {
	i, ok := in.concepts.at[id]
	return i, ok && in.concepts.versions[i].active
}

type relationship struct {
	child  int32 // its place in concepts
	parent uint64
}

func (in *release) readRelationships() error {
	all := latest[uint64, relationship]{once: in.once(relationships)}
	err := in.each(relationships, relationshipHeader, func(row [][]byte, h head) string {
		id, ok := number(row[0])
		source, ok2 := number(row[4])
		destination, ok3 := number(row[5])
		if !ok || !ok2 || !ok3 {
			return wantID
		}
		if how := string(row[8]); how != inferred && how != extra {
			return ""
		}
		child, active := in.active(source)
		if kind := string(row[7]); kind != isA && kind != partOf || !active {
			return ""
		}
		v, ok := all.put(id, h)
		if !ok {
			return tooMany
		}
		if v != nil {
			v.value = relationship{child, destination}
		}
		return ""
	})
	for _, v := range all.versions {
		if v.active {
			in.addParent(v.value)
		}
	}
	return err
}

// addParent leaves parents out that are inactive. One that the release does not
// have may be of another.
func (in *release) addParent(r relationship) {
	id := ""
	if i, ok := in.concepts.at[r.parent]; !ok {
		id = strconv.FormatUint(r.parent, 10)
	} else if in.concepts.versions[i].active {
		id = in.found[i].ID
	} else {
		return
	}
	c := &in.found[r.child]
	c.Parents = append(c.Parents, id)
}

// A member says how acceptable a description is in a language.
type member struct {
	description uint64
	rank        int // the place of its refset in the Reader's
	preferred   bool
}

func (in *release) readLanguages() error {
	all := latest[[16]byte, member]{once: in.once(languages)}
	err := in.each(languages, languageHeader, func(row [][]byte, h head) string {
		id, ok := uuid(row[0])
		if !ok {
			return "an id such as 1d780197-78bc-47db-a9a4-6af7b0c2477d"
		}
		description, ok := number(row[5])
		if !ok {
			return wantID
		}
		acceptability := string(row[6])
		if acceptability != preferred && acceptability != accepted {
			return "an acceptabilityId of preferred or acceptable"
		}
		rank := slices.Index(in.refsets, string(row[4]))
		if rank < 0 {
			return ""
		}
		v, ok := all.put(id, h)
		if !ok {
			return tooMany
		}
		if v != nil {
			v.value = member{description, rank, acceptability == preferred}
		}
		return ""
	})
	for _, v := range all.versions {
		m := v.value
		if have, ok := in.rank[m.description]; v.active && m.preferred && (!ok || m.rank < have) {
			in.rank[m.description] = m.rank
		}
	}
	return err
}

type description struct {
	id       uint64
	concept  int32 // its place in concepts
	term     string
	language string
	full     bool
}

func (in *release) readDescriptions() error {
	all := latest[uint64, description]{once: in.once(descriptions)}
	language := map[string]string{}
	err := in.each(descriptions, descriptionHeader, func(row [][]byte, h head) string {
		id, ok := number(row[0])
		concept, ok2 := number(row[4])
		if !ok || !ok2 {
			return wantID
		}
		if len(row[5]) == 0 || len(row[7]) == 0 {
			return "a languageCode and a term"
		}
		full := string(row[6]) == fullName
		at, active := in.active(concept)
		if !active || !full && string(row[6]) != synonym {
			return ""
		}
		v, ok := all.put(id, h)
		if !ok {
			return tooMany
		}
		if v == nil || !h.active {
			return ""
		}
		if _, ok := language[string(row[5])]; !ok {
			language[string(row[5])] = string(row[5])
		}
		v.value = description{id, at, string(row[7]), language[string(row[5])], full}
		return ""
	})
	if err != nil {
		return err
	}
	in.nameConcepts(all.versions)
	return nil
}

// nameConcepts gives the concepts their names, the best first, and their semantic tags.
func (in *release) nameConcepts(descriptions []version[description]) {
	best := make([]int, len(in.found)) // standing of the first of Names
	for _, v := range descriptions {
		if !v.active {
			continue
		}
		c, best := &in.found[v.value.concept], &best[v.value.concept]
		rank := in.standing(v.value)
		name := ontology.Name{Text: v.value.term, Relation: ontology.Synonym, Language: v.value.language}
		if v.value.full {
			text, tag := splitTag(name.Text)
			name.Text = text
			if tag != "" {
				c.Types = append(c.Types, tag)
			}
		}
		c.Names = append(c.Names, name)
		if last := len(c.Names) - 1; last == 0 || rank < *best {
			*best = rank
			c.Names[0], c.Names[last] = c.Names[last], c.Names[0]
		}
	}
}

// standing orders the descriptions of a concept, the preferred one first.
func (in *release) standing(d description) int {
	if rank, ok := in.rank[d.id]; ok && !d.full {
		return rank
	}
	rank := len(in.refsets)
	if !d.full {
		rank += 2
	}
	if !strings.HasPrefix(d.language, "en") {
		rank++
	}
	return rank
}

// splitTag parts a fully specified name from the semantic tag at its end:
// "Chickenpox (disorder)".
func splitTag(name string) (text, tag string) {
	open := strings.LastIndex(name, " (")
	if open <= 0 || !strings.HasSuffix(name, ")") {
		return name, ""
	}
	return name[:open], name[open+2 : len(name)-1]
}

// unique drops all but the first of equal names.
func unique(names []ontology.Name) []ontology.Name {
	seen := map[ontology.Name]struct{}{}
	return slices.DeleteFunc(names, func(n ontology.Name) bool {
		_, again := seen[n]
		seen[n] = struct{}{}
		return again
	})
}
