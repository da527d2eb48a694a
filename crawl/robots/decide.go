package robots

import "slices"

// A Decision is the verdict on one URL, what it was decided by, and the line of
// the file behind it.
type Decision struct {
	Allowed bool   // the URL may be fetched
	Line    int    // of the longest rule that matches, from 1; 0 when none does
	Rule    string // that line without comment and outer space

	// By is what decided. "temoto" is github.com/temoto/robotstxt on the site's own file, and
	// "reader" the same on each of the agent's rules as this package reads them, where it reads
	// them otherwise: they have wildcards, encoded octets, lines that are not quite in form. The
	// matcher of this package agreed, or would have allowed what they refused: then Line is 0
	// or an Allow line. "matcher" is the matcher of this package: the decision was
	// beyond the budget of temoto, or the matcher refused what temoto allowed. It is
	// empty for a URL that is allowed because no rule was there to be asked: the file
	// is empty, it has no group for the agent, or the URL is /robots.txt in the
	// reading of [ParseRFC].
	By string
}

const (
	byTemoto  = "temoto"
	byReader  = "reader"
	byMatcher = "matcher"
)

// Allowed reports whether agent may fetch url. [File.Decide] describes both.
func (f *File) Allowed(agent, url string) bool {
	_, allowed, _ := f.decide(agent, url)
	return allowed
}

// Decide reports whether agent may fetch url, and which line says so.
//
// The agent is the crawler's product token, or its whole User-Agent header, of
// which the first product is taken: see [Token]. If the file has groups for the
// token, all of them apply and no other; if it has none, those for "*" do (RFC
// 9309, 2.2.1). Among their rules the longest that matches decides, Allow
// winning a tie; when none matches, the URL is allowed (2.2.2).
//
// The url may be absolute or begin with its path. It is taken as given, so it
// must be the very string that will be requested, percent-encoded already:
// encoding it differently for this question leads past the rules.
func (f *File) Decide(agent, url string) Decision {
	best, allowed, by := f.decide(agent, url)
	d := Decision{Allowed: allowed, By: by}
	if best != nil {
		line, _ := cutLine(f.text[best.at:])
		d.Line, d.Rule = int(best.line), statement(line)
	}
	return d
}

// decide returns the longest rule that matches the URL, nil if none does, and
// the verdict, which allows only what both deciders allow.
func (f *File) decide(agent, url string) (best *rule, allowed bool, by string) {
	key := f.key(agent)
	if key == "" {
		return nil, true, ""
	}
	path, exempt := f.path(url)
	cost := f.cost(key)
	if exempt || cost.rules == 0 {
		return nil, true, ""
	}
	if !cost.affords(path) {
		best = longest(f.rulesOf(key), path, (*rule).matches)
		return best, best == nil || best.allow, byMatcher
	}
	own := f.ownGroup(key)
	if own != nil {
		best = longest(f.rulesOf(key), path, (*rule).matches)
		allowed, by = own.Test(path), byTemoto
	} else {
		near := slices.Values(f.near(key, path))
		best = longest(near, path, (*rule).matches)
		theirs := longest(near, path, f.temoto(path))
		allowed, by = theirs == nil || theirs.allow, byReader
	}
	if allowed && best != nil && !best.allow {
		return best, false, byMatcher
	}
	return best, allowed, by
}

// path returns what rules are matched against for a URL, and whether no rule can
// forbid it: by the RFC, /robots.txt is always allowed (RFC 9309, 2.2.2).
func (f *File) path(url string) (path string, exempt bool) {
	path = pathOf(url)
	if f.rfc {
		path = normalisePath(path)
	}
	return path, f.rfc && path == "/robots.txt"
}
