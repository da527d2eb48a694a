// Templates says about sets of pages whether their template changed, and which
// template a page has. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/templates"
)

func main() { program.Main(templates.Run) }
