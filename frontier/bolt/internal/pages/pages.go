// Package pages looks at the pages of a bbolt file before bbolt trusts them.
package pages

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// Inspect looks at the pages of an existing file, for whose lock it waits a time: from a
// damaged page bbolt would follow any number wherever it leads, into loops as well. It
// reads every page in use once. content is the first of the values that intact finds
// damaged.
func Inspect(path string, lock time.Duration, intact func(key, value []byte) bool) (content, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil, nil // bbolt makes it
	}
	if err != nil {
		return nil, err
	}
	// Opened like this, bbolt reads no more than the meta pages, and nobody
	// writes meanwhile.
	db, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, Timeout: lock})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err = file.Stat()
	if err != nil {
		return nil, err
	}
	in := inspector{inspection: &inspection{file: file, intact: intact, pageSize: db.Info().PageSize, room: make(chan struct{}, runtime.GOMAXPROCS(0))}}
	root, free, pages, err := in.newestMeta()
	if err != nil {
		return nil, err
	}
	if pages > uint64(info.Size())/uint64(in.pageSize) {
		return nil, fmt.Errorf("%w: %d bytes are missing", kv.ErrDamaged, pages*uint64(in.pageSize)-uint64(info.Size()))
	}
	in.seen = make([]atomic.Bool, pages)
	in.keep(in.tree(root, nil, nil, 0, true))
	in.beside.Wait()
	in.keep(in.free(free))
	return in.content, in.err
}

// An inspection is of one file, by several inspectors at once.
type inspection struct {
	file     *os.File
	pageSize int
	seen     []atomic.Bool // pages met
	intact   func(key, value []byte) bool
	room     chan struct{} // for as many as there are processors
	beside   sync.WaitGroup

	mu      sync.Mutex
	content error // the first value that is not intact
	err     error // the first other
}

func (in *inspection) keep(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.err = cmp.Or(in.err, err)
}

// An inspector walks the pages of a bbolt file. A page has a header of 16 bytes:
// number (8), kind (2), count of elements (2), count of further pages that
// belong to it (4). Elements follow, 16 bytes each, which say where their keys
// and values are. Numbers are in the machine's byte order.
type inspector struct {
	*inspection
	buffers [][]byte
}

const (
	pageHeader  = 16
	elementSize = 16
	branchPage  = 1
	leafPage    = 2
	freePage    = 16
	isBucket    = 1  // flag of a leaf's element
	maxDepth    = 64 // of a tree of pages
	splitDepth  = 1  // of the first page of a bucket in a small root: what is below it is inspected at once
	metaMagic   = 0xED0CDAED
	metaVersion = 2
	metaSize    = 64
	metaRoot    = 16 // offsets in a meta page
	metaFree    = 32
	metaPages   = 40
	metaTxid    = 48
	metaSum     = 56
)

var native = binary.NativeEndian

// newestMeta returns the root page, the page of the list of free ones and the number of pages in use.
func (in *inspector) newestMeta() (root, free, pages uint64, err error) {
	buf := make([]byte, pageHeader+metaSize)
	found, newest := false, uint64(0)
	for i := range 2 {
		if _, err := in.file.ReadAt(buf, int64(i*in.pageSize)); err != nil {
			return 0, 0, 0, err
		}
		meta := buf[pageHeader:]
		sum := fnv.New64a()
		sum.Write(meta[:metaSum])
		txid := native.Uint64(meta[metaTxid:])
		valid := native.Uint32(meta) == metaMagic && native.Uint32(meta[4:]) == metaVersion && native.Uint64(meta[metaSum:]) == sum.Sum64()
		if valid && (!found || txid > newest) {
			found, newest = true, txid
			root, free, pages = native.Uint64(meta[metaRoot:]), native.Uint64(meta[metaFree:]), native.Uint64(meta[metaPages:])
		}
	}
	if !found {
		return 0, 0, 0, kv.ErrDamaged
	}
	return root, free, pages, nil
}

// tree inspects the tree under a page, whose keys lie from low to below high;
// nil is no bound. Only in the root bucket are other buckets.
func (in *inspector) tree(id uint64, low, high []byte, depth int, root bool) error {
	page, err := in.read(id, depth, branchPage, leafPage)
	if err != nil {
		return err
	}
	leaf := native.Uint16(page[8:]) == leafPage
	elements := int(native.Uint16(page[10:]))
	if elements == 0 && (!leaf || low != nil || high != nil) {
		return pageError(id, "empty")
	}
	var last []byte
	end := pageHeader + elements*elementSize
	for i := range elements {
		key, value, err := element(page, i, leaf, &end)
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		if i > 0 && bytes.Compare(key, last) <= 0 || bytes.Compare(key, low) < 0 || high != nil && bytes.Compare(key, high) >= 0 {
			return pageError(id, "keys out of order")
		}
		last = key
		at := pageHeader + i*elementSize
		switch {
		case !leaf:
			next, then := high, end
			if i+1 < elements {
				if next, _, err = element(page, i+1, leaf, &then); err != nil {
					return fmt.Errorf("page %d: %w", id, err)
				}
			}
			if child := native.Uint64(page[at+8:]); depth == splitDepth {
				in.treeBeside(child, key, next, depth+1, root)
			} else {
				err = in.tree(child, key, next, depth+1, root)
			}
		case native.Uint32(page[at:])&isBucket == 0:
			in.value(id, key, value)
		case !root || len(value) < pageHeader:
			err = pageError(id, "unexpected bucket")
		case native.Uint64(value) != 0:
			err = in.tree(native.Uint64(value), nil, nil, depth+1, false)
		default: // a small bucket is a page inside its value
			err = in.inline(id, value[pageHeader:])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// treeBeside is tree by another inspector.
func (in *inspector) treeBeside(id uint64, low, high []byte, depth int, root bool) {
	low, high = bytes.Clone(low), bytes.Clone(high)
	in.room <- struct{}{}
	in.beside.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				in.keep(fmt.Errorf("%w: %v", kv.ErrDamaged, p))
			}
			<-in.room
		}()
		other := inspector{in.inspection, make([][]byte, depth)}
		in.keep(other.tree(id, low, high, depth, root))
	})
}

// free inspects the list of free pages, if there is one: only other programs write it. It comes
// after the trees.
func (in *inspector) free(id uint64) error {
	if id == math.MaxUint64 {
		return nil
	}
	page, err := in.read(id, 0, freePage)
	if err != nil {
		return err
	}
	list, n := page[pageHeader:], uint64(native.Uint16(page[10:]))
	if n == math.MaxUint16 { // then the number stands before the list
		n, list = native.Uint64(list), list[8:]
	}
	if n > uint64(len(list))/8 {
		return pageError(id, "a list of free pages that is cut short")
	}
	for last := uint64(1); n > 0; n, list = n-1, list[8:] {
		free := native.Uint64(list)
		if free <= last || free >= uint64(len(in.seen)) || in.seen[free].Load() {
			return pageError(id, "a list of free pages with others")
		}
		last = free
	}
	return nil
}

// inline inspects a bucket that stands in a page of another.
func (in *inspector) inline(id uint64, page []byte) error {
	if len(page) < pageHeader || native.Uint16(page[8:]) != leafPage {
		return pageError(id, "bad inline bucket")
	}
	var last []byte
	elements := int(native.Uint16(page[10:]))
	end := pageHeader + elements*elementSize
	for i := range elements {
		key, value, err := element(page, i, true, &end)
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		if i > 0 && bytes.Compare(key, last) <= 0 || native.Uint32(page[pageHeader+i*elementSize:])&isBucket != 0 {
			return pageError(id, "bad inline bucket")
		}
		in.value(id, key, value)
		last = key
	}
	return nil
}

// value verifies a value.
func (in *inspector) value(id uint64, key, value []byte) {
	if !in.intact(key, value) {
		in.mu.Lock()
		defer in.mu.Unlock()
		in.content = cmp.Or(in.content, pageError(id, "wrong checksum"))
	}
}

// element returns the key of an element, and the value in a leaf. They stand
// where those of the element before end, at *end, the first ones behind the last
// element: so no element can be missing.
func element(page []byte, i int, leaf bool, end *int) (key, value []byte, err error) {
	at := pageHeader + i*elementSize
	if at+elementSize > len(page) {
		return nil, nil, kv.ErrDamaged
	}
	e := page[at:]
	var pos, keySize, valueSize uint64
	if leaf {
		pos, keySize, valueSize = uint64(native.Uint32(e[4:])), uint64(native.Uint32(e[8:])), uint64(native.Uint32(e[12:]))
	} else {
		pos, keySize = uint64(native.Uint32(e)), uint64(native.Uint32(e[4:]))
	}
	if pos != uint64(*end-at) || pos+keySize+valueSize > uint64(len(e)) {
		return nil, nil, kv.ErrDamaged
	}
	*end += int(keySize + valueSize)
	return e[pos : pos+keySize], e[pos+keySize : pos+keySize+valueSize], nil
}

// read reads a page of one of some kinds into the buffer of its depth.
func (in *inspector) read(id uint64, depth int, kinds ...uint16) ([]byte, error) {
	if id < 2 || id >= uint64(len(in.seen)) || depth >= maxDepth {
		return nil, pageError(id, "no such page")
	}
	if depth == len(in.buffers) {
		in.buffers = append(in.buffers, make([]byte, in.pageSize))
	}
	buf := in.buffers[depth]
	if _, err := in.file.ReadAt(buf, int64(id)*int64(in.pageSize)); err != nil {
		return nil, err
	}
	kind, more := native.Uint16(buf[8:]), uint64(native.Uint32(buf[12:]))
	if native.Uint64(buf) != id || !slices.Contains(kinds, kind) || id+more >= uint64(len(in.seen)) {
		return nil, pageError(id, "another kind of page")
	}
	for i := id; i <= id+more; i++ {
		if in.seen[i].Swap(true) {
			return nil, pageError(i, "met twice")
		}
	}
	if more > 0 {
		buf = make([]byte, (more+1)*uint64(in.pageSize))
		if _, err := in.file.ReadAt(buf, int64(id)*int64(in.pageSize)); err != nil {
			return nil, err
		}
	}
	return buf, nil
}

func pageError(id uint64, what string) error {
	return fmt.Errorf("%w: page %d: %s", kv.ErrDamaged, id, what)
}
