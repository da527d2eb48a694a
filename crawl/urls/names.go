package urls

import "strings"

// tracking are parameters that no page depends on.
var tracking = []string{
	"utm_*",                                                                                                 // Urchin, Google Analytics
	"_ga", "_gl", "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "gad_source", "gad_campaignid", "srsltid", // Google
	"fbclid", "fb_action_ids", "fb_action_types", "igshid", "igsh", // Facebook, Instagram
	"msclkid",                                // Microsoft
	"twclid",                                 // Twitter
	"ttclid",                                 // TikTok
	"li_fat_id",                              // LinkedIn
	"rdt_cid",                                // Reddit
	"epik",                                   // Pinterest
	"yclid", "ymclid", "_openstat", "ysclid", // Yandex
	"mc_cid", "mc_eid", // Mailchimp
	"_hsenc", "_hsmi", "__hstc", "__hssc", "__hsfp", "hsctatracking", // HubSpot
	"mkt_tok",              // Marketo
	"vero_id", "vero_conv", // Vero
	"oly_anon_id", "oly_enc_id", // Omeda
	"_kx",                                  // Klaviyo
	"wickedid",                             // Wicked Reports
	"_branch_match_id", "_branch_referrer", // Branch
	"mtm_*", "pk_*", "piwik_*", // Matomo
}

// sessions are parameters that hold a session id whatever it looks like.
var sessions = []string{
	"phpsessid", "jsessionid", "aspsessionid*", "asp.net_sessionid", "sessionid", "session_id", "sessid",
	"cfid", "cftoken", "oscsid", "zenid", "xtcsid", "plsid",
}

// maybeSessions are parameters that hold a session id if it looks like one:
// sid may be the number of a story.
var maybeSessions = []string{"sid", "session", "token"}

// isSession reports whether a parameter, name=value, is a session id.
func isSession(parameter string) bool {
	name, value, _ := strings.Cut(parameter, "=")
	return isOneOf(name, sessions) || isID(value) && isOneOf(name, maybeSessions)
}

// isOneOf reports whether name is in the list, whatever its case. A '*' ends
// names of which only the beginning is given.
func isOneOf(name string, list []string) bool {
	for _, known := range list {
		if strings.HasSuffix(known, "*") {
			if hasPrefixFold(name, known[:len(known)-1]) {
				return true
			}
		} else if len(known) == len(name) && strings.EqualFold(name, known) {
			return true
		}
	}
	return false
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// isASPSession reports whether a path segment is the session id of ASP.NET:
// (S(id)), with further ids such as (A(id)S(id)), or (id) of its first version.
func isASPSession(segment string) bool {
	inner, ok := strings.CutPrefix(segment, "(")
	if !ok {
		return false
	}
	if inner, ok = strings.CutSuffix(inner, ")"); !ok {
		return false
	}
	if len(inner) == 24 && isID(inner) {
		return true
	}
	session := false
	for inner != "" {
		end := strings.IndexByte(inner, ')')
		if end < 3 || inner[1] != '(' || !strings.ContainsRune("AFSX", rune(inner[0]&^0x20)) {
			return false
		}
		session = session || inner[0]&^0x20 == 'S'
		inner = inner[end+1:]
	}
	return session
}

// isID reports whether s looks like an identifier that a machine drew: 16 or
// more characters in which letters and digits alternate as words and numbers
// do not. Hyphens may part hexadecimal digits, as in a UUID.
func isID(s string) bool {
	const minLength, minChanges = 16, 4
	if len(s) < minLength {
		return false
	}
	changes, hyphen, onlyHex := 0, false, true
	var last byte
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '-':
			hyphen = true
			continue
		case !isDigit(c) && !isLetter(c):
			return false
		}
		onlyHex = onlyHex && isHex(c)
		if last != 0 && isDigit(c) != isDigit(last) {
			changes++
		}
		last = c
	}
	return changes >= minChanges && (onlyHex || !hyphen)
}
