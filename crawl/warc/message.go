package warc

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// targetURI is a request's URL without credentials and fragment.
func targetURI(u *url.URL) string {
	c := *u
	c.User, c.Fragment, c.RawFragment = nil, "", ""
	return c.String()
}

// requestHead writes the header of a GET.
func requestHead(req *http.Request, credentials bool) []byte {
	host := req.Host
	if host == "" {
		host = req.URL.Host
	}
	hidden := map[string]bool{}
	for name := range req.Header {
		switch strings.ToLower(name) {
		case "host":
			hidden[name] = true
		case "authorization", "cookie", "proxy-authorization":
			hidden[name] = !credentials
		}
	}
	var head bytes.Buffer
	head.WriteString("GET " + req.URL.RequestURI() + " HTTP/1.1\r\nHost: " + host + "\r\n")
	_ = req.Header.WriteSubset(&head, hidden) // to memory: cannot fail
	head.WriteString("\r\n")
	return head.Bytes()
}

// responseHead writes the header of an answer whose transfer coding is undone.
func responseHead(resp *http.Response) []byte {
	proto, status := "HTTP/1.1", oneLine.Replace(resp.Status)
	if resp.ProtoMajor == 1 && resp.ProtoMinor == 0 {
		proto = "HTTP/1.0"
	}
	if status == "" {
		status = strconv.Itoa(resp.StatusCode) + " " + http.StatusText(resp.StatusCode)
	}
	var head bytes.Buffer
	head.WriteString(proto + " " + status + "\r\n")
	_ = resp.Header.WriteSubset(&head, map[string]bool{"Transfer-Encoding": true}) // to memory: cannot fail
	if len(resp.TransferEncoding) > 0 {
		head.WriteString("X-Crawl-Transfer-Encoding: " + strings.Join(resp.TransferEncoding, ", ") + "\r\n")
	}
	if resp.Uncompressed {
		head.WriteString("X-Crawl-Content-Encoding: gzip\r\n")
	}
	head.WriteString("\r\n")
	return head.Bytes()
}
