package shelf

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
)

const maxName = 80 // bytes of a name that come from the URL

// fileName makes a name of a URL that is safe on any system and no other URL
// has: what can be read of its path, and the beginning of its hash.
func fileName(p *crawl.Page) string {
	u, err := url.Parse(p.URL)
	if err != nil {
		u = &url.URL{}
	}
	ext := extension(p, u.Path)
	stem := strings.Trim(strings.TrimSuffix(u.Path, path.Ext(u.Path)), "/")
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, stem)
	if len(name) > maxName {
		name = name[len(name)-maxName:]
	}
	name = strings.Trim(name, "-")
	if name == "" {
		name = "index"
	}
	sum := sha256.Sum256([]byte(p.URL))
	return name + "-" + hex.EncodeToString(sum[:6]) + ext
}

// extension prefers what the page is to what its URL says.
func extension(p *crawl.Page, urlPath string) string {
	t := p.MediaType()
	if p.IsHTML() {
		t = "text/html"
	}
	ext := strings.ToLower(path.Ext(urlPath))
	if known := extensions[t]; known != nil && !slices.Contains(known, ext) {
		return known[0]
	}
	if len(ext) < 2 || len(ext) > 6 || strings.Trim(ext, ".abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return ""
	}
	return ext
}

// extensions of types, the usual one first. It is no system's table: the name of a
// file is the same on all.
var extensions = map[string][]string{
	"application/atom+xml": {".atom", ".xml"},
	"application/epub+zip": {".epub"},
	"application/gzip":     {".gz", ".tgz"},
	"application/json":     {".json"},
	"application/msword":   {".doc", ".dot"},
	"application/pdf":      {".pdf"},
	"application/rss+xml":  {".rss", ".xml"},
	"application/rtf":      {".rtf"},
	"application/xml":      {".xml", ".rdf", ".rss", ".atom", ".xsl", ".nxml"},
	"application/zip":      {".zip"},
	"image/gif":            {".gif"},
	"image/jpeg":           {".jpg", ".jpeg"},
	"image/png":            {".png"},
	"image/svg+xml":        {".svg"},
	"image/tiff":           {".tif", ".tiff"},
	"image/webp":           {".webp"},
	"text/css":             {".css"},
	"text/csv":             {".csv"},
	"text/html":            {".html"},
	"text/plain":           {".txt", ".text", ".asc", ".bib", ".csv", ".log", ".md", ".ris", ".tex", ".tsv"},
	"text/xml":             {".xml", ".rdf", ".rss", ".atom", ".xsl", ".nxml"},

	"application/postscript":        {".ps", ".eps", ".ai"},
	"application/vnd.ms-excel":      {".xls"},
	"application/vnd.ms-powerpoint": {".ppt"},

	"application/vnd.openxmlformats-officedocument.presentationml.presentation": {".pptx"},
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         {".xlsx"},
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   {".docx"},
}
