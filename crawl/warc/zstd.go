package warc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Files whose names end in .warc.zst are as the IIPC proposes,
// https://iipc.github.io/warc-specifications/specifications/warc-zstd/: zstd frames, of
// which each record has one or more of its own, behind a frame to be skipped that holds
// the dictionary of all, if there is one.

// What a decoder has to take and this one does not go beyond.
const (
	maxWindow     = 8 << 20
	maxDictionary = 8 << 20 // compressed or not
)

// writtenWindow suits records, few of which are longer.
const writtenWindow = 1 << 20

var dictionaryMagic = []byte{0x5d, 0x2a, 0x4d, 0x18}

func newDecoder(dictionary []byte) (*zstd.Decoder, error) {
	options := []zstd.DOption{
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow),
	}
	if dictionary != nil {
		options = append(options, zstd.WithDecoderDicts(dictionary))
	}
	return zstd.NewReader(nil, options...)
}

func newEncoder(dictionary []byte) (*zstd.Encoder, error) {
	options := []zstd.EOption{
		zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(writtenWindow),
	}
	if dictionary != nil {
		options = append(options, zstd.WithEncoderDict(dictionary))
	}
	return zstd.NewWriter(nil, options...)
}

// readDictionary reads the dictionary that a file begins with, nil if it begins with
// something else.
func readDictionary(in io.Reader) ([]byte, error) {
	head := make([]byte, 8)
	if _, err := io.ReadFull(in, head); err != nil || !bytes.HasPrefix(head, dictionaryMagic) {
		return nil, torn(err)
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if size > maxDictionary {
		return nil, tooLongDictionary(size)
	}
	dictionary, err := io.ReadAll(io.LimitReader(in, size))
	if err == nil && int64(len(dictionary)) < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil || !bytes.HasPrefix(dictionary, zstdMagic) {
		return dictionary, err
	}
	z, err := newDecoder(nil)
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

// dictionaryFrame holds a dictionary as a file begins with it.
func dictionaryFrame(dictionary []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(bytes.Clone(dictionaryMagic), uint32(len(dictionary))), dictionary...)
}

// torn is the error of a file that ends where more was expected.
func torn(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// A frame reads the bytes of one zstd frame and none behind it, where the decoder would
// go on (RFC 8878, 3.1.1).
type frame struct {
	in       *bufio.Reader
	left     int64 // of the frame's header, a block or the checksum
	last     bool  // the block is the last one
	checksum int64 // bytes
}

// begin reads the header's descriptor.
func (f *frame) begin(in *bufio.Reader) error {
	head, err := in.Peek(5)
	if len(head) < 5 {
		return torn(err)
	}
	single, content := head[4]>>5&1, head[4]>>6
	*f = frame{in: in, left: 5 + int64([4]byte{0, 1, 2, 4}[head[4]&3]) + int64([4]byte{0, 2, 4, 8}[content]), checksum: int64(head[4] & 4)}
	if single == 0 || content == 0 {
		f.left++ // the window, or a content size of a byte
	}
	return nil
}

// Read implements io.Reader.
func (f *frame) Read(p []byte) (int, error) {
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
			return 0, torn(err)
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
	return n, torn(err)
}

// openFrame begins a zstd frame.
func (r *Reader) openFrame() error {
	if r.zstd == nil {
		var err error
		if r.zstd, err = newDecoder(r.dictionary); err != nil {
			return fmt.Errorf("the dictionary: %w", err)
		}
	}
	if err := r.frame.begin(r.raw); err != nil {
		return err
	}
	return r.zstd.Reset(&r.frame)
}

// readFrames reads the current frame, and those after it that the record goes on in.
func (r *Reader) readFrames(p []byte) (int, error) {
	for {
		n, err := r.zstd.Read(p)
		if n > 0 && err == io.EOF {
			err = nil // which the next call meets again
		}
		if n > 0 || err != io.EOF || !r.goesOn {
			return n, err
		}
		next, _ := r.raw.Peek(4)
		for isSkippable(next) && err == io.EOF {
			if e := r.skipFrame(); e != nil {
				err = e
			}
			next, _ = r.raw.Peek(4)
		}
		if err != io.EOF || !bytes.HasPrefix(next, zstdMagic) {
			return 0, err
		}
		if err := r.openFrame(); err != nil {
			return 0, err
		}
	}
}

// skipFrame reads over a frame that holds no records.
func (r *Reader) skipFrame() error {
	head, err := r.raw.Peek(8)
	if len(head) < 8 {
		return torn(err)
	}
	_, err = io.CopyN(io.Discard, r.raw, 8+int64(binary.LittleEndian.Uint32(head[4:])))
	return torn(err)
}
