package bartree

// kind says how a tag behaves in a page, as far as fingerprints care.
type kind uint16

const (
	void     kind = 1 << iota // has no end tag
	raw                       // its content is text up to its own end tag
	phrasing                  // formats text (spec B4); a and span stand for layout
	block                     // closes an open p
	scope                     // hides what is open outside of it from end tags
	special                   // ends the search for an open li, dd or dt
	wording                   // appears in running text: its coming and going is content
	heading                   // h1 to h6
	headOnly                  // belongs into head while no body is open
	foreign                   // svg and math, inside which <x/> is closed
	implies                   // may close or open others when it starts
)

// tagHash is the identity of a tag name: FNV-1a over its lower-case bytes.
type tagHash uint64

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func hashTag(name string) tagHash {
	h := uint64(fnvOffset)
	for i := range len(name) {
		h = (h ^ uint64(lower(name[i]))) * fnvPrime
	}
	return tagHash(h)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

var (
	tagHTML, tagHead, tagBody                  = hashTag("html"), hashTag("head"), hashTag("body")
	tagP, tagLi, tagDd, tagDt                  = hashTag("p"), hashTag("li"), hashTag("dd"), hashTag("dt")
	tagTable, tagTr, tagTd, tagTh              = hashTag("table"), hashTag("tr"), hashTag("td"), hashTag("th")
	tagTbody, tagThead, tagTfoot               = hashTag("tbody"), hashTag("thead"), hashTag("tfoot")
	tagColgroup, tagCaption                    = hashTag("colgroup"), hashTag("caption")
	tagOption, tagOptgroup, tagAddress, tagDiv = hashTag("option"), hashTag("optgroup"), hashTag("address"), hashTag("div")
	tagPlaintext, tagTitle, tagTextarea        = hashTag("plaintext"), hashTag("title"), hashTag("textarea")
	tagTemplate, tagA, tagSpan, tagButton      = hashTag("template"), hashTag("a"), hashTag("span"), hashTag("button")
)

var kindNames = []struct {
	kind  kind
	names string
}{
	{void, "area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen"},
	{raw, "script style textarea title xmp iframe noembed noframes noscript plaintext"},
	{phrasing, "b i u em strong font small big tt s strike sub sup code abbr acronym cite q mark nobr"},
	{block, "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp"},
	{scope, "html table td th caption marquee object applet template"},
	{special, "address applet article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp"},
	{wording, "a abbr acronym b big blockquote br caption center cite code col colgroup dd dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img li mark math ol p pre q s small span strike strong sub sup svg table tbody td tfoot th thead tr tt u ul"},
	{heading, "h1 h2 h3 h4 h5 h6"},
	{headOnly, "base basefont bgsound link meta noframes noscript script style template title"},
	{foreign, "svg math"},
	{implies, "html head body address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp option optgroup td th tr tbody thead tfoot"},
}

// kinds is an open-addressed table of the tags that have a kind.
var kinds = makeKinds()

type kindSlot struct {
	tag  tagHash
	kind kind
}

const (
	kindSlots    = 1 << 10
	longestKnown = len("blockquote") // names in kindNames are no longer
)

func makeKinds() *[kindSlots]kindSlot {
	var t [kindSlots]kindSlot
	for _, g := range kindNames {
		start := 0
		for i := 0; i <= len(g.names); i++ {
			if i < len(g.names) && g.names[i] != ' ' {
				continue
			}
			s := slotOf(&t, hashTag(g.names[start:i]))
			s.tag = hashTag(g.names[start:i])
			s.kind |= g.kind
			start = i + 1
		}
	}
	return &t
}

func slotOf(t *[kindSlots]kindSlot, h tagHash) *kindSlot {
	for i := uint64(h) >> 32 % kindSlots; ; i = (i + 1) % kindSlots {
		if s := &t[i]; s.tag == h || s.tag == 0 {
			return s
		}
	}
}

func kindOf(h tagHash) kind { return slotOf(kinds, h).kind }
