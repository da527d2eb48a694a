package zones

import (
	"fmt"
	"io"
	"strings"

	"github.com/lokman-crawler/lokman/internal/commands/internal/zones"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/label"
)

const shownRunes = 90 // of a zone's text

// printZones prints the zones of a page, each with its confidence and where it is
// from.
func printZones(w io.Writer, p zones.Prediction) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s\n", p.Journal, p.ID)
	for _, z := range []struct {
		label label.Label
		text  string
	}{
		{label.Title, p.Title}, {label.Authors, strings.Join(p.Authors, " | ")},
		{label.Affiliations, strings.Join(p.Affiliations, " | ")}, {label.Abstract, p.Abstract},
	} {
		if z.text == "" {
			fmt.Fprintf(&b, "  %-12s  -     not found\n", z.label)
			continue
		}
		fmt.Fprintf(&b, "  %-12s %.2f  %s (%s)\n", z.label, p.Confidence[z.label], legible.Plain(z.text, shownRunes), p.Source[z.label])
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}
