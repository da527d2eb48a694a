package mesh_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/ontology/mesh"
)

// A table with a row a term says which terms are others with their words in
// another order; without them it has the names that its records give.
func TestPermutedTermsOfATable(t *testing.T) {
	const table = "DescriptorUI\tTerm\tRecord Preferred Term YN\tIs Permuted Term YN\n" +
		"D900002\tEar Pox\tY\tN\nD900002\tPox, Ear\tN\tY\nD900002\tEarpox\tN\tN\n"
	for _, c := range []struct {
		reader mesh.Reader
		want   string
	}{
		{mesh.Reader{}, "Pox, Ear; Earpox"},
		{mesh.Reader{NoPermuted: true}, "Earpox"},
	} {
		g, err := c.reader.Read(strings.NewReader(table))
		if err != nil {
			t.Fatal(err)
		}
		concept, ok := g.Concept("D900002")
		var got []string
		for _, n := range concept.Names {
			got = append(got, n.Text)
		}
		if names := strings.Join(got, "; "); !ok || concept.Name != "Ear Pox" || names != c.want {
			t.Errorf("%+v: %q with the names %q, want %q", c.reader, concept.Name, names, c.want)
		}
	}
}
