// Watch watches a region of pages: it learns where the region is, looks again,
// locates it again when the template changed, and reports. See -h.
package main

import (
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/watch"
)

func main() { program.Main(watch.Run) }
