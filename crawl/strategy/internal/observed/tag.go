package observed

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// A Parameter is a part of a strategy's configuration.
type Parameter struct {
	name  string
	value any
}

// Set returns a parameter.
func Set(name string, value any) Parameter { return Parameter{name, value} }

// Tag names a strategy and the version of its observations, and a hash of what its
// configuration is: scorers that do not have the method Fingerprint count by their type.
// What is set is on lines of its own after them, for people: the hash alone decides.
func Tag(name string, version int, configuration ...Parameter) string {
	h := xxhash.New()
	var set strings.Builder
	for _, p := range configuration {
		if f, ok := p.value.(interface{ Fingerprint() uint64 }); ok {
			fmt.Fprintf(h, "%T %x\n", p.value, f.Fingerprint())
		} else if _, ok := p.value.(classify.Scorer); ok {
			fmt.Fprintf(h, "%T\n", p.value)
		} else {
			fmt.Fprintf(h, "%#v\n", p.value)
		}
		if text := p.describe(); text != "" {
			set.WriteString(p.name + " " + text + "\n")
		}
	}
	return fmt.Sprintf("%s/%d %016x\n%s", name, version, h.Sum64(), set.String())
}

const (
	shortText = 40 // bytes of a text that are told
	shortType = 80 // of the name of a scorer's type
)

// describe returns the value on one line, "" for one that is not set. What is long is a
// hash, of which as much is told as tells two apart.
func (p Parameter) describe() string {
	switch v := p.value.(type) {
	case interface{ Fingerprint() uint64 }:
		return fmt.Sprintf("%.*s %08x", shortType, fmt.Sprintf("%T", v), uint32(v.Fingerprint()))
	case classify.Scorer:
		return fmt.Sprintf("%.*s", shortType, fmt.Sprintf("%T", v))
	case string:
		if len(v) > shortText {
			return fmt.Sprintf("%q... %08x", excerpt.Cut(v, shortText), uint32(xxhash.Sum64String(v)))
		}
	case []string:
		if len(v) > 0 {
			return fmt.Sprintf("%d of hash %08x", len(v), uint32(xxhash.Sum64String(fmt.Sprintf("%q", v))))
		}
	}
	v := reflect.ValueOf(p.value)
	switch {
	case !v.IsValid() || v.IsZero():
		return ""
	case v.Kind() == reflect.String:
		return fmt.Sprintf("%q", p.value)
	}
	return fmt.Sprintf("%v", p.value)
}

// misfit says why an observation with a tag is not one of a strategy of another; nil if it
// is one.
func misfit(theirs, ours string) error {
	theirHead, theirSet, named := strings.Cut(theirs, "\n")
	ourHead, ourSet, _ := strings.Cut(ours, "\n")
	if theirHead == ourHead {
		return nil
	}
	theirName, theirConfiguration, _ := strings.Cut(theirHead, " ")
	ourName, ourConfiguration, _ := strings.Cut(ourHead, " ")
	if theirName != ourName {
		return fmt.Errorf("%w: strategy: the frontier has the observations of %.40q, which are not those of %q: resume with the strategy that the crawl was begun with, or set Crawler.ResumeWithoutState", crawl.ErrState, theirName, ourName)
	}
	difference := ""
	if named { // older observations have the hash alone
		difference = differences(theirSet, ourSet)
	}
	if difference == "" {
		difference = fmt.Sprintf("configuration (%.16s, not %s)", theirConfiguration, ourConfiguration)
	}
	return fmt.Errorf("%w: strategy: the frontier has the observations of %s with another %s: resume with the topic, the scorer and the parameters that the crawl was begun with, or set Crawler.ResumeWithoutState", crawl.ErrState, ourName, difference)
}

// differences names the parameters that are not the same, with both values.
func differences(theirs, ours string) string {
	const unset = "unset"
	var names []string
	values := map[string]*[2]string{}
	for i, set := range []string{theirs, ours} {
		for line := range strings.Lines(set) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			if values[name] == nil {
				names = append(names, name)
				values[name] = &[2]string{unset, unset}
			}
			values[name][i] = value
		}
	}
	var all []string
	for _, name := range names {
		if v := values[name]; v[0] != v[1] {
			all = append(all, fmt.Sprintf("%s (%s then, %s now)", name, v[0], v[1]))
		}
	}
	return strings.Join(all, ", ")
}

// packing compresses and expands facts.
type packing struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
	buffer  []byte // what was packed last
}

// maxBuffer is how long a buffer is kept, in bytes.
const maxBuffer = 1 << 20

// pack appends facts, compressed. Instead of those that unpack would not read it returns
// what encode has made, which is longer than any frontier keeps: a hostile page that says
// the same all along is 90 MB here, and would be a few kilobytes once compressed.
func (p *packing) pack(to []byte, f *Facts, d Detail) []byte {
	b := f.encode(p.buffer[:0], d)
	if len(b) > maxFacts {
		return b
	}
	if cap(b) <= maxBuffer {
		p.buffer = b
	}
	if p.encoder == nil {
		// The options are constants: there is no error.
		p.encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<18), zstd.WithEncoderCRC(false))
	}
	return p.encoder.EncodeAll(b, to)
}

func (p *packing) unpack(b []byte) ([]byte, error) {
	if p.decoder == nil {
		p.decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxFacts))
	}
	return p.decoder.DecodeAll(b, nil)
}
