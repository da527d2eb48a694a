package umls

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/ontology"
)

// A Client asks the REST service of NLM's UMLS Terminology Services. Only APIKey
// must be set. It may be used by many goroutines at once.
//
// Concepts have what those of a [Dir] have, with these differences: the
// preferred name is the Metathesaurus's even if it is of a source that is not
// wanted; parents and children from a source's hierarchy are given as "MSH:"
// and its code, which Concepts takes as well as CUIs; there are no tree numbers.
//
// A concept costs three requests, and two for each hierarchy that it is in, so
// the siblings of an ontology.Expand can be hundreds. Topic gives the same with
// a request for each parent.
type Client struct {
	// APIKey is that of a UTS profile. It is in no error and no cached answer.
	APIKey string

	BaseURL string       // of the service; "" means https://uts-ws.nlm.nih.gov/rest
	Release string       // such as "2025AA"; "" means "current"
	HTTP    *http.Client // nil means one that gives up after 30 seconds; redirects are not followed

	// Limit paces the requests; nil means 20 a second, which is NLM's limit for
	// one address: clients in one process should share one.
	Limit *rate.Limiter

	// Cache is the directory of answers on disk, which many processes may share;
	// "" means none. Answers are used for CacheAge; 0 means a day, as NLM
	// recommends 12 to 24 hours.
	Cache    string
	CacheAge time.Duration

	Languages []string // as of a Dir
	Sources   []string // as of a Dir, but empty means the thesis's, MSH and SNOMEDCT_US

	once  sync.Once
	pace  *rate.Limiter
	plain http.Client
}

// inParallel is how many concepts are requested at once.
const inParallel = 8

// maxCandidates is how many of the concepts that a search finds are looked at.
const maxCandidates = 200

// maxPlaces is in how many places of hierarchies a concept may be. Each costs
// two requests.
const maxPlaces = 1000

func (c *Client) sources() []string {
	if len(c.Sources) == 0 {
		return []string{"MSH", "SNOMEDCT_US"}
	}
	return c.Sources
}

// Find implements ontology.Store. Names are compared by the service: exactly,
// and if none is equal in the normal form of its lexical tools, which is for
// English.
func (c *Client) Find(ctx context.Context, name string) ([]string, error) {
	id, err := c.identify(ctx, name)
	if err != nil {
		return nil, err
	}
	if id != "" {
		return []string{id}, nil
	}
	if phrase.Normalize(name) == "" {
		return nil, nil
	}
	for _, kind := range []string{"exact", "normalizedString"} {
		found, err := c.search(ctx, url.Values{"string": {name}, "searchType": {kind}})
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			continue
		}
		same := func(h hit) bool { return phrase.Normalize(h.Name) == phrase.Normalize(name) }
		var ids []string
		for _, preferred := range [2]bool{true, false} {
			for _, h := range found {
				if same(h) == preferred {
					ids = append(ids, string(h.UI))
				}
			}
		}
		return unique(ids), nil
	}
	return nil, nil
}

// identify returns the concept of a CUI or of a code, or "".
func (c *Client) identify(ctx context.Context, name string) (string, error) {
	prefix, rest, _ := strings.Cut(name, ":")
	for _, id := range [2]string{name, rest} {
		if !isCUI(id) {
			continue
		}
		known, err := c.get(ctx, c.content("CUI", id), nil, new(answer[concept]))
		if err != nil {
			return "", err
		}
		if known {
			return id, nil
		}
	}
	if strings.ContainsAny(name, " \t") || !isCode([]byte(name)) {
		return "", nil
	}
	if rest != "" && slices.Contains(c.sources(), prefix) {
		return c.ofCode(ctx, rest, prefix)
	}
	for _, code := range [2]string{name, rest} {
		if code == "" {
			continue
		}
		if id, err := c.ofCode(ctx, code, strings.Join(c.sources(), ",")); err != nil || id != "" {
			return id, err
		}
	}
	return "", nil
}

// ofCode returns the concept that has a code in one of some sources, or "".
func (c *Client) ofCode(ctx context.Context, code, sabs string) (string, error) {
	found, err := c.search(ctx, url.Values{"string": {code}, "inputType": {"sourceUi"}, "searchType": {"exact"}, "sabs": {sabs}})
	if err != nil || len(found) == 0 {
		return "", err
	}
	return string(found[0].UI), nil
}

// isCUI reports whether an identifier is a C and seven digits.
func isCUI(id string) bool {
	return len(id) == 8 && id[0] == 'C' && strings.Trim(id[1:], "0123456789") == ""
}

// search returns the concepts that a search finds, the best first.
func (c *Client) search(ctx context.Context, query url.Values) ([]hit, error) {
	if !query.Has("sabs") {
		query.Set("sabs", strings.Join(c.sources(), ","))
	}
	var found []hit
	err := pages(ctx, c, "/search/"+c.release(), query, func(page results) bool {
		for _, h := range page.Results {
			if h.UI == "" {
				return false // the page behind the last says that there are no results
			}
			found = append(found, h)
		}
		return len(page.Results) > 0 && len(found) < maxCandidates
	})
	return found, err
}

// Concepts implements ontology.Store.
func (c *Client) Concepts(ctx context.Context, ids []string) ([]ontology.Concept, error) {
	views := make([]*view, len(ids))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var running sync.WaitGroup
	places := make(chan int)
	for range min(inParallel, len(ids)) {
		running.Go(func() {
			for i := range places {
				v, err := c.concept(ctx, ids[i])
				if err != nil {
					cancel(err) // the first is kept
				}
				views[i] = v
			}
		})
	}
	for i := range ids {
		places <- i
	}
	close(places)
	running.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var found []ontology.Concept
	for _, v := range views {
		if v != nil {
			found = append(found, v.Concept)
		}
	}
	return found, nil
}

// A view is a concept and the names of its parents and children.
type view struct {
	ontology.Concept
	names map[string]string
}

// concept returns a concept, nil if there is none.
func (c *Client) concept(ctx context.Context, id string) (*view, error) {
	cui := id
	if !isCUI(id) {
		sab, code, _ := strings.Cut(id, ":")
		if code == "" {
			return nil, nil
		}
		var err error
		if cui, err = c.ofCode(ctx, code, sab); err != nil || cui == "" {
			return nil, err
		}
	}
	var a answer[concept]
	known, err := c.get(ctx, c.content("CUI", cui), nil, &a)
	if err != nil || !known {
		return nil, err
	}
	about := a.Result
	v := &view{names: map[string]string{}}
	v.ID, v.Name, v.Obsolete = cui, about.Name, bool(about.Suppressible)
	for _, t := range about.SemanticTypes {
		v.Types = append(v.Types, lastPart(t.URI), t.Name)
	}
	places, err := c.atoms(ctx, v)
	if err != nil {
		return nil, err
	}
	for _, p := range places {
		if err := c.neighbours(ctx, v, p); err != nil {
			return nil, err
		}
	}
	return v, c.relations(ctx, v)
}

// A position is a place in the hierarchy of a source.
type position struct {
	sab, code         string
	parents, children bool // it may have some
}

// atoms adds the names of a concept's atoms, and returns its places in
// hierarchies.
func (c *Client) atoms(ctx context.Context, v *view) ([]position, error) {
	query := url.Values{"sabs": {strings.Join(c.sources(), ",")}}
	if len(c.Languages) == 0 {
		query.Set("language", "ENG")
	}
	var places []position
	err := pages(ctx, c, c.content("CUI", v.ID, "atoms"), query, func(page list[atom]) bool {
		for _, atom := range page {
			_, code := sourceID(atom.Code)
			p := position{atom.RootSource, code, atom.Parents != "", atom.Children != ""}
			if code != "" && (p.parents || p.children) {
				places = appendPosition(places, p)
			}
			if len(places) > maxPlaces {
				return false
			}
			lang := language(atom.Language)
			if !wants(c.Languages, lang) || bool(atom.Suppressible) || bool(atom.Obsolete) {
				continue
			}
			name := ontology.Name{Text: atom.Name, Relation: ontology.Synonym, Language: lang, Source: atom.RootSource}
			if atom.Name == v.Name && v.Language == "" {
				v.Language, v.Source = lang, atom.RootSource
			} else {
				v.Names = append(v.Names, name)
			}
			for _, uri := range []link{atom.Code, atom.SourceConcept, atom.SourceDescriptor} {
				if _, code := sourceID(uri); isCode([]byte(code)) {
					v.AltIDs = append(v.AltIDs, code)
				}
			}
		}
		return len(page) > 0
	})
	if len(places) > maxPlaces {
		return nil, &ServiceError{URL: c.address(c.content("CUI", v.ID, "atoms"), query), Err: fmt.Errorf("more than %d places in hierarchies", maxPlaces)}
	}
	v.Names, v.AltIDs = unique(v.Names), unique(v.AltIDs)
	own := ontology.Name{Text: v.Name, Relation: ontology.Synonym, Language: v.Language, Source: v.Source}
	v.Names = slices.DeleteFunc(v.Names, func(n ontology.Name) bool { return n == own })
	return places, err
}

// appendPosition adds a position, which many atoms may have.
func appendPosition(places []position, p position) []position {
	for i := range places {
		if at := &places[i]; at.sab == p.sab && at.code == p.code {
			at.parents, at.children = at.parents || p.parents, at.children || p.children
			return places
		}
	}
	return append(places, p)
}

// neighbours adds the parents and children in the hierarchy of a source.
func (c *Client) neighbours(ctx context.Context, v *view, p position) error {
	if p.parents {
		found, err := c.clusters(ctx, p.sab, p.code, "parents")
		if err != nil {
			return err
		}
		v.Parents = v.named(v.Parents, found)
	}
	if p.children {
		found, err := c.clusters(ctx, p.sab, p.code, "children")
		if err != nil {
			return err
		}
		v.Children = v.named(v.Children, found)
	}
	return nil
}

func (v *view) named(ids []string, found []cluster) []string {
	for _, f := range found {
		v.names[f.id()] = f.Name
		ids = append(ids, f.id())
	}
	return unique(ids)
}

// clusters returns the parents or children of a code.
func (c *Client) clusters(ctx context.Context, sab, code, which string) ([]cluster, error) {
	var all []cluster
	err := pages(ctx, c, c.content("source", sab, code, which), nil, func(page list[cluster]) bool {
		for _, f := range page {
			if f.UI != "" && f.Name != "" && !bool(f.Obsolete) {
				all = append(all, f)
			}
		}
		return len(page) > 0
	})
	return all, err
}

// relations adds what is broader and narrower outside the hierarchies. Other
// than in MRREL the label says what the concept is to the related one: the one
// that it is RN to is a parent.
func (c *Client) relations(ctx context.Context, v *view) error {
	query := url.Values{"includeRelationLabels": {"RB,RN"}, "sabs": {strings.Join(c.sources(), ",")}}
	err := pages(ctx, c, c.content("CUI", v.ID, "relations"), query, func(page list[relation]) bool {
		for _, r := range page {
			id := r.id()
			if id == "" || id == v.ID || bool(r.Obsolete) || bool(r.Suppressible) {
				continue
			}
			switch r.RelationLabel {
			case "RN":
				v.Parents = append(v.Parents, id)
			case "RB":
				v.Children = append(v.Children, id)
			}
			v.names[id] = r.RelatedIDName
		}
		return len(page) > 0
	})
	v.Parents, v.Children = unique(v.Parents), unique(v.Children)
	return err
}

// Topic implements ontology.Ontology with the thesis's expansion: the
// concept is fetched whole; its parents and their other children have the names
// that the sources' hierarchies list.
func (c *Client) Topic(ctx context.Context, name string) (ontology.Topic, error) {
	ids, err := c.Find(ctx, name)
	if err != nil {
		return ontology.Topic{}, err
	}
	around := vicinity{Graph: new(ontology.Graph), client: c}
	if len(ids) > 0 {
		if around.ids, err = c.vicinity(ctx, ids[0], around.Graph); err != nil {
			return ontology.Topic{}, err
		}
	}
	return ontology.Expand(ctx, around, name, ontology.Expansion{})
}

// vicinity adds a concept, its parents and their children to a graph.
func (c *Client) vicinity(ctx context.Context, cui string, g *ontology.Graph) ([]string, error) {
	v, err := c.concept(ctx, cui)
	if err != nil || v == nil {
		return nil, err
	}
	v.Children = nil
	g.Add(v.Concept)
	for _, id := range v.Parents {
		parent := ontology.Concept{ID: id, Name: v.names[id]}
		var children []cluster
		if sab, code, ok := strings.Cut(id, ":"); ok {
			if children, err = c.clusters(ctx, sab, code, "children"); err != nil {
				return nil, err
			}
		}
		for _, child := range children {
			if slices.Contains(v.AltIDs, string(child.UI)) {
				continue // the concept itself
			}
			parent.Children = append(parent.Children, child.id())
			g.Add(ontology.Concept{ID: child.id(), Name: child.Name})
		}
		g.Add(parent)
	}
	return []string{cui}, nil
}

// A vicinity is a graph in which a name was found by the service.
type vicinity struct {
	*ontology.Graph
	client *Client
	ids    []string
}

func (v vicinity) Find(context.Context, string) ([]string, error) { return v.ids, nil }

func (v vicinity) Nearest(ctx context.Context, name string) ([]string, error) {
	return v.client.Nearest(ctx, name)
}

// Nearest returns up to three preferred names of concepts
// with a name that has some of the words or else begins alike, in the order of
// Dir.Nearest.
func (c *Client) Nearest(ctx context.Context, name string) ([]string, error) {
	normal := phrase.Normalize(name)
	if normal == "" {
		return nil, nil
	}
	beginning := []rune(normal)
	beginning = beginning[:min(len(beginning), max(3, len(beginning)/2))]
	for _, query := range []url.Values{
		{"string": {name}, "searchType": {"words"}, "partialSearch": {"true"}},
		{"string": {string(beginning)}, "searchType": {"rightTruncation"}},
	} {
		found, err := c.search(ctx, query)
		if err != nil {
			return nil, err
		}
		if names := nearest(normal, found); len(names) > 0 {
			return names, nil
		}
	}
	return nil, nil
}

// nearest returns the names of hits that are most alike to one.
func nearest(normal string, found []hit) []string {
	n := neighbours{want: countGrams(normal)}
	names := map[string]string{}
	for _, h := range found {
		own := phrase.Normalize(h.Name)
		if alike := n.want.dice([]byte(own), leastAlike); alike >= leastAlike {
			n.add(neighbour{string(h.UI), own, alike})
			names[string(h.UI)] = h.Name
		}
	}
	var all []string
	for _, b := range n.best {
		all = append(all, names[b.cui])
	}
	return all
}
