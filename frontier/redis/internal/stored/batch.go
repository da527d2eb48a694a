package stored

import (
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// A Batch is what a page gives to another shard: an observation, or what scripts take of entries.
type Batch struct {
	Observation string // and before it who observes; "" if there are entries
	Entries     []any  // six arguments each
}

// Text is a batch as it waits in an outbox; see shard.lua.
func (b Batch) Text() string {
	if b.Observation != "" {
		return "o" + b.Observation
	}
	var t strings.Builder
	t.WriteByte('e')
	for at := 0; at < len(b.Entries); at += 6 {
		for _, arg := range b.Entries[at : at+6] {
			t.WriteString(strconv.Itoa(len(arg.(string))))
			t.WriteByte(' ')
		}
		for _, arg := range b.Entries[at : at+6] {
			t.WriteString(arg.(string))
		}
	}
	return t.String()
}

// ParseBatch is the reverse of Text.
func ParseBatch(text string) (b Batch, err error) {
	if strings.HasPrefix(text, "o") {
		return Batch{Observation: text[1:]}, nil
	}
	for rest := strings.TrimPrefix(text, "e"); rest != ""; {
		var n [6]int
		for i := range n {
			var field string
			field, rest, _ = strings.Cut(rest, " ")
			if n[i], err = strconv.Atoi(field); err != nil || n[i] < 0 {
				return b, wire.Malformed("a batch says %.100q", text)
			}
		}
		for _, n := range n {
			if n > len(rest) {
				return b, wire.Malformed("a batch says %.100q: it is cut short", text)
			}
			b.Entries = append(b.Entries, rest[:n])
			rest = rest[n:]
		}
	}
	return b, nil
}

// AppendBatches appends what deliver.lua takes of some batches after their places, by place four arguments, and
// then all entries.
func AppendBatches(args []any, places [][3]any, batches []Batch) []any {
	args = append(args, len(batches))
	for i, b := range batches {
		args = append(args, places[i][:]...)
		if b.Observation != "" {
			args = append(args, "o"+b.Observation)
		} else {
			args = append(args, len(b.Entries)/6)
		}
	}
	for _, b := range batches {
		args = append(args, b.Entries...)
	}
	return args
}
