package watched

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Failed is the outcome of a look at a page that could not be read.
const Failed = "failed"

// Look is one line of the output.
type Look struct {
	URL     string            `json:"url"`
	Outcome string            `json:"outcome"`
	State   string            `json:"state,omitempty"`
	Where   []string          `json:"where,omitempty"`
	Region  string            `json:"region,omitempty"` // what a change does to the region
	First   string            `json:"first,omitempty"`  // URL of the first page that showed the change
	How     string            `json:"how,omitempty"`
	Version int               `json:"version"` // from 0
	Text    string            `json:"text,omitempty"`
	Parts   map[string]string `json:"parts,omitempty"`
	Warning string            `json:"warning,omitempty"` // why it was deferred
	Error   string            `json:"error,omitempty"`
}

// Number is that of the version for people, from 1.
func (l Look) Number() int { return l.Version + 1 }

// Place is the URL in the report, which may be shown around.
func (l Look) Place() string { return weburl.Redact(l.URL) }

// Print says what was seen.
func (l Look) Print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(l)
	}
	_, err := fmt.Fprintf(w, "%-8s %-8s v%d  %s  %.60q\n", l.Outcome, l.State, l.Number(), weburl.Redact(l.URL), l.Text)
	for _, s := range l.Where {
		if err == nil {
			_, err = fmt.Fprintf(w, "         %s\n", legible.Plain(s, legible.MaxWhy))
		}
	}
	for _, s := range []string{l.Warning, l.Error} {
		if s != "" && err == nil {
			_, err = fmt.Fprintf(w, "         %s\n", legible.Plain(s, legible.MaxWhy))
		}
	}
	return err
}
