package shelf

import (
	"crypto/sha256"
	"encoding/hex"
	"mime"
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
	switch t := p.MediaType(); {
	case p.IsHTML():
		return ".html"
	case t == "application/pdf":
		return ".pdf"
	default:
		ext := strings.ToLower(path.Ext(urlPath))
		if known, err := mime.ExtensionsByType(t); err == nil && len(known) > 0 && !slices.Contains(known, ext) {
			return known[0]
		}
		if len(ext) > 6 || strings.Trim(ext, ".abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return ""
		}
		return ext
	}
}
