// Experiment runs crawling strategies over the topics of a recorded web and
// says which finds more. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(experiment.Run) }
