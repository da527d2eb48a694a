package journal

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// clues are what a page says of a link's part on it, in words that outlive the
// page's template. Unlike the components of a Vector they need the whole page.
type clues [clueCount]string

const (
	clueCaption  = iota // the kind of text it shows
	clueTimes           // how many targets the page has under this caption
	clueTarget          // the kind of thing it leads to
	clueTargets         // how many of the page's links lead there
	clueHost            // whether it leads to the page's own site
	clueLike            // how many of the page's links look like it
	clueDistinct        // what share of those have captions of their own
	clueBefore          // the kind of the link before
	clueAfter           // the kind of the link after
	clueRegion          // whether it is in a menu, a head or a foot
	clueSeen            // whether earlier pages had its caption
	clueCount
)

var clueNames = [clueCount]string{
	"caption", "times", "target", "targets", "host", "like", "distinct", "before", "after", "region", "seen",
}

// pageView is a page taken apart.
type pageView struct {
	vectors []neighbor.Vector
	same    []int // the first link with the same vector, by link
	clues   []clues
	labels  []string // captions, by which a link is known again
	targets []string // what the links lead to, "" if that is no page of its own
	groups  []int    // of links that look alike, by link
	series  []int    // of links that look alike between like neighbours, by link
}

// readPage takes a page apart. What earlier pages had under a caption is asked of seen.
func readPage(links []anchor.Link, seen func(label, target string) string) *pageView {
	n := len(links)
	in := newReading(links)
	r := &pageView{
		vectors: make([]neighbor.Vector, n), clues: make([]clues, n), labels: make([]string, n),
		targets: make([]string, n), groups: make([]int, n), series: make([]int, n),
	}
	kinds, leads, read := make([]string, n), make([]string, n), make([]linkRead, n)
	for i := range links {
		l := &links[i]
		read[i] = in.vector(l)
		r.vectors[i], r.labels[i], kinds[i], leads[i] = read[i].vector, read[i].caption.label, read[i].caption.kind, leadsTo(l.Href)
		r.targets[i] = targetOf(l, leads[i])
	}
	r.same = neighbor.Same(r.vectors)
	times, targets := r.countPages(links)
	hosts := hostsOf(links)
	sizes, distinct := r.group(func(i int) look {
		l := look{r.vectors[i][0], anchor.Directory(read[i].path), anchor.Extension(read[i].path), read[i].place.standing, hosts.of[i], leads[i], ""}
		if len(times[r.labels[i]]) >= labelTimes {
			l.repeated = "\x00"
			if len(strings.Fields(r.labels[i])) <= anchor.LabelWords {
				l.repeated += r.labels[i]
			}
		}
		return l
	})
	for i := range links {
		l := &links[i]
		g := r.groups[i]
		c := &r.clues[i]
		c[clueCaption] = kinds[i]
		c[clueTimes] = bucket(len(times[r.labels[i]]))
		c[clueTarget] = leads[i]
		c[clueTargets] = bucket(targets[pageOf(l)])
		c[clueHost] = hosts.clue(i)
		c[clueLike] = bucket(sizes[g])
		c[clueDistinct] = "alone"
		if sizes[g] >= labelTimes {
			c[clueDistinct] = shareOf(distinct[g], sizes[g])
		}
		c[clueBefore], c[clueAfter] = "none", "none"
		if i > 0 {
			c[clueBefore] = kinds[i-1] + " " + leads[i-1]
		}
		if i+1 < n {
			c[clueAfter] = kinds[i+1] + " " + leads[i+1]
		}
		c[clueRegion] = read[i].place.region
		c[clueSeen] = seen(r.labels[i], r.targets[i])
	}
	r.groupSeries()
	return r
}

// countPages returns the pages that links with a label lead to, and how many links lead
// to a page.
func (r *pageView) countPages(links []anchor.Link) (times map[string]map[string]bool, targets map[string]int) {
	times, targets = map[string]map[string]bool{}, map[string]int{}
	for i := range links {
		url := pageOf(&links[i])
		targets[url]++
		if times[r.labels[i]] == nil {
			times[r.labels[i]] = map[string]bool{}
		}
		times[r.labels[i]][url] = true
	}
	return times, targets
}

// linkHosts are the hosts that a page's links lead to.
type linkHosts struct {
	of    []string // by link
	site  string   // the page's own, that of its first relative link
	links map[string]int
}

func hostsOf(links []anchor.Link) linkHosts {
	h := linkHosts{of: make([]string, len(links)), links: map[string]int{}}
	for i, l := range links {
		h.of[i] = weburl.HostOf(l.URL)
		h.links[h.of[i]]++
		if h.site == "" && l.Href != "" && !strings.HasPrefix(l.Href, "//") && anchor.SchemeOf(l.Href) == "" {
			h.site = h.of[i]
		}
	}
	return h
}

func (h linkHosts) clue(i int) string {
	switch host := h.of[i]; host {
	case "":
		return "none"
	case h.site:
		return "site"
	default:
		return shareOf(h.links[host], len(h.of))
	}
}

// look is what links that look alike have in common.
type look struct {
	attributes, directory, extension, standing, host, leads string
	repeated                                                string // the caption, if it is a label that stands at several links
}

// group numbers the links that look alike and returns how many each group has
// and how many captions.
func (r *pageView) group(lookOf func(link int) look) (sizes, distinct []int) {
	looks := map[look]int{}
	var captions []map[string]bool
	for i := range r.groups {
		l := lookOf(i)
		g, ok := looks[l]
		if !ok {
			g = len(sizes)
			looks[l] = g
			sizes = append(sizes, 0)
			captions = append(captions, map[string]bool{})
		}
		r.groups[i] = g
		sizes[g]++
		captions[g][r.labels[i]] = true
	}
	for _, c := range captions {
		distinct = append(distinct, len(c))
	}
	return sizes, distinct
}

// groupSeries numbers the links that look alike and have neighbours of the same
// kinds.
func (r *pageView) groupSeries() {
	type alike struct {
		group         int
		before, after string
	}
	numbers := map[alike]int{}
	for i, g := range r.groups {
		key := alike{g, r.clues[i][clueBefore], r.clues[i][clueAfter]}
		n, ok := numbers[key]
		if !ok {
			n = len(numbers)
			numbers[key] = n
		}
		r.series[i] = n
	}
}

// labelOf is a caption as it is known again: its letters, in lower case. What is
// in parentheses, numbers, spaces and signs may differ from one to the next.
func labelOf(caption string) string {
	var b strings.Builder
	depth := 0
	for _, r := range caption {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth = max(0, depth-1)
		case depth == 0 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	if b.Len() == 0 {
		return strings.ToLower(anchor.Collapse(caption))
	}
	return b.String()
}

const labelTimes = 3 // links of a page, from which on they are a kind and a caption is a label

// pageOf is the page that a link leads to.
func pageOf(l *anchor.Link) string {
	if l.URL != "" {
		return l.URL
	}
	page, _, _ := strings.Cut(l.Href, "#")
	return page
}

// targetOf is what a link leads to, in whatever format the site serves its
// pages: "" if that is a part of a page.
func targetOf(l *anchor.Link, leads string) string {
	if l.URL == "" || strings.Contains(l.Href, "#") {
		return ""
	}
	url, query, _ := strings.Cut(l.URL, "?")
	if ext := anchor.Extension(url[strings.LastIndexByte(url, '/')+1:]); ext != "" {
		url = url[:len(url)-len(ext)-1]
	}
	return url + "?" + query + " " + leads
}

func bucket(n int) string {
	for _, most := range []int{1, 2, 4, 9, 29} {
		if n <= most {
			return "≤" + strconv.Itoa(most)
		}
	}
	return "many"
}

func shareOf(n, of int) string {
	switch {
	case n*10 >= of*9:
		return "all"
	case n*2 >= of:
		return "most"
	case n*10 >= of:
		return "some"
	}
	return "few"
}

// captionKind distinguishes titles, names, addresses and other texts.
func captionKind(caption string) string {
	words := strings.Fields(caption)
	small := func(w string) bool { return !unicode.IsUpper(firstRune(w)) }
	switch {
	case len(words) == 0:
		return "none"
	case strings.Contains(caption, "://") || strings.Contains(caption, "@"):
		return "address"
	case anchor.IsTitle(caption):
		return "title"
	case len(words) == 1:
		return "word"
	case len(words) <= 3 && !slices.ContainsFunc(words, small):
		return "name"
	}
	return "short"
}

// leadsTo says what kind of thing a link leads to, by its address.
func leadsTo(href string) string {
	href = strings.TrimSpace(href)
	if strings.HasPrefix(href, "#") {
		return "fragment"
	}
	kind := targetKind(href)
	path, _, part := strings.Cut(href, "#")
	path, _, _ = strings.Cut(path, "?")
	switch {
	case kind == "file" && anchor.Extension(path) == "pdf":
		return "pdf"
	case kind == "page" && part:
		return "part"
	}
	return kind
}

// targetKind returns what a link leads to, by its address alone.
func targetKind(href string) string {
	href = excerpt.Cut(href, anchor.MaxComponent)
	path, _, _ := strings.Cut(href, "#")
	path, _, _ = strings.Cut(path, "?")
	switch anchor.SchemeOf(href) {
	case "", "http", "https":
	default:
		return "no page"
	}
	switch anchor.Extension(path) {
	case "pdf", "ps", "gz", "zip", "doc", "docx", "djvu", "ppt", "pptx", "mp4":
		return "file"
	case "bib", "ris", "enw", "xml", "txt", "json", "csv":
		return "data"
	}
	if path == "" {
		return "no page"
	}
	return "page"
}

// isNavigation reports whether an element is a part of its page for navigation.
func isNavigation(at anchor.Ref) bool {
	switch at.Page.Nodes[at.Node].Data {
	case "nav", "header", "footer", "aside", "form":
		return true
	}
	class, id := at.Page.Value(at.Node, "class"), at.Page.Value(at.Node, "id")
	if class == "" && id == "" {
		return false
	}
	names := class + " " + id
	return slices.ContainsFunc(anchor.Tokens(names[:min(len(names), anchor.MaxComponent)]), func(w string) bool {
		switch w {
		case "nav", "navbar", "navigation", "menu", "header", "footer", "sidebar", "breadcrumb", "breadcrumbs", "search", "masthead", "banner":
			return true
		}
		return false
	})
}
