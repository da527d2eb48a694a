package robots

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Parse reads a robots.txt. It never fails: lines that make no sense are
// skipped, as RFC 9309, 2.2 and 2.3.1.5, requires. At most [MaxSize] octets are
// read. UTF-16 is understood if it has a byte order mark; everything else is
// taken as UTF-8, whether or not it is valid.
//
// Parse is lenient where Google is: a missing colon ("Disallow /x"), keys
// misspelt ("dissallow", "useragent") or with a tail ("Disallowed"), stray byte
// order marks and "Allow: /index.html", which allows its directory too.
func Parse(body []byte) *File { return parse(body, false) }

// ParseRFC is Parse with the reading of RFC 9309, 2.2.2 and 2.2.3, in the two
// places where Google's matcher departs from it. Octets are compared by what
// they encode, so that "/%62az" and "/baz", or "/a-%2A" and "/a-*", are the same
// path. And /robots.txt is always allowed.
func ParseRFC(body []byte) *File { return parse(body, true) }

func parse(body []byte, rfc bool) *File {
	p := parser{
		file:     &File{text: decode(body), agents: map[string][]int32{}, rfc: rfc},
		sitemaps: map[string]bool{},
	}
	rest := skipMark(p.file.text)
	own := plain{no: len(body) > maxOwn || rest != string(body)}
	for number := int32(1); rest != ""; number++ {
		at := int32(len(p.file.text) - len(rest))
		line, next := cutLine(rest)
		own.add(line, next == "")
		if key, value, ok := keyValue(statement(line)); ok {
			p.add(kindOf(key), value, at, number)
		}
		rest = next
	}
	f := p.file
	f.plain = !own.no
	// The copies let go of what append held in reserve.
	f.rules, f.groups, f.runs = slices.Clone(f.rules), slices.Clone(f.groups), slices.Clone(f.runs)
	f.size = f.measure()
	f.reserved = f.reserve()
	return f
}

// What things take in memory, in bytes.
const (
	fileSize    = 200
	ruleSize    = 32
	groupSize   = 24
	runSize     = 16
	numberSize  = 4
	usageSize   = 40
	sitemapSize = 16 // besides its octets, which are those of the text
	agentSize   = 96 // a token in the map of agents
)

// measure adds up what the file takes without the cache.
func (f *File) measure() int {
	size := fileSize + len(f.text) + len(f.rules)*ruleSize + len(f.groups)*groupSize +
		len(f.runs)*runSize + cap(f.sitemaps)*sitemapSize + cap(f.usages)*usageSize + len(f.agents)*agentSize
	for _, runs := range f.agents {
		size += cap(runs) * numberSize
	}
	for i := range f.rules {
		size += len(f.rules[i].pattern) // has memory of its own if it was normalised
	}
	for _, u := range f.usages {
		size += len(u.pattern)
	}
	return size
}

// A parser is the state between two lines. The last group is the open one.
type parser struct {
	file     *File
	inRules  bool // the open group has a rule: a User-agent line starts the next
	inDelay  bool // the open run has a delay, or says something of usage: a User-agent line starts the next
	sitemaps map[string]bool
}

// add takes one line that has a key and a value.
func (p *parser) add(k kind, value string, at, number int32) {
	switch k {
	case userAgent:
		p.addAgent(value)
	case allow, disallow:
		p.addRule(k == allow, value, at, number)
	case crawlDelay:
		p.addDelay(value)
	case contentUsage, contentSignal:
		p.addUsage(value, k == contentSignal)
	case sitemap:
		if value != "" && !p.sitemaps[value] {
			p.sitemaps[value] = true
			p.file.sitemaps = append(p.file.sitemaps, value)
		}
	}
}

func (p *parser) addAgent(value string) {
	f := p.file
	if p.inRules || len(f.groups) == 0 {
		end := int32(len(f.rules))
		f.groups = append(f.groups, group{from: end, to: end})
		p.inRules, p.inDelay = false, true
	}
	if p.inDelay {
		f.runs = append(f.runs, run{group: int32(len(f.groups) - 1), delay: noDelay})
		p.inDelay = false
	}
	token := groupToken(value)
	if token == "" {
		return
	}
	// A run is entered once however often the token is repeated in it.
	r := int32(len(f.runs) - 1)
	if runs := f.agents[token]; len(runs) == 0 || runs[len(runs)-1] != r {
		f.agents[token] = append(runs, r)
	}
}

// addRule adds the rule to the open group. Without one it is ignored, for rules
// belong to groups (RFC 9309, 2.2).
func (p *parser) addRule(allow bool, value string, at, number int32) {
	f := p.file
	if len(f.groups) == 0 {
		return
	}
	p.inRules = true
	if value == "" {
		f.groups[len(f.groups)-1].vain = true
		return // matches nothing, but makes the group complete
	}
	pattern := normalise(value, f.rfc)
	p.append(rule{pattern, at, number, allow})
	// Google takes the index page for the directory: Allow: /a/index.html
	// allows /a/ too. The added rule is the shorter, so it decides nothing
	// that the written one matches.
	if slash := strings.LastIndexByte(pattern, '/'); allow && slash >= 0 &&
		strings.HasPrefix(pattern[slash:], "/index.htm") {
		p.append(rule{pattern[:slash+1] + "$", at, number, allow})
	}
}

// append adds one rule to the open group.
func (p *parser) append(r rule) {
	f := p.file
	f.rules = append(f.rules, r)
	open := &f.groups[len(f.groups)-1]
	open.to = int32(len(f.rules))
	open.cost.add(costOf(r.pattern))
}

// addDelay gives the open run its delay.
func (p *parser) addDelay(value string) {
	f := p.file
	delay, ok := parseDelay(value)
	if !ok || len(f.runs) == 0 {
		return
	}
	p.inDelay = true
	last := &f.runs[len(f.runs)-1]
	last.delay = max(last.delay, delay)
}

// parseDelay reads a number of seconds. It must begin as a plain number does,
// which leaves signs, "inf" and "nan" out.
func parseDelay(value string) (time.Duration, bool) {
	if value == "" || value[0] != '.' && !isDigit(value[0]) {
		return 0, false
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	if seconds >= maxDelay.Seconds() {
		return maxDelay, true
	}
	return time.Duration(seconds * float64(time.Second)), true
}
