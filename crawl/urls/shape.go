package urls

// draftShape drafts the URL among those of its host that are equal but for
// numbers and ids.
func draftShape(d *draft, p parts) (times int) {
	d.keep(p.host)
	local := p.local()
	kept := 0
	for i := 0; i < len(local); {
		n := variedLen(local, i)
		if n == 0 {
			i++
			continue
		}
		d.keep(local[kept:i])
		d.tell(local[i : i+n])
		times = 1
		i += n
		kept = i
	}
	d.keep(local[kept:])
	return times
}

// variedLen returns the length of the id or number that begins at i, or 0.
// The digits of an escape are part of a character.
func variedLen(s string, i int) int {
	if !isAlnum(s[i]) {
		return 0
	}
	if separates(s[i-1]) {
		end := i
		for end < len(s) && !separates(s[end]) {
			end++
		}
		if isID(s[i:end]) {
			return end - i
		}
	}
	if !isDigit(s[i]) || inEscape(s, i) {
		return 0
	}
	return digits(s[i:])
}

// separates reports whether c stands between segments or parameters.
func separates(c byte) bool {
	return c == '/' || c == '?' || c == '&' || c == '=' || c == ';'
}
