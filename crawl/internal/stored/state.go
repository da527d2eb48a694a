package stored

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
)

// A Kept is what is kept of a page that is fetched again: the state of a crawl.Freshness, and its validator.
type Kept struct {
	State     []byte // none with a validator alone
	URL       string // "" with a state alone
	Validator Validator
}

// Encode returns what DecodeKept reads.
func (k Kept) Encode() []byte {
	b := append(binary.AppendUvarint(nil, uint64(len(k.State))), k.State...)
	if k.URL == "" {
		return b
	}
	line, err := json.Marshal(newLine(k.URL, k.Validator))
	if err != nil {
		panic(err) // of strings alone
	}
	return append(b, line...)
}

// DecodeKept reads what Encode has returned.
func DecodeKept(b []byte) (k Kept, err error) {
	n, length := binary.Uvarint(b)
	if length <= 0 || n > uint64(len(b)-length) {
		return k, errors.New("what was kept of a page is damaged")
	}
	k.State, b = b[length:][:n], b[length:][n:]
	read, _, err := readValidators(bytes.NewReader(b))
	for k.URL, k.Validator = range read {
	}
	return k, err
}

// stateMark begins an observation that has a Kept before what the strategy has observed.
var stateMark = []byte("\xfffresh")

// WithState returns an observation with an encoded Kept before it, unless that is more than most bytes.
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
