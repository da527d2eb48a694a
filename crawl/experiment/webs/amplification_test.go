package webs_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// zeros reads as n zeros.
func zeros(n int64) io.Reader { return io.LimitReader(zero{}, n) }

type zero struct{}

func (zero) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// bomb writes a compressed tar file of one page of a GiB, or of what is no file. The zeros of
// the page are compressed once: gzip and zstd read parts that follow each other as one.
func bomb(t *testing.T, out io.Writer, kind byte, compressor func(io.Writer) (io.WriteCloser, error)) {
	const part = 1 << 20
	compressed := func(data []byte) []byte {
		var b bytes.Buffer
		w, err := compressor(&b)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(data)
		_ = w.Close()
		return b.Bytes()
	}
	var head bytes.Buffer
	w := tar.NewWriter(&head)
	for _, h := range []tar.Header{
		{Name: "manifest.jsonl", Typeflag: tar.TypeReg, Size: int64(len(oneFile))}, {Name: "page.html", Typeflag: kind, Size: 1 << 30},
	} {
		h.Mode = 0o644
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Size == int64(len(oneFile)) {
			_, _ = io.WriteString(w, oneFile)
		}
	}
	_, _ = out.Write(compressed(head.Bytes()))
	_, _ = out.Write(bytes.Repeat(compressed(make([]byte, part)), 1<<30/part))
	_, _ = out.Write(compressed(make([]byte, 1024)))
}

func gzipped(out io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(out), nil }

func zstandard(out io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(out) }

const oneFile = `{"url": "http://www.example.org/", "file": "page.html"}` + "\n"

// sparse writes a tar file with sparse files of such sizes, of which nothing is
// stored (GNU's format 1.0 in a PAX header).
func sparse(t *testing.T, out io.Writer, sizes ...int64) {
	w := tar.NewWriter(out)
	if err := w.WriteHeader(&tar.Header{Name: "manifest.jsonl", Size: int64(len(oneFile)), Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(w, oneFile)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	block := func(name string, kind byte, body string) {
		var h [512]byte
		copy(h[:], name)
		copy(h[100:], "0000644\x000000000\x000000000\x00")
		copy(h[124:], fmt.Sprintf("%011o\x00", len(body)))
		copy(h[136:], "00000000000\x00        ")
		h[156] = kind
		copy(h[257:], "ustar\x0000")
		sum := 0
		for _, b := range h {
			sum += int(b)
		}
		copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
		_, _ = out.Write(h[:])
		_, _ = io.WriteString(out, body+strings.Repeat("\x00", (512-len(body)%512)%512))
	}
	for _, size := range sizes {
		records := ""
		for _, r := range []string{"GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=page.html", fmt.Sprintf("GNU.sparse.realsize=%d", size)} {
			n := len(r) + 4
			records += fmt.Sprintf("%d %s\n", n, r)
		}
		block("PaxHeaders/page.html", 'x', records)
		block("GNUSparseFile/page.html", '0', "0\n"+strings.Repeat("\x00", 510))
	}
	_, _ = out.Write(make([]byte, 1024))
}

// A file of the greatest size that there is does not fit where next to nothing is left.
func TestOpenWebOfAnySize(t *testing.T) {
	var b bytes.Buffer
	sparse(t, &b, 60<<20, math.MaxInt64)
	limit := int64(64<<20 + 100*b.Len())
	const besides = 2*128 + int64(len("manifest.jsonl")+len("page.html")+len(oneFile)) // what files take besides their contents
	b.Reset()
	sparse(t, &b, limit-besides-100, math.MaxInt64)
	path := filepath.Join(t.TempDir(), "web.tar")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := webs.Open(path); err == nil || !strings.Contains(err.Error(), "decompresses to more than") {
		t.Errorf("error %v, want a refusal of what unfolds to so much", err)
	}
}

func TestAmplification(t *testing.T) {
	if testing.Short() {
		t.Skip("unfolds some GB")
	}
	dir := t.TempDir()
	create := func(name string, write func(out io.Writer)) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		write(f)
		return path
	}
	paths := map[string]string{
		"tar in gzip":                    create("web.tar.gz", func(out io.Writer) { bomb(t, out, tar.TypeReg, gzipped) }),
		"tar in gzip of what is no file": create("other.tar.gz", func(out io.Writer) { bomb(t, out, tar.TypeCont, gzipped) }),
		"tar in zstd":                    create("web.tar.zst", func(out io.Writer) { bomb(t, out, tar.TypeReg, zstandard) }),
		"sparse file in tar":             create("web.tar", func(out io.Writer) { sparse(t, out, 1<<40) }),
		"WARC": create("web.warc.gz", func(out io.Writer) {
			z := gzip.NewWriter(out)
			head := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
			fmt.Fprintf(z, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://www.example.org/\r\nContent-Length: %d\r\n\r\n%s", 1<<29+len(head), head)
			_, _ = io.Copy(z, zeros(1<<29))
			_, _ = io.WriteString(z, "\r\n\r\n")
			_ = z.Close()
		}),
	}
	var rows []amplification.Row
	for name, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, amplification.Row{
			Input: name, Wire: int(info.Size()), Read: 1 << 30, Peak: 640 << 20, Kept: 1 << 20,
			Run: func() any {
				web, err := webs.Open(path)
				if err == nil || !strings.Contains(err.Error(), "decompresses to more than") {
					t.Errorf("%s: error %v, want a refusal of what unfolds to so much", name, err)
				}
				return web
			},
		})
	}
	many := filepath.Join(dir, "many")
	if err := os.Mkdir(many, 0o755); err != nil {
		t.Fatal(err)
	}
	var manifest bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&manifest, "{\"url\":\"http://a.test/%d\",\"file\":\"page.html\"}\n", i)
	}
	for name, body := range map[string][]byte{"manifest.jsonl": manifest.Bytes(), "page.html": make([]byte, 1<<18)} {
		if err := os.WriteFile(filepath.Join(many, name), body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rows = append(rows, amplification.Row{
		Input: "a manifest that names one file again and again", Wire: manifest.Len() + 1<<18, Kept: 4 << 20, Total: 16 << 20,
		Run: func() any {
			web, err := webs.Open(many)
			if err != nil {
				t.Error(err)
			}
			return web
		},
	})
	amplification.Check(t, rows)
}
