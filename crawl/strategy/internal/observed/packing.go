package observed

import "github.com/klauspost/compress/zstd"

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
