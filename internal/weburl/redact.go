package weburl

import (
	"log/slog"
	"strings"
)

// What stands in place of a secret.
const (
	valueMask = "REDACTED" // the value of a parameter
	userMask  = "xxxxx"    // the user and the password: the word of (*url.URL).Redacted
)

// Redact returns a URL, or what was meant to be one, fit for logs and errors:
// without user information, and without the values of parameters whose names
// say that they hold a secret. All other bytes stay as they are.
//
// A name stands behind one of ? & ; # / or at the beginning, and before an
// equals sign: parameters of the query, of the path and of the fragment. Its
// words end where letters do, and where an upper-case letter begins one. It
// names a secret if
//
//   - one of its words, or several of them written together, is in secretWords,
//   - one ends with one of secretEndings or begins with one of secretBeginnings,
//   - it is, whole, in secretNames.
//
// The names may be percent-encoded, and a URL in the query of another as often
// as it likes. A secret in the path that has no name is not found.
//
// Redact is for people: programs get URLs whole. It takes time in proportion to
// the URL, which need not be well-formed, and returns at most three times its
// bytes. Cut a URL short behind it, never before: where user information ends
// shows at its end.
func Redact(raw string) string { return redacted(raw, false) }

// secretWords are words of names. They are in lower case.
var secretWords = setOf(
	"apikey", "accesskey", "accesskeyid", "appkey", "auth", "authkey", "authorization", "bearer", "cookie", "credential", "credentials",
	"csrf", "hmac", "jwt", "key", "oauth", "otp", "pass", "passcode", "passphrase", "passwd", "password", "privatekey", "pwd",
	"saml", "secret", "secretkey", "sess", "session", "sharedkey", "sid", "sig", "sign", "signature", "subscriptionkey",
	"token", "tokenid", "totp", "verifier", "xsrf",
)

// secretEndings are what words end with that are written together:
// clientsecret, PHPSESSID, osCsid.
var secretEndings = []string{
	"apikey", "credential", "credentials", "csid", "passwd", "password", "secret", "sessid", "sessionid", "signature", "token",
}

// secretBeginnings are what names begin with that end in random letters.
var secretBeginnings = []string{"aspsessionid"}

// secretNames are secrets only alone: a country_code and a ticket_id are none.
var secretNames = setOf("cfid", "code", "plsid", "ticket", "zenid")

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// A span is what is masked.
type span struct {
	begin, end int
	mask       string
}

// redacted masks a URL, or a word of a text.
func redacted(raw string, text bool) string {
	values, users := secretValues(raw, text), users(raw, text)
	if len(values)+len(users) == 0 {
		return raw
	}
	var out strings.Builder
	kept := 0 // what comes before is in out
	for len(values)+len(users) > 0 {
		next, other := &values, &users
		if len(values) == 0 || len(users) > 0 && users[0].begin < values[0].begin {
			next, other = other, next
		}
		s := (*next)[0]
		*next = (*next)[1:]
		for len(*other) > 0 && (*other)[0].end <= s.end {
			*other = (*other)[1:] // within
		}
		out.WriteString(raw[kept:s.begin])
		out.WriteString(s.mask)
		if kept = s.end; len(*other) > 0 && (*other)[0].begin < s.end {
			return out.String() // where either of the two ends cannot be known
		}
	}
	out.WriteString(raw[kept:])
	return out.String()
}

// RedactText returns a text with its URLs as [Redact] returns them: what an
// error of another package says, which may name any. Where a URL ends is a guess:
// at white space or a quotation mark; within quotation marks, where they close.
func RedactText(text string) string {
	if strings.IndexByte(text, '=') < 0 && strings.IndexByte(text, '@') < 0 && strings.IndexByte(text, '%') < 0 {
		return text
	}
	var out strings.Builder
	kept, unclosed := 0, false
	for i := 0; i < len(text); {
		begin, end := i, i
		switch {
		case text[i] == '"' && !unclosed:
			if end = closing(text, i+1); end < 0 {
				unclosed = true
				continue
			}
			begin, i = i+1, end+1
		case parts(text[i]):
			i++
			continue
		default:
			for i < len(text) && !parts(text[i]) {
				i++
			}
			end = begin + len(strings.TrimRight(text[begin:i], `.,:;!?)]}>'`))
		}
		if part := redacted(text[begin:end], true); part != text[begin:end] {
			out.WriteString(text[kept:begin])
			out.WriteString(part)
			kept = end
		}
	}
	if kept == 0 {
		return text
	}
	out.WriteString(text[kept:])
	return out.String()
}

// parts reports whether a byte is between the words of a text.
func parts(c byte) bool { return c <= ' ' || c == '"' || c == 0x7f }

// closing returns where a quotation closes, as strconv.Quote writes one, -1 if it
// does not.
func closing(text string, i int) int {
	for ; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// RedactError returns an error with what the given one says as [RedactText]
// returns it. The chain behind it is the same: nil stays nil.
func RedactError(err error) error {
	if _, done := err.(*redactedError); err == nil || done {
		return err
	}
	return &redactedError{err}
}

type redactedError struct{ err error }

func (e *redactedError) Error() string { return RedactText(e.err.Error()) }

func (e *redactedError) Unwrap() error { return e.err }

// A Logged is a URL that is an attribute of a log line. It is redacted when the
// line is written, and costs nothing where it is not.
type Logged string

// LogValue returns what stands in the line.
func (u Logged) LogValue() slog.Value { return slog.StringValue(Redact(string(u))) }
