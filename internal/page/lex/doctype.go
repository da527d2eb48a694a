package lex

import "strings"

// IsQuirky reports whether a page is read in quirks mode, given what its doctype says
// (HTML Standard, 13.2.6.4.1).
func IsQuirky(doctype string) bool {
	name, rest := doctype, ""
	if i := strings.IndexAny(doctype, Whitespace); i >= 0 {
		name, rest = doctype[:i], strings.TrimLeft(doctype[i:], Whitespace)
	}
	if name != "html" {
		return true
	}
	if rest == "" {
		return false
	}
	if len(rest) < len("public") {
		return true
	}
	var public, system string
	isPublic, isSystem := false, false
	key, rest := strings.ToLower(rest[:6]), rest[6:]
	if key == "public" {
		public, rest, isPublic = quoted(rest)
		if isPublic {
			key = "system"
		}
	}
	if key == "system" {
		system, rest, isSystem = quoted(rest)
	}
	switch public = strings.ToLower(public); {
	case !isSystem || rest != "" || strings.EqualFold(system, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"):
		return true
	case !isPublic:
		return false
	case public == "-//w3o//dtd w3 html strict 3.0//en//" || public == "-/w3d/dtd html 4.0 transitional/en" || public == "html":
		return true
	}
	for prefix := range strings.Lines(quirkyIDs) {
		if strings.HasPrefix(public, strings.TrimSpace(prefix)) {
			return true
		}
	}
	return false
}

// quoted cuts the quoted text that follows white space from what follows it.
func quoted(s string) (text, rest string, ok bool) {
	s = strings.TrimLeft(s, Whitespace)
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", s, false
	}
	text, rest, _ = strings.Cut(s[1:], s[:1])
	return text, rest, true
}

const quirkyIDs = `+//silmaril//dtd html pro v0r11 19970101//
-//advasoft ltd//dtd html 3.0 aswedit + extensions//
-//as//dtd html 3.0 aswedit + extensions//
-//ietf//dtd html 2.0 level 1//
-//ietf//dtd html 2.0 level 2//
-//ietf//dtd html 2.0 strict level 1//
-//ietf//dtd html 2.0 strict level 2//
-//ietf//dtd html 2.0 strict//
-//ietf//dtd html 2.0//
-//ietf//dtd html 2.1e//
-//ietf//dtd html 3.0//
-//ietf//dtd html 3.2 final//
-//ietf//dtd html 3.2//
-//ietf//dtd html 3//
-//ietf//dtd html level 0//
-//ietf//dtd html level 1//
-//ietf//dtd html level 2//
-//ietf//dtd html level 3//
-//ietf//dtd html strict level 0//
-//ietf//dtd html strict level 1//
-//ietf//dtd html strict level 2//
-//ietf//dtd html strict level 3//
-//ietf//dtd html strict//
-//ietf//dtd html//
-//metrius//dtd metrius presentational//
-//microsoft//dtd internet explorer 2.0 html strict//
-//microsoft//dtd internet explorer 2.0 html//
-//microsoft//dtd internet explorer 2.0 tables//
-//microsoft//dtd internet explorer 3.0 html strict//
-//microsoft//dtd internet explorer 3.0 html//
-//microsoft//dtd internet explorer 3.0 tables//
-//netscape comm. corp.//dtd html//
-//netscape comm. corp.//dtd strict html//
-//o'reilly and associates//dtd html 2.0//
-//o'reilly and associates//dtd html extended 1.0//
-//o'reilly and associates//dtd html extended relaxed 1.0//
-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//
-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//
-//spyglass//dtd html 2.0 extended//
-//sq//dtd html 2.0 hotmetal + extensions//
-//sun microsystems corp.//dtd hotjava html//
-//sun microsystems corp.//dtd hotjava strict html//
-//w3c//dtd html 3 1995-03-24//
-//w3c//dtd html 3.2 draft//
-//w3c//dtd html 3.2 final//
-//w3c//dtd html 3.2//
-//w3c//dtd html 3.2s draft//
-//w3c//dtd html 4.0 frameset//
-//w3c//dtd html 4.0 transitional//
-//w3c//dtd html experimental 19960712//
-//w3c//dtd html experimental 970421//
-//w3c//dtd w3 html//
-//w3o//dtd w3 html 3.0//
-//webtechs//dtd mozilla html 2.0//
-//webtechs//dtd mozilla html//`
