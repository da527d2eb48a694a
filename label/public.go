package label

import "github.com/lokman-crawler/lokman/label/internal/layout"

type Step = layout.Step

// Errors of reading a page, to be tested by errors.Is.
var (
	ErrTooDeep  = layout.ErrTooDeep
	ErrTooLarge = layout.ErrTooLarge
	ErrNoPage   = layout.ErrNoPage
)

// Limits of a page. A page beyond them is refused whole.
const (
	MaxDepth = layout.MaxDepth // levels of nesting
	MaxNodes = layout.MaxNodes // elements and texts
)
