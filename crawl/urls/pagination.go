package urls

import "strings"

// pageNames are parameters that hold the number of a page or of its first
// entry. p is none of them: it is the number of a post as often.
var pageNames = []string{
	"page", "paged", "pageno", "page_no", "pagenum", "page_num", "pagenumber", "page_number", "pageindex", "pg",
	"start", "startindex", "offset", "skip",
}

// draftPage drafts the page numbers in a URL among those of its like.
func draftPage(d *draft, p parts) (times int) {
	d.keep(p.host)
	some := draftPages(d, p.path)
	if anyOf(p.query, "&", isPage) {
		draftParameters(d, p.query, isPage)
		return 1
	}
	d.keep(p.query)
	if some {
		return 1
	}
	return 0
}

func isPage(parameter string) bool {
	name, value, _ := strings.Cut(parameter, "=")
	return value != "" && isNumber(value) && isOneOf(name, pageNames)
}

// draftPages drafts the page numbers in a path: /page/7, /page-7.html, /page7.
func draftPages(d *draft, path string) (some bool) {
	const word = "page"
	kept := 0
	for i := 1; i < len(path); i++ {
		if path[i]|0x20 != 'p' || isAlnum(path[i-1]) || !hasPrefixFold(path[i:], word) {
			continue
		}
		start := i + len(word)
		if start < len(path) && strings.IndexByte("/-_=", path[start]) >= 0 {
			start++
		}
		n := digits(path[start:])
		if end := start + n; n > 0 && (end == len(path) || !isAlnum(path[end])) {
			d.keep(path[kept:start])
			d.tell(path[start:end])
			some = true
			kept = end
			i = end - 1
		}
	}
	d.keep(path[kept:])
	return some
}
