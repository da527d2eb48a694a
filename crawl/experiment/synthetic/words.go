package synthetic

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/ontology"
)

// builder holds a web while it is written.
type builder struct {
	Generator
	rand *rand.Rand

	used     map[string]bool // words that mean something already
	general  []string        // words of any page, the commonest first
	fields   [][]string      // words of each field
	families []family
	subjects []subject

	hosts    []host
	pages    []genPage
	disorder []webs.Document // redirects, errors and silence
}

// The shape of the world of topics.
const (
	fieldCount       = 6
	familiesAField   = 4
	subjectsAFamily  = 4
	narrowerConcepts = 3

	mostSubjects = fieldCount * fieldTopics
)

type family struct {
	field int
	name  string
	words []string
}

// subject is a topic as pages know it.
type subject struct {
	family   int
	name     string   // the phrase that people search for
	synonyms []string // the last one is an abbreviation
	narrower []string
	foreign  string   // that no ontology here has
	words    []string // that go with the topic and name nothing
	pages    []int    // main or second topic
}

// terms returns what a page that does not name the topic has instead.
func (s *subject) others() []string {
	return append(append([]string{s.foreign}, s.synonyms...), s.narrower...)
}

// word invents a word that is not in use.
func (b *builder) word(syllables int) string {
	const onsets = "b,br,c,cl,d,dr,f,fl,g,gr,h,k,l,m,n,p,pl,qu,r,s,st,t,tr,v,w,z"
	const vowels = "a,e,i,o,u,ae,ea,io,ou"
	const codas = ",,,l,m,n,r,s,t,x,nd,rk,sh"
	on, vo, co := strings.Split(onsets, ","), strings.Split(vowels, ","), strings.Split(codas, ",")
	for {
		var w strings.Builder
		for range syllables {
			w.WriteString(on[b.rand.IntN(len(on))])
			w.WriteString(vo[b.rand.IntN(len(vo))])
		}
		w.WriteString(co[b.rand.IntN(len(co))])
		if s := w.String(); !b.used[s] && len(s) > 3 {
			b.used[s] = true
			return s
		}
	}
}

func (b *builder) words(n, syllables int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = b.word(syllables)
	}
	return all
}

// function words are on every page in any language.
var functionWords = strings.Fields("the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you were their one all we can her has there been if more when will would who so no")

// invent makes the words of the world and its topics.
func (b *builder) invent() {
	b.used = map[string]bool{}
	for _, w := range functionWords {
		b.used[w] = true
	}
	b.general = b.words(1200, 2)
	for f := range fieldCount {
		b.fields = append(b.fields, b.words(120, 2))
		for range familiesAField {
			fam := family{field: f, name: b.word(2) + " " + b.word(3), words: b.words(40, 3)}
			for range subjectsAFamily {
				name := b.word(3) + " " + b.word(2)
				s := subject{family: len(b.families), name: name, foreign: b.word(4), words: b.words(30, 3)}
				s.synonyms = []string{b.word(3), b.word(2) + " " + b.word(3), strings.ToUpper(b.word(1))}
				for range narrowerConcepts {
					s.narrower = append(s.narrower, b.word(3)+" "+b.word(3))
				}
				b.subjects = append(b.subjects, s)
			}
			b.families = append(b.families, fam)
		}
	}
}

// subjectID is a topic's identifier in the ontology.
func subjectID(i int) string { return fmt.Sprintf("GEN:%04d", i) }

// ontology writes down what people know about the topics, which is not all, and in part
// wrong: with the probability Noise a term other than the name is either missing or
// has a term of another topic in its place.
func (b *builder) ontology() *ontology.Graph {
	r := rand.New(rand.NewPCG(b.Seed, 4))
	// known returns what there is for a term, "" if nothing, of the terms that topics have
	// there. It draws as often whatever Noise is, so that more of it takes more of the same.
	known := func(text string, of func(*subject) string) string {
		lot, missing, other := r.Float64(), r.IntN(2) == 0, r.IntN(len(b.subjects))
		switch {
		case lot >= b.Noise:
			return text
		case missing:
			return ""
		}
		return of(&b.subjects[other])
	}
	var g ontology.Graph
	for f := range fieldCount {
		g.Add(ontology.Concept{ID: fmt.Sprintf("GEN:F%d", f), Name: b.fields[f][0]})
	}
	for i, f := range b.families {
		g.Add(ontology.Concept{ID: fmt.Sprintf("GEN:G%02d", i), Name: f.name, Parents: []string{fmt.Sprintf("GEN:F%d", f.field)}})
	}
	for i := range b.subjects {
		s := &b.subjects[i]
		c := ontology.Concept{ID: subjectID(i), Name: s.name, Parents: []string{fmt.Sprintf("GEN:G%02d", s.family)}}
		for k, text := range s.synonyms {
			if text = known(text, func(s *subject) string { return s.synonyms[k] }); text != "" {
				c.Names = append(c.Names, ontology.Name{Text: text, Relation: ontology.Synonym})
			}
		}
		g.Add(c)
		for k, text := range s.narrower {
			if text = known(text, func(s *subject) string { return s.narrower[k] }); text != "" {
				g.Add(ontology.Concept{ID: fmt.Sprintf("GEN:%04d-%d", i, k), Name: text, Parents: []string{subjectID(i)}})
			}
		}
	}
	return &g
}
