// Package zstdframe reads the frames of zstd one by one, and the dictionary that a file of them may begin
// with as the IIPC proposes for WARC:
// https://iipc.github.io/warc-specifications/specifications/warc-zstd/.
package zstdframe

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Magic is what a frame begins with.
var Magic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// IsSkippable knows the magic numbers of frames that hold no text (RFC 8878, 3.1.2).
func IsSkippable(start []byte) bool {
	return len(start) >= 4 && start[0]&0xf0 == 0x50 && bytes.HasPrefix(start[1:], []byte{0x2a, 0x4d, 0x18})
}

// ErrTooLong is the cause of the error of a dictionary beyond the limit.
var ErrTooLong = errors.New("too long")

// What a decoder has to take and this one does not go beyond.
const (
	maxWindow     = 8 << 20
	maxDictionary = 8 << 20 // compressed or not
)

// writtenWindow suits records, few of which are longer.
const writtenWindow = 1 << 20

// DictionaryMagic is what the skippable frame of a dictionary begins with.
var DictionaryMagic = []byte{0x5d, 0x2a, 0x4d, 0x18}

// NewDecoder returns a decoder by a dictionary, nil for none.
func NewDecoder(dictionary []byte) (*zstd.Decoder, error) {
	options := []zstd.DOption{
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow),
	}
	if dictionary != nil {
		options = append(options, zstd.WithDecoderDicts(dictionary))
	}
	return zstd.NewReader(nil, options...)
}

// NewEncoder returns an encoder by a dictionary, nil for none.
func NewEncoder(dictionary []byte) (*zstd.Encoder, error) {
	options := []zstd.EOption{
		zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(writtenWindow),
	}
	if dictionary != nil {
		options = append(options, zstd.WithEncoderDict(dictionary))
	}
	return zstd.NewWriter(nil, options...)
}

// ReadDictionary reads the dictionary that a file begins with, nil if it begins with
// something else.
func ReadDictionary(in io.Reader) ([]byte, error) {
	head := make([]byte, 8)
	if _, err := io.ReadFull(in, head); err != nil || !bytes.HasPrefix(head, DictionaryMagic) {
		return nil, Torn(err)
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if size > maxDictionary {
		return nil, tooLongDictionary(size)
	}
	dictionary, err := io.ReadAll(io.LimitReader(in, size))
	if err == nil && int64(len(dictionary)) < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil || !bytes.HasPrefix(dictionary, Magic) {
		return dictionary, err
	}
	z, err := NewDecoder(nil)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	if err := z.Reset(bytes.NewReader(dictionary)); err != nil {
		return nil, err
	}
	dictionary, err = io.ReadAll(io.LimitReader(z, maxDictionary+1))
	if len(dictionary) > maxDictionary {
		return nil, tooLongDictionary(int64(len(dictionary)))
	}
	return dictionary, err
}

func tooLongDictionary(size int64) error {
	return fmt.Errorf("a dictionary of %d bytes is %w: the limit is %d", size, ErrTooLong, maxDictionary)
}

// DictionaryFrame holds a dictionary as a file begins with it.
func DictionaryFrame(dictionary []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(bytes.Clone(DictionaryMagic), uint32(len(dictionary))), dictionary...)
}

// Torn is the error of a file that ends where more was expected.
func Torn(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// A Frame reads the bytes of one zstd frame and none behind it, where the decoder would
// go on (RFC 8878, 3.1.1).
type Frame struct {
	in       *bufio.Reader
	left     int64 // of the frame's header, a block or the checksum
	last     bool  // the block is the last one
	checksum int64 // bytes
}

// Begin reads the header's descriptor.
func (f *Frame) Begin(in *bufio.Reader) error {
	head, err := in.Peek(5)
	if len(head) < 5 {
		return Torn(err)
	}
	single, content := head[4]>>5&1, head[4]>>6
	*f = Frame{in: in, left: 5 + int64([4]byte{0, 1, 2, 4}[head[4]&3]) + int64([4]byte{0, 2, 4, 8}[content]), checksum: int64(head[4] & 4)}
	if single == 0 || content == 0 {
		f.left++ // the window, or a content size of a byte
	}
	return nil
}

// Read implements io.Reader.
func (f *Frame) Read(p []byte) (int, error) {
	for f.left == 0 {
		if f.last {
			if f.checksum == 0 {
				return 0, io.EOF
			}
			f.left, f.checksum = f.checksum, 0
			continue
		}
		head, err := f.in.Peek(3)
		if len(head) < 3 {
			return 0, Torn(err)
		}
		f.last = head[0]&1 == 1
		f.left = 3
		if size := int64(head[0])>>3 | int64(head[1])<<5 | int64(head[2])<<13; head[0]>>1&3 != 1 {
			f.left += size
		} else {
			f.left++ // a byte that is repeated
		}
	}
	n, err := f.in.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	return n, Torn(err)
}

// Skip reads over a frame that holds no text.
func Skip(in *bufio.Reader) error {
	head, err := in.Peek(8)
	if len(head) < 8 {
		return Torn(err)
	}
	_, err = io.CopyN(io.Discard, in, 8+int64(binary.LittleEndian.Uint32(head[4:])))
	return Torn(err)
}
