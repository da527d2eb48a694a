// Zones labels the title, authors, affiliations and abstract of article pages,
// and says how often it is right. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/zones"
)

func main() { program.Main(zones.Run) }
