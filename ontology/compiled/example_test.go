package compiled_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/compiled"
)

// An ontology is written once and opened, without being read, at each start.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "drinks.lokman")

	var drinks ontology.Graph // or what package load has read
	drinks.Add(ontology.Concept{ID: "1", Name: "coffee"})
	drinks.Add(ontology.Concept{ID: "2", Name: "espresso", Parents: []string{"1"}})
	if err := compiled.WriteFile(path, &drinks); err != nil {
		fmt.Println(err)
		return
	}

	f, err := compiled.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	topic, err := ontology.Expand(context.Background(), f, "coffee", ontology.Expansion{Children: ontology.All})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range topic.Terms {
		fmt.Println(t.Relation, t.Text)
	}
	// Output:
	// exact coffee
	// synonym espresso
}
