package bolt_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

var damageOptions = bolt.Options{NoSync: true, Options: frontier.Options{
	Reevaluation: frontier.NoisyOr, PerHost: 1 << 20, History: true, Capacity: 500,
}}

// busyFile returns the contents of a file with records in every state.
func busyFile(t *testing.T) []byte {
	t.Helper()
	path := tempFile(t)
	f := open(t, path, damageOptions)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 600 {
		testcall.Push(t, f, frontier.Entry{
			URL: fmt.Sprintf("http://host%d.test/%d", i%20, i), Value: r.Float64(), Source: fmt.Sprint("http://s.test/", i%7),
		})
	}
	for i := range 100 {
		l := testcall.Pop(t, f)
		switch i % 5 {
		case 0:
			testcall.Done(t, f, l, frontier.Outcome{HostWait: time.Nanosecond})
		case 1:
			testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Dead, Reason: "410 Gone"})
		case 2:
			testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Revisit})
		case 3:
			testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(time.Microsecond)})
		}
	}
	closeNow(t, f)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// account opens a file and returns all that is in it, or the first error.
func account(t *testing.T, path string) (content []string, err error) {
	f, err := bolt.Open(path, damageOptions)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := f.Stats(t.Context())
	if err != nil {
		return nil, err
	}
	content = append(content, fmt.Sprintf("%+v", s))
	for failed, err := range f.Failures(t.Context()) {
		if err != nil {
			return nil, err
		}
		content = append(content, fmt.Sprint(failed))
	}
	push := frontier.Entry{URL: "http://host1.test/1", Value: 0.25, Source: "http://new.test/"}
	if err := f.Push(t.Context(), push); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		ls, err := f.PopN(ctx, 1000)
		if err == io.EOF {
			return content, nil
		}
		if ctx.Err() != nil {
			t.Fatal("Pop waits for what is not there")
		}
		if err != nil {
			return nil, err
		}
		for _, l := range ls {
			events, err := f.Explain(t.Context(), l.URL)
			if err != nil {
				return nil, err
			}
			content = append(content, fmt.Sprint(l.Entry, l.Attempt, len(events)))
		}
		for _, l := range ls {
			if err := f.Done(t.Context(), l, frontier.Outcome{}); err != nil {
				return nil, err
			}
		}
	}
}

// A damaged file is read as it was, or there is an error that names the file:
// never a panic, and nothing false.
func TestDamage(t *testing.T) {
	t.Parallel()
	data := busyFile(t)
	whole := tempFile(t)
	os.WriteFile(whole, data, 0o644)
	want, err := account(t, whole)
	if err != nil {
		t.Fatal(err)
	}
	try := func(t *testing.T, damaged []byte) (refused bool) {
		t.Helper()
		path := tempFile(t)
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := account(t, path)
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Errorf("the error does not name the file: %v", err)
			}
			return true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("no error, but something else: %s", diff)
		}
		return false
	}

	const pageSize = 4096
	for _, cut := range []int{1, 100, pageSize - 1, pageSize, 2*pageSize - 1, 2 * pageSize, 4 * pageSize, len(data) / 2, len(data) - pageSize*20} {
		t.Run(fmt.Sprintf("cut at %d", cut), func(t *testing.T) {
			if !try(t, data[:cut]) && cut < len(data)/2 {
				t.Error("opened")
			}
		})
	}
	r := rand.New(rand.NewPCG(5, 6))
	t.Run("pages", func(t *testing.T) {
		for at := 0; at < len(data); at += pageSize * (1 + r.IntN(4)) {
			for _, fill := range []func(page []byte){
				func(page []byte) { clear(page) },
				func(page []byte) {
					for i := range page {
						page[i] = byte(r.Uint32())
					}
				},
				func(page []byte) { copy(page, data[pageSize*r.IntN(len(data)/pageSize):][:pageSize]) },
				func(page []byte) { binary.NativeEndian.PutUint32(page[12:], 1<<30) }, // a page that never ends
			} {
				damaged := slices.Clone(data)
				fill(damaged[at:min(at+pageSize, len(data))])
				try(t, damaged)
			}
			if testing.Short() {
				at += len(data) / 20
			}
		}
	})
	t.Run("bytes", func(t *testing.T) {
		flips, refused := 300, 0
		if testing.Short() {
			flips = 30
		}
		for i := range flips {
			damaged := slices.Clone(data)
			at := r.IntN(len(data))
			switch i % 3 {
			case 0: // in a page's header and its first elements, where most harm is done
				at = at/pageSize*pageSize + r.IntN(80)
			case 1: // in the pages that say where everything is
				at = r.IntN(2 * pageSize)
			}
			damaged[at] ^= byte(1 + r.IntN(255))
			if try(t, damaged) {
				refused++
			}
			if t.Failed() {
				t.Fatalf("byte %d", at)
			}
		}
		t.Logf("%d of %d damaged files were refused, the others were whole", refused, flips)
	})
}

// metas returns the meta pages of a file's data, the one of the latest transaction first.
func metas(data []byte) (newest, before []byte) {
	const pageSize, txid = 4096, 16 + 48
	first, second := data[:pageSize], data[pageSize:2*pageSize]
	if binary.NativeEndian.Uint64(second[txid:]) > binary.NativeEndian.Uint64(first[txid:]) {
		return second, first
	}
	return first, second
}

// Another program may leave a list of free pages in the file. bbolt would write over whatever
// page is in it.
func TestDamagedFreeList(t *testing.T) {
	path := tempFile(t)
	if err := os.WriteFile(path, busyFile(t), 0o644); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(path, 0o644, nil)
	if err == nil {
		err = db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("meta")).Put([]byte("order"), tx.Bucket([]byte("meta")).Get([]byte("order")))
		})
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := account(t, path); err != nil {
		t.Error(err)
	}
	const pageSize, header = 4096, 16
	newest, _ := metas(data)
	at := int(binary.NativeEndian.Uint64(newest[header+32:])) * pageSize
	n := int(binary.NativeEndian.Uint16(data[at+10:]))
	if n < 10 || n > 500 {
		t.Fatalf("%d free pages", n)
	}
	for i := range n {
		for _, bit := range []int{i % 8, 8 + i%56} {
			damaged := slices.Clone(data)
			damaged[at+header+8*i+bit/8] ^= 1 << (bit % 8)
			path := tempFile(t)
			if err := os.WriteFile(path, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			if f, err := bolt.Open(path, damageOptions); err == nil {
				f.Close()
				t.Errorf("opened with bit %d of free page %d of %d changed", bit, i, n)
			} else if !strings.Contains(err.Error(), "damaged") {
				t.Error(err)
			}
		}
	}
}

// bbolt passes over a meta page of another version. What it reads then is looked at before.
func TestMetaOfAnotherVersion(t *testing.T) {
	data := busyFile(t)
	const pageSize, header, root = 4096, 16, 16
	newest, before := metas(data)
	newest = newest[header:]
	binary.NativeEndian.PutUint32(newest[4:], 3)
	sum := fnv.New64a()
	sum.Write(newest[:56])
	binary.NativeEndian.PutUint64(newest[56:], sum.Sum64())
	at := binary.NativeEndian.Uint64(before[header+root:]) * pageSize
	clear(data[at : at+pageSize])
	path := tempFile(t)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if f, err := bolt.Open(path, damageOptions); err == nil {
		f.Close()
		t.Error("opened")
	} else if !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
}

// A copy that was made while the frontier was open may have another page where the
// names of its buckets were. It is damaged, not another program's file.
func TestTornCopy(t *testing.T) {
	data := busyFile(t)
	const pageSize, leaf, root = 4096, 2, 16 + 16
	word := binary.NativeEndian.Uint64
	newest, _ := metas(data)
	at := int(word(newest[root:])) * pageSize
	torn := 0
	for from := 2 * pageSize; from < len(data); from += pageSize {
		page := data[from : from+pageSize]
		if from == at || page[8] != leaf || word(page) != uint64(from/pageSize) || binary.NativeEndian.Uint32(page[12:]) > 0 {
			continue
		}
		damaged := slices.Clone(data)
		copy(damaged[at+8:at+pageSize], page[8:])
		path := tempFile(t)
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := bolt.Open(path, damageOptions)
		if err == nil {
			f.Close()
			t.Error("opened")
		} else if !strings.Contains(err.Error(), "damaged") {
			t.Error(err)
		}
		torn++
	}
	if torn < 10 {
		t.Errorf("%d pages were tried", torn)
	}
}
