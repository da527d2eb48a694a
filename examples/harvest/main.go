// Harvest takes the records of a list from its pages and from the own page of each
// record, taught by one record, into CSV and JSON lines. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/harvest"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(harvest.Run) }
