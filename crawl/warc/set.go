package warc

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// extensions of WARC files.
var extensions = []string{".warc", ".warc.gz", ".warc.zst"}

// IsName reports whether a file is a WARC file by its name, which ends in .warc,
// .warc.gz or .warc.zst.
func IsName(name string) bool {
	_, ext := cutExtension(name)
	return ext != ""
}

// cutExtension cuts the extension of a WARC file from a path, "" for another one.
func cutExtension(path string) (stem, ext string) {
	for _, ext := range extensions {
		if stem, ok := strings.CutSuffix(path, ext); ok {
			return stem, ext
		}
	}
	return path, ""
}

// numbered returns the path of the file with a number in the set of a path:
// crawl-00012.warc.gz for crawl.warc.gz.
func numbered(path string, n int) string {
	stem, ext := cutExtension(path)
	return fmt.Sprintf("%s-%05d%s", stem, n, ext)
}

// set returns the numbers of the files in the set of a path that are there, in order.
func set(path string) ([]int, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	stem, ext := cutExtension(filepath.Base(path))
	var numbers []int
	for _, e := range entries {
		digits, of := strings.CutPrefix(e.Name(), stem+"-")
		digits, its := strings.CutSuffix(digits, ext)
		n, err := strconv.Atoi(digits)
		if of && its && err == nil && e.Name() == filepath.Base(numbered(path, n)) {
			numbers = append(numbers, n)
		}
	}
	slices.SortFunc(numbers, cmp.Compare)
	return numbers, nil
}
