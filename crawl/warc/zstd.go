package warc

import (
	"bytes"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

// Files whose names end in .warc.zst are as the IIPC proposes: zstd frames, of which each record has one or more of its own, behind a frame to be skipped that holds
// the dictionary of all, if there is one.

// openFrame begins a zstd frame.
func (r *Reader) openFrame() error {
	if r.zstd == nil {
		var err error
		if r.zstd, err = zstdframe.NewDecoder(r.dictionary); err != nil {
			return fmt.Errorf("the dictionary: %w", err)
		}
	}
	if err := r.frame.Begin(r.raw); err != nil {
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
		for zstdframe.IsSkippable(next) && err == io.EOF {
			if e := zstdframe.Skip(r.raw); e != nil {
				err = e
			}
			next, _ = r.raw.Peek(4)
		}
		if err != io.EOF || !bytes.HasPrefix(next, zstdframe.Magic) {
			return 0, err
		}
		if err := r.openFrame(); err != nil {
			return 0, err
		}
	}
}
