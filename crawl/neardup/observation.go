package neardup

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/frame"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// An observation is a head, the length of the page's URL and the URL, the slots of its
// sketch if the index remembers the page, and the other strategy's observation. With the
// sketch the head is observedNew, otherwise observedOld. With observedNot the URL is a probe
// of NotFound, and in place of a sketch there are the number of the blocks and the blocks.
const (
	observedNew = "neardup/1 new\n"
	observedOld = "neardup/1 old\n"
	observedNot = "neardup/1 not\n"
)

const sketchBytes = 2 * slots * 4

var (
	_ crawl.Resumable       = (*Strategy)(nil)
	_ crawl.FailureListener = (*Strategy)(nil)
)

// Observation implements [crawl.Resumable]: what the index remembers of a page, half a
// kilobyte, or 9 bytes for each block of what came for NotFound, and what the other
// strategy has learned from it.
func (s *Strategy) Observation(url string) []byte {
	s.mu.Lock()
	sketch := s.new[url]
	var came notFound
	if s.isProbe(url) {
		came = *s.notFounds.of(weburl.HostOf(url))
	}
	s.mu.Unlock()
	b := []byte(observedOld)
	switch {
	case sketch != nil:
		b = []byte(observedNew)
	case came.blocks != nil:
		b = []byte(observedNot)
	}
	b = append(binary.AppendUvarint(b, uint64(len(url))), url...)
	if sketch != nil {
		for _, x := range sketch.Content {
			b = binary.LittleEndian.AppendUint32(b, x)
		}
		for _, x := range sketch.Template {
			b = binary.LittleEndian.AppendUint32(b, x)
		}
	}
	if came.blocks != nil {
		b = binary.AppendUvarint(b, uint64(len(came.blocks)))
		b, _ = binary.Append(b, binary.LittleEndian, came.blocks) // whose size is fixed: cannot fail
	}
	if o, ok := s.other().(crawl.Resumable); ok {
		b = append(b, o.Observation(url)...)
	}
	return b
}

// Observe implements [crawl.Resumable].
func (s *Strategy) Observe(ctx context.Context, observation []byte) error {
	rest, isNew := strings.CutPrefix(string(observation), observedNew)
	rest, isNot := strings.CutPrefix(rest, observedNot)
	if !isNew && !isNot {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, observedOld); !ok {
			return fmt.Errorf("%w: neardup: the frontier has observations of a strategy that does not look for near duplicates: resume with the strategy that the crawl was begun with", crawl.ErrState)
		}
	}
	n, size := binary.Uvarint([]byte(rest[:min(len(rest), binary.MaxVarintLen64)]))
	if size <= 0 || n > uint64(len(rest)-size) {
		return errDamaged
	}
	url, rest := rest[size:size+int(n)], rest[size+int(n):]
	if isNew {
		if len(rest) < sketchBytes {
			return errDamaged
		}
		s.Index.Add(url, sketchOf([]byte(rest[:sketchBytes])))
		rest = rest[sketchBytes:]
	}
	if isNot {
		n, size := binary.Uvarint([]byte(rest[:min(len(rest), binary.MaxVarintLen64)]))
		if size <= 0 || n > frame.MaxBlocks {
			return errDamaged
		}
		came := make([]block, n)
		read, err := binary.Decode([]byte(rest[size:]), binary.LittleEndian, came)
		if err != nil {
			return errDamaged
		}
		s.mu.Lock()
		*s.notFounds.of(weburl.HostOf(url)) = notFound{url, came}
		s.mu.Unlock()
		rest = rest[size+read:]
	}
	o, ok := s.other().(crawl.Resumable)
	switch {
	case rest == "" && (!ok || len(o.Observation("")) == 0): // a strategy.Follow may have none
		return nil
	case rest == "" || !ok:
		return fmt.Errorf("%w: neardup: the frontier has observations of another strategy within: resume with the strategy that the crawl was begun with", crawl.ErrState)
	}
	return o.Observe(ctx, []byte(rest))
}

func sketchOf(b []byte) (p PageSketch) {
	for i := range slots {
		p.Content[i] = binary.LittleEndian.Uint32(b[4*i:])
		p.Template[i] = binary.LittleEndian.Uint32(b[4*(slots+i):])
	}
	return p
}

var errDamaged = fmt.Errorf("neardup: %w", crawl.ErrDamaged)
