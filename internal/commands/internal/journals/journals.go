// Package journals carries two journals of our own making, so that the programs
// that read journals have something to show without flags and without network.
//
// The directory is also an example of the formats that -data reads: toc for
// articlelinks, articles for zones, and all of it for templates.
package journals

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed toc articles site redesign *.jsonl
var files embed.FS

// The directory in a checkout, for those who want to look at it.
const Dir = "internal/commands/internal/journals"

// Contents has the issues of each journal and which of their links lead to
// articles.
func Contents() fs.FS { return sub("toc") }

// Articles has the articles of each journal with their zones.
func Articles() fs.FS { return sub("articles") }

// Templates has pairs of versions of the journals' templates.
func Templates() fs.FS { return files }

func sub(dir string) fs.FS {
	f, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // no valid path
	}
	return f
}

// Issue is the issue that Handler serves with its articles.
const Issue = "http://journal.example/small-things/issue-13.html"

// Handler serves an issue of a journal, its articles in all their forms, and the
// pages round it. Of one article the PDF is missing.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		file := path.Join("site", name)
		switch {
		case strings.HasSuffix(Issue, "/"+name):
			file = path.Join("toc", name)
		case path.Dir(name) == "small-things" && path.Ext(name) == ".html" && exists(path.Join("articles", name)):
			file = path.Join("articles", name)
		case !exists(file):
			http.NotFound(w, r)
			return
		}
		http.ServeFileFS(w, r, files, file)
	})
}

func exists(name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.Mode().IsRegular()
}
