package botauth

import (
	"fmt"
	"net/http"
	"strings"
)

// A component is a part of a message that a signature covers (RFC 9421, 2).
type component struct {
	name   string // of a header field in lower case, or derived: "@authority"
	params string // behind the name: `;key="sig1"`
	value  string // "" for what the message has
}

// signatureBase returns what is signed of a request, and the input that says what that is (RFC
// 9421, 2.5).
func signatureBase(req *http.Request, covered []component, params string) (base, input string, err error) {
	var b strings.Builder
	var names []string
	for _, c := range covered {
		name := `"` + c.name + `"` + c.params
		for _, other := range names {
			if other == name {
				return "", "", fmt.Errorf("botauth: a signature covers %.80q twice", c.name)
			}
		}
		value := c.value
		if value == "" {
			if value, err = valueOf(req, c.name); err != nil {
				return "", "", err
			}
		}
		names = append(names, name)
		b.WriteString(name + ": " + value + "\n")
	}
	input = "(" + strings.Join(names, " ") + ")" + params
	b.WriteString(`"@signature-params": ` + input)
	return b.String(), input, nil
}

// valueOf returns the value of a component of a request (RFC 9421, 2.1 and 2.2).
func valueOf(req *http.Request, name string) (string, error) {
	uri, _, _ := strings.Cut(req.URL.String(), "#")
	_, rest, _ := strings.Cut(uri, "://")
	path := "/"
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		path = rest[i:]
	}
	path, query, _ := strings.Cut(path, "?")
	switch name {
	case "@method":
		return req.Method, nil
	case "@authority":
		return authority(req), nil
	case "@scheme":
		return strings.ToLower(req.URL.Scheme), nil
	case "@path":
		return "/" + strings.TrimPrefix(path, "/"), nil
	case "@query":
		return "?" + query, nil
	case "@target-uri":
		return uri, nil
	}
	values := req.Header[http.CanonicalHeaderKey(name)]
	if len(values) == 0 || name != strings.ToLower(name) {
		return "", fmt.Errorf("botauth: Covers has %.80q: the request has no such part, or it is not in lower case", name)
	}
	var trimmed []string
	for _, v := range values {
		if strings.ContainsAny(v, "\r\n") {
			return "", fmt.Errorf("botauth: the header %.80q has a line break", name)
		}
		trimmed = append(trimmed, strings.TrimSpace(v))
	}
	return strings.Join(trimmed, ", "), nil
}

// authority returns the host of a request, without the port of its scheme (RFC 9421, 2.2.3).
func authority(req *http.Request) string {
	host := req.Host
	if host == "" {
		host = req.URL.Host
	}
	host = strings.ToLower(host)
	switch strings.ToLower(req.URL.Scheme) {
	case "https":
		return strings.TrimSuffix(host, ":443")
	case "http":
		return strings.TrimSuffix(host, ":80")
	}
	return host
}
