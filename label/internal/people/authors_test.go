package people_test

import (
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Affiliations without the authors before them are as sure as with them.
func TestCutFromKeepsWhatAGrammarSaid(t *testing.T) {
	read := zones.Content{Items: []string{"Ada Bean, University of Bonn"}, Notes: [][]string{nil}, From: []int{2}, Clear: 3}
	got := people.NewAuthors([]string{"Ada Bean"}).CutFrom(read)
	if !slices.Equal(got.Items, []string{"University of Bonn"}) || !slices.Equal(got.From, read.From) || got.Clear != read.Clear {
		t.Errorf("%+v", got)
	}
}
