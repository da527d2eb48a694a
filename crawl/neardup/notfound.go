package neardup

import (
	"cmp"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/frame"
	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A notFound is what a host answers where it has no page, in 12 KB at most.
type notFound struct {
	asker  string  // the page that links to the probe
	blocks []block // of the text of the page that came, sorted
}

// A block is one of a page's text, by its hash and how many words it has.
type block struct {
	Hash, Words uint32
	Own         bool // no page of the host before had it
}

// has reports whether blocks, which are sorted, have a hash.
func has(blocks []block, hash uint32) bool {
	_, ok := slices.BinarySearchFunc(blocks, hash, func(b block, hash uint32) int { return cmp.Compare(b.Hash, hash) })
	return ok
}

// root returns the URL of a host's home page.
func root(url string) string {
	scheme, _, _ := strings.Cut(url, "://")
	return scheme + "://" + weburl.HostOf(url) + "/"
}

// probe returns a URL at which a host has no page. It is always the same, so that crawls
// repeat, and its path is of consonants: no word, no number and no session id.
func probe(url string) string {
	path := make([]byte, 16)
	for i, h := 0, xxhash.Sum64String(weburl.HostOf(url)); i < len(path); i, h = i+1, h>>4 {
		path[i] = "bcdfghjklmnpqrst"[h&15]
	}
	return root(url) + string(path)
}

func (s *Strategy) isProbe(url string) bool { return s.NotFound && url == probe(url) }

// ask adds the probe to the links of the first page of a host that has links. It has the value
// of a seed, so that it comes soon and, where it redirects, no strategy passes the value on.
func (s *Strategy) ask(page string, links []frontier.Entry) []frontier.Entry {
	if !s.NotFound || len(links) == 0 {
		return links
	}
	s.mu.Lock()
	known := s.notFounds.of(weburl.HostOf(page))
	known.asker = cmp.Or(known.asker, page)
	asks := known.asker == page
	s.mu.Unlock()
	if !asks {
		return links
	}
	asked := []frontier.Entry{{URL: probe(page), Value: frontier.SeedValue}}
	if s.FrontierOptions().Order == frontier.LIFO {
		return slices.Concat(links, asked)
	}
	return slices.Concat(asked, links)
}

// refused has another page ask where the one that did must not.
func (s *Strategy) refused(url string, why error) {
	switch crawl.Cause(why) {
	case "nofollow", "depth", "links":
		s.mu.Lock()
		s.notFounds.of(weburl.HostOf(url)).asker = ""
		s.mu.Unlock()
	}
}

// answered learns what came for the probe.
func (s *Strategy) answered(p *crawl.Page) crawl.Valuation {
	_, came := read(p, nil)
	host := weburl.HostOf(p.URL)
	s.mu.Lock()
	defer s.mu.Unlock()
	earlier := s.sites.of(host)
	for i := range came {
		came[i].Own = !earlier.Met(came[i].Hash)
	}
	s.notFounds.of(host).blocks = came
	return crawl.Valuation{Explanation: crawl.Explanation{{Of: "soft 404 probe", Evidence: []string{"asked for to see what comes where there is no page"}}}}
}

// isNotFound reports whether a page is what its host answers where it has none: it has the
// same text or, below the same title, one that differs in few words, in fewer than the two
// have in common of those that no page had before.
func (s *Strategy) isNotFound(p *crawl.Page) (Match, bool) {
	if !s.NotFound {
		return Match{}, false
	}
	s.mu.Lock()
	known := *s.notFounds.of(weburl.HostOf(p.URL))
	s.mu.Unlock()
	if known.blocks == nil || p.URL == known.asker || p.URL == root(p.URL) {
		return Match{}, false
	}
	title, page := read(p, known.blocks)
	var same, own, missing, more uint32 // words
	for _, b := range known.blocks {
		switch {
		case !has(page, b.Hash):
			missing += b.Words
		case b.Own && b.Hash != title:
			own += b.Words
			fallthrough
		default:
			same += b.Words
		}
	}
	for _, b := range page {
		if !has(known.blocks, b.Hash) {
			more += b.Words
		}
	}
	differ := max(missing, more)
	m := Match{Name: probe(p.URL), Content: float64(same) / float64(max(1, same+differ)), NotFound: true}
	return m, same > 0 && differ == 0 || differ < leastOwn && own > differ && has(known.blocks, title)
}

// read returns the first block of a page's text, the title, and all blocks, sorted. Where they
// quote the page's own path they are without it, unless others are known and these are none.
func read(p *crawl.Page, known []block) (title uint32, page []block) {
	path := strings.TrimPrefix(p.URL, root(p.URL))
	alone, _, _ := strings.Cut(path, "?")
	last := strings.LastIndexByte(alone, '/') + 1
	var quotes []string
	for _, quote := range []string{path, alone, path[last:], alone[last:]} {
		if plain, err := neturl.PathUnescape(quote); err == nil && plain != "" {
			quotes = append(quotes, quote, plain)
		}
	}
	unquoted := func(text string) string {
		for _, quote := range quotes {
			text = strings.ReplaceAll(text, quote, "")
		}
		return text
	}
	for hash, text := range frame.Blocks(p.Scan().Text) {
		if !has(known, hash) {
			without := frame.Hash(unquoted(text))
			if known == nil || has(known, without) {
				hash = without
			}
		}
		b := block{Hash: hash}
		for range phrase.Words(text) {
			b.Words++
		}
		if page = append(page, b); len(page) == frame.MaxBlocks {
			break
		}
	}
	if len(page) > 0 {
		title = page[0].Hash
	}
	slices.SortFunc(page, func(a, b block) int { return cmp.Compare(a.Hash, b.Hash) })
	return title, slices.CompactFunc(page, func(a, b block) bool { return a.Hash == b.Hash })
}
