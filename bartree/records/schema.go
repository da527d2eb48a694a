package records

import (
	"encoding/json"
	"fmt"
)

// schema is what is used of JSON Schema, draft 2020-12.
type schema struct {
	Draft       string             `json:"$schema,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        string             `json:"type"`
	Format      string             `json:"format,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Additional  *bool              `json:"additionalProperties,omitempty"` // only ever false
}

// Schema returns the JSON Schema (draft 2020-12) of a [Record] of the list as JSON has it. It
// requires no part, as any may be absent; its descriptions say how many records had each
// where the list was learned.
func (l *List) Schema() (json.RawMessage, error) {
	if err := l.learned(); err != nil {
		return nil, err
	}
	s := l.records.schema()
	s.Draft, s.Title = "https://json-schema.org/draft/2020-12/schema", "a record of a list"
	return json.Marshal(s)
}

func (l *recordList) schema() *schema {
	parts, links := map[string]*schema{}, map[string]*schema{}
	for name, a := range l.Parts {
		had := fmt.Sprintf("had by %d of the %d records that it was learned from", a.Had, a.Of)
		if name != "" && !a.Link {
			parts[name] = &schema{Type: "string", Description: had}
		}
		links[name] = &schema{Type: "string", Format: "uri-reference"}
		if a.Link {
			links[name].Description = had
		}
	}
	all := map[string]*schema{
		"text": {Type: "string"}, "parts": closed(parts), "links": closed(links),
	}
	if len(l.Lists) > 0 {
		lists := map[string]*schema{}
		for name, inner := range l.Lists {
			lists[name] = &schema{Type: "array", Items: inner.schema()}
		}
		all["lists"] = closed(lists)
	}
	s := closed(all)
	s.Required = []string{"text"}
	return s
}

// closed is an object with some properties and no others.
func closed(properties map[string]*schema) *schema {
	return &schema{Type: "object", Properties: properties, Additional: new(bool)}
}
