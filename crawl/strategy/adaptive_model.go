package strategy

import (
	"io"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/adaptive"
)

// An AdaptiveModel is what an [Adaptive] has learned that another crawl for the same
// topic can begin with: how much each feature of a link says, and the words that
// the topic's pages have in common. The zero value is what an Adaptive without a
// model begins with.
type AdaptiveModel struct{ learned adaptive.Model }

// ErrAdaptiveModel is the cause of the error for a file that is not an AdaptiveModel, or one
// of another version.
var ErrAdaptiveModel = adaptive.ErrModel

// WriteTo writes the model as JSON, for [AdaptiveModel.ReadFrom].
func (m *AdaptiveModel) WriteTo(w io.Writer) (int64, error) { return m.learned.WriteTo(w) }

// ReadFrom makes the model one that [AdaptiveModel.WriteTo] wrote, up to the end of r. The
// error wraps [ErrAdaptiveModel] if there is none; then the model stays what it is.
func (m *AdaptiveModel) ReadFrom(r io.Reader) (int64, error) { return m.learned.ReadFrom(r) }

// fingerprint says which model it is.
func (m *AdaptiveModel) fingerprint() string {
	h := xxhash.New()
	m.WriteTo(h) // which returns no error
	return strconv.FormatUint(h.Sum64(), 16)
}
