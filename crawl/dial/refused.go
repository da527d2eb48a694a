package dial

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// ErrRefused is what errors.Is finds in every [RefusedError].
var ErrRefused = errors.New("dial: refused")

// A RefusedError says which connection is forbidden and why. Trying again does
// not help.
type RefusedError struct {
	Host string     // a name or an address; what was given if it is neither, cut to 80 bytes
	Port uint16     // 0 if none was given
	Addr netip.Addr // the address that is refused; invalid if it did not come to that
	Why  string     // the address is refused
}

// Error says what to put in Open if the connection is wanted all the same.
func (e *RefusedError) Error() string {
	s, why := parseSite(e.Host)
	if why != "" {
		return fmt.Sprintf("dial: %+q refused: %s", short(e.Host), e.Why)
	}
	s.port = e.Port
	at := ""
	if e.Addr.IsValid() && e.Addr != s.addr {
		at = fmt.Sprintf(" (%v)", e.Addr.WithZone(""))
	}
	return fmt.Sprintf("dial: %s%s refused: %s; to allow it, name %q in Open, of crawl.Transport in a crawl", s.host(), at, e.Why, s)
}

// Unwrap returns ErrRefused.
func (e *RefusedError) Unwrap() error { return ErrRefused }

// short cuts a text to a length fit for logs. What comes before an '@' may be
// a password.
func short(text string) string {
	const limit = 80
	text = weburl.Redact(text)
	if i := strings.LastIndexByte(text, '@'); i >= 0 {
		text = "xxxxx" + text[i:]
	}
	if len(text) > limit {
		text = text[:limit-len("...")] + "..."
	}
	return text
}
