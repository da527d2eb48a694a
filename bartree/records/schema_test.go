package records_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

func TestSchema(t *testing.T) {
	page := []byte(`<ul><li><a href=a>Tides</a> <i>Okafor</i>, <i>Ilves</i><li><a href=b>Bread</a> <i>Saar</i><li><a href=c>Moss</a> <i>Bean</i></ul>`)
	list, err := records.Learn(page, bartree.Region{Text: "Tides", Parts: map[string]string{"title": "Tides"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Nest("authors", page, bartree.Region{Text: "Okafor", Parts: map[string]string{"name": "Okafor"}}); err != nil {
		t.Fatal(err)
	}
	got, err := list.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, got, "", " "); err != nil {
		t.Fatal(err)
	}
	const want = `{
 "$schema": "https://json-schema.org/draft/2020-12/schema",
 "title": "a record of a list",
 "type": "object",
 "properties": {
  "links": {
   "type": "object",
   "properties": {
    "title": {
     "type": "string",
     "format": "uri-reference"
    }
   },
   "additionalProperties": false
  },
  "lists": {
   "type": "object",
   "properties": {
    "authors": {
     "type": "array",
     "items": {
      "type": "object",
      "properties": {
       "links": {
        "type": "object",
        "properties": {
         "name": {
          "type": "string",
          "format": "uri-reference"
         }
        },
        "additionalProperties": false
       },
       "parts": {
        "type": "object",
        "properties": {
         "name": {
          "description": "had by 4 of the 4 records that it was learned from",
          "type": "string"
         }
        },
        "additionalProperties": false
       },
       "text": {
        "type": "string"
       }
      },
      "required": [
       "text"
      ],
      "additionalProperties": false
     }
    }
   },
   "additionalProperties": false
  },
  "parts": {
   "type": "object",
   "properties": {
    "title": {
     "description": "had by 3 of the 3 records that it was learned from",
     "type": "string"
    }
   },
   "additionalProperties": false
  },
  "text": {
   "type": "string"
  }
 },
 "required": [
  "text"
 ],
 "additionalProperties": false
}`
	if diff := cmp.Diff(want, indented.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingLearned(t *testing.T) {
	var l records.List
	if _, _, _, err := l.Selector("", nil); err == nil {
		t.Error("a selector of a List that was not learned")
	}
	if _, err := l.Schema(); err == nil {
		t.Error("a schema of one")
	}
}
