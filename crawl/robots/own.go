package robots

import (
	"strings"

	"github.com/temoto/robotstxt"
)

// maxOwn is the longest file that temoto reads itself: that allocates up to a hundred
// octets for one of the file.
const maxOwn = 64 << 10

// A plain file is one that temoto reads as we do: each line is a key, a colon and a
// value without space, and what begins with '#' behind space. Temoto takes other
// lines for several, or for others than we do.
type plain struct {
	no     bool  // a line was not plain
	agents int32 // User-agent lines of the open group
	copies int32 // rules that temoto keeps: one for each of its group's agents
	wild   int32 // octets of patterns with wildcards
	delay  bool  // the open group has a Crawl-delay before its first rule, which ends temoto's group
	rules  bool  // the open group has a rule
}

// add takes one line of the file, which is the last one if nothing is behind it.
func (p *plain) add(line string, last bool) {
	if p.no {
		return
	}
	p.no = len(line) == maxLine
	if i := strings.IndexByte(line, '#'); i == 0 || i > 0 && (line[i-1] == ' ' || line[i-1] == '\t') {
		line = line[:i]
	}
	line = strings.Trim(line, " \t")
	if line == "" {
		return
	}
	key, value, ok := strings.Cut(line, ":")
	value = strings.TrimLeft(value, " \t")
	if !ok || !isPlain(key) || !isPlain(value) || last && value == "" {
		p.no = true
		return
	}
	is := func(known string) bool { return strings.EqualFold(key, known) }
	switch kindOf(key) {
	case userAgent:
		p.no = p.no || !is("user-agent") || p.delay || value != "*" && (value == "" || tokenLen(value) != len(value))
		if p.rules {
			p.agents, p.rules = 0, false
		}
		p.agents++
	case allow, disallow:
		p.no = p.no || !is("allow") && !is("disallow") || p.agents == 0
		p.rules, p.delay = true, false
		p.copies += p.agents
		if strings.ContainsAny(value, "*$") {
			p.wild += int32(len(value))
		}
	case crawlDelay:
		p.no = p.no || !is("crawl-delay") || p.agents == 0
		p.delay = p.delay || !p.rules
	case sitemap:
		p.no = p.no || !is("sitemap") || value == ""
	default:
		p.no = p.no || value == ""
	}
	p.no = p.no || p.copies > maxRules || p.wild > maxWildcards
}

// isPlain reports whether all octets are those of ASCII that print, without space and '#'.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' || s[i] == '#' {
			return false
		}
	}
	return true
}

// readOwn returns the group of the site's own file that has the key's rules as temoto reads
// them. It is nil where that is not how we read them: where the file is not plain, or a rule
// has a wildcard, is written otherwise than we compare it, says nothing, or allows what a
// line before it with the same path forbids. To temoto a name of one letter is no better than "*".
func (f *File) readOwn(key string) *robotstxt.Group {
	if !f.plain || len(key) == 1 && key != "*" {
		return nil
	}
	for g := range f.groupsOf(key) {
		if g.vain {
			return nil
		}
	}
	forbidden := map[string]bool{}
	for r := range f.rulesOf(key) {
		line, _ := cutLine(f.text[r.at:])
		_, written, _ := keyValue(statement(line))
		if r.pattern != written || r.pattern[0] != '/' || strings.ContainsAny(r.pattern, "*$") || r.allow && forbidden[r.pattern] {
			return nil
		}
		forbidden[r.pattern] = forbidden[r.pattern] || !r.allow
	}
	data, err := robotstxt.FromString(f.text)
	if err != nil {
		return nil
	}
	return data.FindGroup(key)
}
