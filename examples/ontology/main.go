// Ontology looks into ontologies: what is in them, what a topic becomes in each,
// and what in them may mislead a crawl. It also compiles them. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/ontology"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(ontology.Run) }
