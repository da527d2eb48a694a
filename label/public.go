package label

import (
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/metadata"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

type (
	Step    = layout.Step
	Label   = zones.Label
	Values  = zones.Values
	Source  = zones.Source
	Grammar = grammar.Grammar
	Pattern = patterns.Pattern
)

// MetaValues returns the values in a page's own metadata.
func MetaValues(root *html.Node) (Values, error) { return metadata.Of(root) }

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

const (
	Unidentified = zones.None
	Title        = zones.Title
	Authors      = zones.Authors
	Affiliations = zones.Affiliations
	Abstract     = zones.Abstract

	SourceTemplate  = zones.SourceTemplate
	SourceMeta      = zones.SourceMeta
	SourceJSONLD    = zones.SourceJSONLD
	SourceMicrodata = zones.SourceMicrodata
	SourceOpenGraph = zones.SourceOpenGraph
	SourceTitle     = zones.SourceTitle
	SourceHeading   = zones.SourceHeading
	SourceMarks     = zones.SourceMarks
)
