package ontology

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/load"
)

// A printer writes for people or, with json, for programs.
type printer struct {
	out  io.Writer
	json bool
}

// object is a line for programs; fields that do not apply are left out.
type object struct {
	Ontology string              `json:"ontology"`
	Format   string              `json:"format,omitempty"`
	Topic    string              `json:"topic,omitempty"`
	ID       string              `json:"id,omitempty"`
	Terms    map[string][]string `json:"terms,omitempty"` // by relation
	Unknown  bool                `json:"unknown,omitempty"`
	Nearest  []string            `json:"nearest,omitempty"`
	Report   *ontology.Report    `json:"report,omitempty"`
}

func (p printer) put(o object) {
	json.NewEncoder(p.out).Encode(o) // of strings and numbers: it can only fail as any print can
}

func (p printer) ontology(o *load.Ontology) {
	if p.json {
		p.put(object{Ontology: o.Path, Format: string(o.Format)})
		return
	}
	fmt.Fprintln(p.out, o)
}

var relations = []ontology.Relation{ontology.Exact, ontology.Synonym, ontology.Partial, ontology.Contextual}

// shown is how many terms of a relation people get to see of one topic of several.
const shown = 8

func (p printer) topic(o *load.Ontology, name string, t ontology.Topic, most int) {
	terms := map[string][]string{}
	for _, term := range t.Terms {
		terms[term.Relation.String()] = append(terms[term.Relation.String()], term.Text)
	}
	if p.json {
		p.put(object{Ontology: o.Path, Topic: name, ID: t.ID, Terms: terms})
		return
	}
	fmt.Fprintf(p.out, "  %s: %s, %s\n", name, t.ID, program.Count(len(t.Terms), "term"))
	for _, r := range relations {
		all := terms[r.String()]
		if len(all) == 0 {
			continue
		}
		more := ""
		if len(all) > most {
			more = fmt.Sprintf(", and %d more", len(all)-most)
		}
		fmt.Fprintf(p.out, "    %-10s %s%s\n", r, strings.Join(all[:min(most, len(all))], ", "), more)
	}
}

// concepts lists the concepts of an ontology.
func (p printer) concepts(o *load.Ontology, g *ontology.Graph) {
	for c := range g.All() {
		if c.Obsolete {
			continue
		}
		if p.json {
			p.put(object{Ontology: o.Path, Topic: c.Name, ID: c.ID})
			continue
		}
		fmt.Fprintf(p.out, "  %s  %s\n", c.ID, c.Name)
	}
}

func (p printer) unknown(o *load.Ontology, err *ontology.UnknownTopicError) {
	if p.json {
		p.put(object{Ontology: o.Path, Topic: err.Name, Unknown: true, Nearest: err.Nearest})
		return
	}
	fmt.Fprintf(p.out, "  %s: not there", err.Name)
	if len(err.Nearest) > 0 {
		fmt.Fprintf(p.out, "; the nearest names are %s", strings.Join(err.Nearest, ", "))
	}
	fmt.Fprintln(p.out)
}

func (p printer) report(o *load.Ontology, r ontology.Report) {
	if p.json {
		p.put(object{Ontology: o.Path, Report: &r})
		return
	}
	fmt.Fprintf(p.out, "  what may mislead in %s:\n", filepath.Base(o.Path))
	for line := range strings.Lines(r.String()) {
		fmt.Fprint(p.out, "    ", line)
	}
}
