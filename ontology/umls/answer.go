package umls

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// An answer is what the service says to any question, in the shape of
// https://documentation.uts.nlm.nih.gov/rest/home.html.
type answer[T any] struct {
	PageCount int
	Result    *T
}

// checked is an answer of any result.
type checked interface{ read(body []byte) error }

// read takes the answer of a body, none with an error.
func (a *answer[T]) read(body []byte) error {
	*a = answer[T]{}
	if err := json.Unmarshal(body, a); err != nil {
		return err
	}
	if a.Result == nil {
		return errors.New("it has no result")
	}
	return nil
}

// A list is the items of one page. An answer with more than maxItems is refused
// before they are made: an item of two bytes takes a hundred.
type list[T any] []T

// UnmarshalJSON implements json.Unmarshaler. The text is known to be JSON.
func (l *list[T]) UnmarshalJSON(text []byte) error {
	*l = nil
	if string(text) == "null" {
		return nil
	}
	in := json.NewDecoder(bytes.NewReader(text))
	if t, err := in.Token(); err != nil || t != json.Delim('[') {
		return fmt.Errorf("expected an array, found %s", short(text))
	}
	*l = list[T]{}
	for in.More() {
		if len(*l) == maxItems {
			return errItems
		}
		var item T
		if err := in.Decode(&item); err != nil {
			return err
		}
		*l = append(*l, item)
	}
	return nil
}

// A results is a page of what a search finds.
type results struct{ Results list[hit] }

// A hit is a result of a search.
type hit struct {
	UI   link
	Name string
}

// A concept is that of a CUI.
type concept struct {
	Name          string
	Suppressible  flag
	SemanticTypes list[semanticType]
}

type semanticType struct {
	Name string
	URI  link
}

// An atom is one of a concept's.
type atom struct {
	Name, Language, RootSource            string
	Suppressible, Obsolete                flag
	Code, SourceConcept, SourceDescriptor link
	Parents, Children                     link
}

// A cluster is what a source calls a concept, a descriptor or a code.
type cluster struct {
	UI               link
	Name, RootSource string
	Obsolete         flag
}

func (c *cluster) id() string { return c.RootSource + ":" + string(c.UI) }

// A relation is one of a concept or of its atoms.
type relation struct {
	RelationLabel          string
	RelatedID              link
	RelatedIDName          string
	Suppressible, Obsolete flag
}

// id returns the related concept, as a CUI or its source and code, or "" if it
// is an atom.
func (r *relation) id() string {
	if _, cui, ok := strings.Cut(string(r.RelatedID), "/CUI/"); ok {
		return cui
	}
	if sab, code := sourceID(r.RelatedID); code != "" {
		return sab + ":" + code
	}
	return ""
}

// A link is the address of something else, or an identifier. Instead of none
// the service says null or "NONE".
type link string

func (l *link) UnmarshalJSON(data []byte) error {
	var s *string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	if *l = ""; s != nil && *s != "NONE" {
		*l = link(*s)
	}
	return nil
}

// A flag is true or false, which of atoms are strings.
type flag bool

func (f *flag) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "true", `"true"`:
		*f = true
	case "false", `"false"`, "null", `""`:
		*f = false
	default:
		return fmt.Errorf("expected true or false, found %s", short(data))
	}
	return nil
}

// sourceID returns what ".../source/MSH/D002644" addresses.
func sourceID(l link) (sab, code string) {
	_, path, ok := strings.Cut(string(l), "/source/")
	if !ok {
		return "", ""
	}
	sab, code, _ = strings.Cut(path, "/")
	if unescaped, err := url.PathUnescape(code); err == nil {
		code = unescaped
	}
	if code == "NOCODE" {
		return "", ""
	}
	return sab, code
}

// lastPart returns what is behind the last / of an address.
func lastPart(l link) string { return string(l[strings.LastIndexByte(string(l), '/')+1:]) }

// short cuts what an error quotes of an answer.
func short(text []byte) string {
	if len(text) > 80 {
		return string(text[:80]) + "..."
	}
	return string(text)
}
