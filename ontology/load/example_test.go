package load_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/load"
)

// A file of any format: here OBO, as the Human Disease Ontology is.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "drinks.obo")
	const drinks = "format-version: 1.2\n\n[Term]\nid: D:1\nname: coffee\n\n[Term]\nid: D:2\nname: espresso\nis_a: D:1\n"
	if err := os.WriteFile(path, []byte(drinks), 0o644); err != nil {
		fmt.Println(err)
		return
	}

	o, err := load.Open(path)
	if err != nil {
		fmt.Println(err) // names the file, the line and what was expected there
		return
	}
	defer o.Close()
	fmt.Println(o.Format)
	topic, err := ontology.Expand(context.Background(), o, "coffee", ontology.Expansion{Children: ontology.All})
	if err != nil {
		fmt.Println(err) // an unknown name: the nearest ones are named
		return
	}
	for _, t := range topic.Terms {
		fmt.Println(t.Relation, t.Text)
	}
	// Output:
	// OBO
	// exact coffee
	// synonym espresso
}
