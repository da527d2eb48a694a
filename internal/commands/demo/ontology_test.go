package demo

import (
	"strings"
	"testing"
)

func TestOntology(t *testing.T) {
	ids := make(map[string]bool)
	var parents []string
	terms := 0
	for line := range strings.Lines(Ontology()) {
		tag, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		value, _, _ = strings.Cut(value, " ! ")
		switch tag {
		case "[Term]":
			terms++
		case "id":
			if ids[value] {
				t.Errorf("%s is defined twice", value)
			}
			ids[value] = true
		case "is_a":
			parents = append(parents, value)
		case "relationship":
			_, target, _ := strings.Cut(value, " ")
			parents = append(parents, target)
		}
	}
	for _, id := range parents {
		if !ids[id] {
			t.Errorf("%s is a parent but no term", id)
		}
	}
	if terms < 120 || terms > 200 {
		t.Errorf("%d terms", terms)
	}
}
