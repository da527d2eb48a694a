package rdf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// maxEntities is how many entities a document may declare. OWL files have one
// a namespace.
const maxEntities = 1000

// declaredEntities reads the internal entities of a document type declaration
// (XML 1.0 section 4.2), the way a processor does that does not validate. An
// entity may be made of earlier ones but not of markup, and what it expands to
// is at most MaxStem long. External entities and parameter entities are left
// undeclared, and so refused where they are used.
func declaredEntities(doctype []byte) (map[string]string, error) {
	entities := map[string]string{}
	text := string(doctype)
	if !strings.HasPrefix(text, "DOCTYPE") {
		return nil, errors.New("<!DOCTYPE")
	}
	for {
		declaration, rest, ok := nextDeclaration(text)
		if !ok {
			return entities, nil
		}
		text = rest
		name, value, ok := internalEntity(declaration)
		if !ok {
			continue
		}
		if _, again := entities[name]; again || predefined(name) != "" {
			continue // the first declaration holds
		}
		expanded, err := expandEntity(value, entities)
		if err != nil {
			return nil, fmt.Errorf("%w in the entity %s", err, excerpt.Of(name, maxGot))
		}
		entities[name] = expanded
		if len(entities) > maxEntities {
			return nil, errors.New(atMost(maxEntities, "entities"))
		}
	}
}

// nextDeclaration takes the next "<!NAME ...>" off a document type, without
// its brackets.
func nextDeclaration(text string) (declaration, rest string, ok bool) {
	start := strings.Index(text, "<!")
	if start < 0 {
		return "", "", false
	}
	var quote byte
	for i := start; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return text[start+2 : i], text[i+1:], true
		}
	}
	return "", "", false
}

const xmlSpace = " \t\r\n"

// internalEntity reads `ENTITY name "value"`.
func internalEntity(declaration string) (name, value string, ok bool) {
	rest, ok := strings.CutPrefix(declaration, "ENTITY")
	if !ok || rest == "" || !strings.Contains(xmlSpace, rest[:1]) {
		return "", "", false
	}
	rest = strings.Trim(rest, xmlSpace)
	n := strings.IndexAny(rest, xmlSpace)
	if n < 0 {
		return "", "", false
	}
	name, rest = rest[:n], strings.TrimLeft(rest[n:], xmlSpace)
	if !isNCName(name) || len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' || rest[len(rest)-1] != rest[0] {
		return "", "", false
	}
	return name, rest[1 : len(rest)-1], true
}

func expandEntity(value string, entities map[string]string) (string, error) {
	var b bytes.Buffer
	for value != "" {
		n := strings.IndexByte(value, '&')
		if n < 0 {
			n = len(value)
		}
		b.WriteString(value[:n])
		value = value[n:]
		if value != "" {
			name, rest, ok := strings.Cut(value[1:], ";")
			if !ok {
				return "", errors.New("a reference that ends in \";\"")
			}
			text, ok := referred(name, entities)
			if !ok {
				return "", errors.New("an entity that was declared before")
			}
			b.WriteString(text)
			value = rest
		}
		if b.Len() > MaxStem {
			return "", errors.New(atMost(MaxStem, "bytes"))
		}
	}
	if bytes.IndexByte(b.Bytes(), '<') >= 0 {
		return "", errors.New("text, not markup,")
	}
	return b.String(), nil
}

// referred returns what stands for "&name;".
func referred(name string, entities map[string]string) (string, bool) {
	if text := predefined(name); text != "" {
		return text, true
	}
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(digits, "x"); ok {
			digits, base = hex, 16
		}
		code, err := strconv.ParseUint(digits, base, 21)
		return string(rune(code)), err == nil && code >= ' ' && utf8.ValidRune(rune(code))
	}
	text, ok := entities[name]
	return text, ok
}

func predefined(name string) string {
	switch name {
	case "lt":
		return "<"
	case "gt":
		return ">"
	case "amp":
		return "&"
	case "quot":
		return `"`
	case "apos":
		return "'"
	}
	return ""
}
