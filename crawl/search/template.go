package search

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// parameters are those of OpenSearch 1.1, "OpenSearch URL template syntax".
type parameters struct {
	terms              string
	count, index, page int
}

// expand puts the parameters into the template, and reports whether it can ask
// for further pages.
func (o *OpenSearch) expand(p parameters) (rawURL string, pages bool, err error) {
	values := map[string]string{
		"searchTerms":    p.terms,
		"count":          strconv.Itoa(p.count),
		"startIndex":     strconv.Itoa(p.index),
		"startPage":      strconv.Itoa(p.page),
		"language":       o.Language,
		"inputEncoding":  "UTF-8",
		"outputEncoding": "UTF-8",
	}
	if o.Language == "" {
		values["language"] = "*"
	}
	var b strings.Builder
	asked := false
	for rest := o.Template; ; {
		before, after, ok := strings.Cut(rest, "{")
		b.WriteString(before)
		if !ok {
			break
		}
		name, next, ok := strings.Cut(after, "}")
		if !ok {
			return "", false, templateError("a parameter without closing brace")
		}
		rest = next
		name, optional := strings.CutSuffix(name, "?")
		value, known := values[name]
		if !known && !optional {
			return "", false, templateError(fmt.Sprintf("the parameter %.40q is not known", name))
		}
		b.WriteString(escape(value, strings.Contains(b.String(), "?")))
		asked = asked || name == "searchTerms"
		pages = pages || name == "startPage" || name == "startIndex"
	}
	if !asked {
		return "", false, templateError("no {searchTerms} in it")
	}
	return b.String(), pages, nil
}

// escape escapes a value for the query, or for the path in front of it.
func escape(value string, inQuery bool) string {
	if inQuery {
		return url.QueryEscape(value)
	}
	return url.PathEscape(value)
}

func templateError(what string) error {
	return &Error{Err: fmt.Errorf("not a template: %s", what)}
}
