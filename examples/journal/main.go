// Journal downloads a journal issue: it finds the links to the articles, fetches
// what they lead to and files each page under its class. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/journal"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(journal.Run) }
