package content

import (
	"strings"
)

// nextLink takes a link off a header, from which the comma before the next may be missing.
// The first of parameters of one name counts. What is no link has no target.
func nextLink(header string, params map[string]string) (target, rest string) {
	rest = strings.TrimLeft(header, ", \t")
	if link, ok := strings.CutPrefix(rest, "<"); ok {
		target, rest, _ = strings.Cut(link, ">")
	}
	for rest != "" && rest[0] != ',' && rest[0] != '<' {
		var name, value string
		end := strings.IndexAny(rest, ";,=<")
		if end < 0 {
			end = len(rest)
		}
		if name, rest = rest[:end], rest[end:]; rest != "" && rest[0] == '=' {
			value, rest = paramValue(strings.TrimLeft(rest[1:], " \t"))
		}
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			if _, ok := params[name]; !ok {
				params[name] = value
			}
		}
		rest = strings.TrimPrefix(rest, ";")
	}
	return target, rest
}

// paramValue takes a value off, with or without quotation marks, and what comes after it up
// to the next parameter or link.
func paramValue(s string) (value, rest string) {
	if strings.HasPrefix(s, `"`) {
		var b strings.Builder
		i := 1
		for ; i < len(s) && s[i] != '"'; i++ {
			if s[i] == '\\' && i+1 < len(s) {
				i++
			}
			b.WriteByte(s[i])
		}
		value, s = b.String(), s[min(i+1, len(s)):]
	}
	end := strings.IndexAny(s, ";,<")
	if end < 0 {
		end = len(s)
	}
	if value == "" {
		value = strings.TrimSpace(s[:end])
	}
	return value, s[end:]
}
