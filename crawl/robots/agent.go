package robots

import "strings"

// Token returns the product token by which [File.Allowed] finds the groups for
// agent: a name of ASCII letters, '_' and '-' (RFC 9309, 2.2.1). Of a whole
// User-Agent header it is the first product, without its version or the comment
// behind: "MyBot" of "MyBot/1.2 (+https://example.org/bot)", but "Mozilla" of
// "Mozilla/5.0 (compatible; MyBot/1.2)".
//
// Token returns "" for a name with other characters, such as "My2Bot". No group
// can address it, so the groups for "*" apply: do not name a crawler so.
func Token(agent string) string {
	if i := strings.IndexAny(agent, "/("); i >= 0 {
		agent = agent[:i]
	}
	agent = strings.Trim(agent, space)
	if tokenLen(agent) != len(agent) {
		return ""
	}
	return agent
}

// groupToken returns the agents map's key for the value of a User-agent line:
// "*", or the product token it begins with in lower case. The line is read as
// Google reads it: "MyBot/1.2" and "MyBot 1.2" mean MyBot, "* all" means "*".
func groupToken(value string) string {
	if strings.HasPrefix(value, "*") && (len(value) == 1 || strings.IndexByte(space, value[1]) >= 0) {
		return "*"
	}
	return lower(value[:tokenLen(value)])
}

// tokenLen returns the length of the product token at the beginning of s.
func tokenLen(s string) int {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && c != '-' && c != '_' {
			return i
		}
	}
	return len(s)
}

// lower returns s with its ASCII letters in lower case. Other letters stay as
// they are: a Kelvin sign is not a k.
func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
