package pieces

import (
	"iter"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// A source is the pieces that are read. Some of those to come are unpacked meanwhile.
type source struct {
	pull    func() ([]byte, error, bool)
	end     func()
	decoder *zstd.Decoder
	ahead   []*packed
	used    []*packed // room for others
	running sync.WaitGroup
}

// aheadOf is how many pieces are read ahead.
const aheadOf = 4

// A packed piece is one of a kind, or the error of reading it.
type packed struct {
	kind     byte
	err      error
	data     []byte
	unpacked []byte
	ready    chan error // of unpacking
}

func newSource(pieces iter.Seq2[[]byte, error]) *source {
	decoder, _ := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(pieceSize)) // which errs for wrong options alone
	s := &source{decoder: decoder}
	s.pull, s.end = iter.Pull2(pieces)
	return s
}

func (s *source) stop() {
	s.end()
	s.running.Wait()
	s.decoder.Close()
}

// more reads ahead, and reports whether there is a piece.
func (s *source) more() bool {
	for len(s.ahead) < aheadOf {
		data, err, ok := s.pull()
		if !ok {
			break
		}
		p := s.room()
		s.ahead = append(s.ahead, p)
		p.kind, p.err = 0, err
		if err == nil && len(data) > 0 {
			p.kind, p.data = data[0], append(p.data[:0], data[1:]...)
		}
		if p.kind == changes {
			s.running.Go(func() { s.unpack(p) })
		}
	}
	return len(s.ahead) > 0
}

func (s *source) room() *packed {
	if n := len(s.used); n > 0 {
		p := s.used[n-1]
		s.used = s.used[:n-1]
		return p
	}
	return &packed{ready: make(chan error, 1)}
}

func (s *source) unpack(p *packed) {
	var err error
	p.unpacked, err = s.decoder.DecodeAll(p.data, p.unpacked[:0])
	p.ready <- err
}

// next returns what is in the next piece of those ahead, which is to be of a kind. It is valid until more.
func (s *source) next(kind byte) ([]byte, error) {
	p := s.ahead[0]
	s.ahead = s.ahead[1:]
	switch {
	case p.err != nil:
		return nil, p.err
	case p.kind != kind:
		return nil, ErrForeign
	case kind == latest:
		s.unpack(p)
	}
	if <-p.ready != nil {
		return nil, ErrForeign
	}
	s.used = append(s.used, p)
	return p.unpacked, nil
}

// last reports whether the pieces of what is written whole are those of the last state. Of others it passes over them.
func (s *source) last() bool {
	var kept []*packed
	for s.more() && s.ahead[0].kind == latest {
		kept = append(kept, s.ahead[0])
		s.ahead = s.ahead[1:]
	}
	if len(s.ahead) > 0 {
		s.used = append(s.used, kept...)
		return false
	}
	s.ahead = kept
	return true
}
