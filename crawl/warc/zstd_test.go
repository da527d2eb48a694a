package warc_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// frames compresses each part as a frame of its own, with a dictionary, "" for none.
func frames(t testing.TB, dictionary string, parts ...string) string {
	t.Helper()
	options := []zstd.EOption{zstd.WithZeroFrames(true)}
	if dictionary != "" {
		options = append(options, zstd.WithEncoderDict([]byte(dictionary)))
	}
	z, err := zstd.NewWriter(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var out []byte
	for _, p := range parts {
		out = z.EncodeAll([]byte(p), out)
	}
	return string(out)
}

// dictionary returns one that is made of the records of the tests.
func dictionary(t testing.TB) string {
	t.Helper()
	d, err := buildDictionary()
	if err != nil {
		t.Fatal(err)
	}
	return string(d)
}

var buildDictionary = sync.OnceValues(func() ([]byte, error) {
	var contents [][]byte
	for range 10 {
		contents = append(contents, []byte(one), []byte(two), []byte(three))
	}
	return zstd.BuildDict(zstd.BuildDictOptions{ID: 40_000, Contents: contents, History: []byte(one + three), Offsets: [3]int{1, 4, 8}})
})

// skippable is a frame that holds no text, of one of 16 kinds.
func skippable(kind byte, content string) string {
	return string(append(binary.LittleEndian.AppendUint32([]byte{0x50 | kind, 0x2a, 0x4d, 0x18}, uint32(len(content))), content...))
}

func skipped(content string) string { return skippable(0, content) }

func dictionaryFrame(dictionary string) string { return skippable(0xd, dictionary) }

// readFrames unpacks a file as strictly as the proposal describes it.
func readFrames(t testing.TB, data, dictionary []byte) []byte {
	t.Helper()
	var id uint32
	var options []zstd.DOption
	if dictionary != nil {
		id = binary.LittleEndian.Uint32(dictionary[4:])
		options = append(options, zstd.WithDecoderDicts(dictionary))
		whole := data
		if data = bytes.TrimPrefix(data, []byte(dictionaryFrame(string(dictionary)))); len(data) == len(whole) {
			t.Fatalf("the file does not begin with the dictionary: %.20x", data)
		}
	}
	z, err := zstd.NewReader(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var out []byte
	for len(data) > 0 {
		var h zstd.Header
		if err := h.Decode(data); err != nil {
			t.Fatal(err)
		}
		if h.Skippable || !h.HasFCS || !h.HasCheckSum || h.DictionaryID != id || h.WindowSize > 8<<20 {
			t.Errorf("a frame with %+v", h)
		}
		// The next frame begins where this one can first be unpacked.
		end := len(data)
		for n := 4; n < len(data); n++ {
			if bytes.HasPrefix(data[n:], data[:4]) {
				if record, err := z.DecodeAll(data[:n], nil); err == nil && uint64(len(record)) == h.FrameContentSize {
					end = n
					break
				}
			}
		}
		record, err := z.DecodeAll(data[:end], nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, used := readEntry(t, record); used != len(record) {
			t.Errorf("a frame of %d bytes has a record of %d", len(record), used)
		}
		out, data = append(out, record...), data[end:]
	}
	return out
}

// A file with a dictionary is written, gone on with and read.
func TestDictionary(t *testing.T) {
	d := []byte(dictionary(t))
	path := filepath.Join(t.TempDir(), "crawl.warc.zst")
	s := site(t)
	w, err := warc.Options{Dictionary: d}.Create(path)
	for _, p := range []string{"/page", "/old", "/empty"} {
		if err != nil {
			t.Fatal(err)
		}
		r := &warc.Recorder{Transport: s.Client().Transport, Writer: w}
		get(t, r, s.URL+p)
		if err := r.Err(); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		w, err = warc.Append(path, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	entries := readStandard(t, readFrames(t, data, d), false)
	if k := kinds(entries); k["warcinfo"] != 4 || k["response"] != 3 || k["request"] != 3 {
		t.Errorf("%v", k)
	}
	web, err := warc.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"/page", "/empty"} {
		if got, want := get(t, web, s.URL+p), get(t, s.Client().Transport, s.URL+p); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}

	// What a kill leaves of the dictionary or of the first record is no record.
	for _, n := range []int{1, 7, 8, 100, len(d), len(d) + 8, len(d) + 12, len(d) + 80} {
		if err := os.WriteFile(path, data[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		w, err := warc.Options{Dictionary: d}.Append(path)
		if err != nil {
			if n < 4 {
				continue // it could be anything
			}
			t.Fatalf("%d bytes: %v", n, err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if k := kinds(readStandard(t, readFrames(t, again, d), false)); k["warcinfo"] != 1 || len(k) != 1 {
			t.Errorf("%d bytes: %v", n, k)
		}
	}
	if _, err := (warc.Options{Dictionary: []byte("noise")}).Create(path); err == nil || !strings.Contains(err.Error(), "dictionary") {
		t.Errorf("created with noise for a dictionary: %v", err)
	}
}
