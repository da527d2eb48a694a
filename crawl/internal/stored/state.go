package stored

import (
	"bytes"
	"encoding/binary"
)

// stateMark begins an observation that has the state of a crawl.Freshness before what the strategy has observed.
var stateMark = []byte("\xfffresh")

// WithState returns an observation with a state before it, unless that is more than most bytes.
func WithState(state, observation []byte, most int) []byte {
	if state == nil {
		return observation
	}
	b := binary.AppendUvarint(bytes.Clone(stateMark), uint64(len(state)))
	if b = append(append(b, state...), observation...); len(b) > most {
		return observation
	}
	return b
}

// SplitState is the reverse of WithState. The state is nil if there is none.
func SplitState(b []byte) (state, observation []byte) {
	rest, marked := bytes.CutPrefix(b, stateMark)
	if !marked {
		return nil, b
	}
	n, length := binary.Uvarint(rest)
	if length <= 0 || n > uint64(len(rest)-length) {
		return nil, b
	}
	return rest[length:][:n], rest[length:][n:]
}
