// Articlelinks finds the links to articles on issue pages of journals,
// learned from other issues of the same journal. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/articlelinks"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(articlelinks.Run) }
