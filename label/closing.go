package label

import "github.com/lokman-crawler/lokman/label/internal/tokens"

// closes returns the sign behind the title in a site.
func (s *annotatedPage) closes(at tokens.Site) string {
	if at.Parts == nil {
		return ""
	}
	return s.Closing(at.Last, at.Parts[0].To)
}
