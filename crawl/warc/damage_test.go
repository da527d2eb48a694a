package warc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// page returns a response record whose body does not compress to nothing.
func page(n int) string {
	return text("response", fmt.Sprintf("http://a.test/%d", n), ok+fmt.Sprintf("page %d\nWARC is a format\n", n))
}

// A record that is damaged costs itself, not those around it.
func TestOpenDamaged(t *testing.T) {
	pages := []string{page(0), page(1), page(2), page(3)}
	join := func(records ...string) string { return strings.Join(records, "") }
	each := func(records ...string) string { return zip(records...) }
	middle := pages[1]
	for name, broken := range map[string]string{
		"length too short":     strings.Replace(middle, "Content-Length: 6", "Content-Length: 2", 1),
		"length too long":      strings.Replace(middle, "Content-Length: ", "Content-Length: 1", 1),
		"length beyond limits": strings.Replace(middle, "Content-Length: ", "Content-Length: 99999999999999", 1),
		"no length":            strings.Replace(middle, "Content-Length: ", "Content-Lenght: ", 1),
		"version":              strings.Replace(middle, "WARC/1.0", "WORC/1.0", 1),
		"zeros":                strings.Repeat("\x00", len(middle)),
		"half":                 middle[:len(middle)/2],
		"nothing of a header":  middle[:3],
		"header without end":   "WARC/1.0\r\n" + strings.Repeat("x: y\r\n", 60_000),
	} {
		for form, file := range map[string]string{
			"plain": join(pages[0], broken, pages[2], pages[3]),
			"gzip":  each(pages[0], broken, pages[2], pages[3]),
			"first": join(broken, pages[0], pages[2], pages[3]),
		} {
			t.Run(name+", "+form, func(t *testing.T) {
				checkDamaged(t, file, 0, 2, 3)
			})
		}
	}
	t.Run("gzip", func(t *testing.T) {
		before, at := each(pages[0]), each(pages[1])
		for n := range at {
			file := []byte(each(pages...))
			file[len(before)+n] ^= 1 << (n % 8)
			checkPages(t, string(file), 0, 2, 3)
		}
		for n := range at {
			checkPages(t, before+at[:n]+each(pages[2:]...), 0, 2, 3)
		}
	})
	t.Run("zstd", func(t *testing.T) {
		before, at := frames(t, "", pages[0]), frames(t, "", pages[1])
		for n := range at {
			file := []byte(frames(t, "", pages...))
			file[len(before)+n] ^= 1 << (n % 8)
			checkPages(t, string(file), 0, 2, 3)
			checkPages(t, before+at[:n]+frames(t, "", pages[2:]...), 0, 2, 3)
		}
	})
	t.Run("zstd with a dictionary", func(t *testing.T) {
		d := dictionary(t)
		checkDamaged(t, dictionaryFrame(d)+frames(t, d, pages[0])+frames(t, d, pages[1])[:40]+frames(t, d, pages[2:]...), 0, 2, 3)
	})
	t.Run("several", func(t *testing.T) {
		checkDamaged(t, join(pages[0], pages[1][:40], pages[2][:50], pages[3]), 0, 3)
	})
	t.Run("after the end", func(t *testing.T) {
		checkDamaged(t, join(pages[0], pages[1], strings.Repeat("\x00", 5000)), 0, 1)
	})
}

// checkDamaged opens a file and checks that it says so and which pages it has.
func checkDamaged(t *testing.T, file string, numbers ...int) {
	t.Helper()
	if err := checkPages(t, file, numbers...); !errors.As(err, new(*warc.Error)) {
		t.Errorf("error %v, want where it is damaged", err)
	}
}

// checkPages opens a file and checks that the pages with these numbers are there.
func checkPages(t *testing.T, file string, numbers ...int) error {
	t.Helper()
	web, err := warc.Open(files(t, map[string]string{"x.warc": file}))
	if web == nil {
		t.Fatalf("no web: %v", err)
	}
	for _, n := range numbers {
		url := fmt.Sprintf("http://a.test/%d", n)
		if got, want := get(t, web, url), fmt.Sprintf("200 page %d\nWARC is a format\n", n); got != want {
			t.Errorf("%s: %q, want %q (%v)", url, got, want, err)
		}
	}
	return err
}

// Records that each claim the rest of the file do not have it read once for each, nor
// does what seems to begin one at every byte.
func TestOpenDamagedIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes")
	}
	greedy := strings.Replace(page(1), "Content-Length: ", "Content-Length: 99999999", 1)
	bomb := "\x1f\x8b\x08" // what seems to begin a gzip member
	for name, file := range map[string]string{
		"lengths":  strings.Repeat(greedy, 20_000),
		"versions": strings.Repeat("WARC/1.0\n", 300_000),
		"members":  strings.Repeat(bomb, 300_000),
		"frames":   strings.Repeat("\x28\xb5\x2f\xfd", 200_000),
		"extras":   strings.Repeat("\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\x00\xff\xff", 100_000),
	} {
		web, err := warc.Open(files(t, map[string]string{"x.warc": page(0) + file + page(2)}))
		if web == nil || !errors.As(err, new(*warc.Error)) {
			t.Errorf("%s: %v, %v", name, web, err)
		}
	}
}
