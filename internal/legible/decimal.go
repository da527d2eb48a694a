package legible

import (
	"math"
	"strconv"
)

// A Decimal is a float64 that JSON can hold: what is not finite is null, others have six
// decimals.
type Decimal float64

// MarshalJSON implements [encoding/json.Marshaler].
func (d Decimal) MarshalJSON() ([]byte, error) {
	v := float64(d)
	if !Finite(v) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(v*1e6)/1e6, 'f', -1, 64), nil
}

// DecimalCell writes a number for a cell of a CSV file, nothing for NaN.
func DecimalCell(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', 6, 64)
}
