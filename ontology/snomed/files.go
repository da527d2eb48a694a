package snomed

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A kind is what a file of a release holds.
type kind uint8

const (
	other kind = iota
	concepts
	descriptions
	relationships
	languages
)

// prefixes begin the names of files that are read, after the x of a beta
// release.
var prefixes = [...]string{
	concepts:      "sct2_Concept_",
	descriptions:  "sct2_Description_",
	relationships: "sct2_Relationship_",
	languages:     "der2_cRefset_Language",
}

func kindOf(name string) kind {
	if !strings.HasSuffix(name, ".txt") && !strings.HasSuffix(name, ".txt.gz") {
		return other
	}
	name = strings.TrimPrefix(name, "x")
	for k := concepts; k <= languages; k++ {
		if strings.HasPrefix(name, prefixes[k]) {
			return k
		}
	}
	return other
}

// A file is one that is read.
type file struct {
	name string // with the path of its directory or archive
	kind kind
	open func() (io.ReadCloser, error)
}

// full reports whether a file has every version of its components, of which the
// snapshot has only the last.
func (f file) full() bool { return strings.Contains(filepath.Base(f.name), "Full") }

func (f file) snapshot() bool { return strings.Contains(filepath.Base(f.name), "Snapshot") }

// list returns the files of a directory or a zip archive, by name, and what to
// close after them.
func list(release string) ([]file, io.Closer, error) {
	info, err := os.Stat(release)
	if err != nil {
		return nil, nil, err
	}
	var files []file
	var closer io.Closer = io.NopCloser(nil)
	if info.IsDir() {
		files, err = listDirectory(release)
	} else {
		files, closer, err = listArchive(release)
	}
	if err != nil {
		return nil, nil, err
	}
	if len(files) == 0 {
		closer.Close()
		return nil, nil, fmt.Errorf("%s: no file such as sct2_Concept_Snapshot_INT_20240101.txt in it, and a zip of another ontology has to be unpacked: %w", release, fs.ErrNotExist)
	}
	if slices.ContainsFunc(files, file.snapshot) {
		files = slices.DeleteFunc(files, file.full)
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, closer, nil
}

func listDirectory(dir string) ([]file, error) {
	var files []file
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if k := kindOf(d.Name()); k != other && !d.IsDir() {
			files = append(files, file{path, k, func() (io.ReadCloser, error) { return os.Open(path) }})
		}
		return nil
	})
	return files, err
}

func listArchive(name string) ([]file, io.Closer, error) {
	archive, err := zip.OpenReader(name)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	var files []file
	for _, f := range archive.File {
		if k := kindOf(path.Base(f.Name)); k != other {
			files = append(files, file{name + "/" + f.Name, k, f.Open})
		}
	}
	return files, archive, nil
}
