package warc_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// hello is used in place of the network.
type hello struct{}

func (hello) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		Status: "200 OK", StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"text/plain"}},
		Body: io.NopCloser(strings.NewReader("hello, " + req.URL.Path)), ContentLength: -1, Request: req,
	}, nil
}

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "crawl.warc.gz")

	w, err := warc.Create(path, warc.Fields{{Name: "software", Value: "example"}})
	if err != nil {
		panic(err)
	}
	recorder := &warc.Recorder{Transport: hello{}, Writer: w}
	client := &http.Client{Transport: recorder} // or a Crawler
	resp, err := client.Get("http://example.org/world")
	if err != nil {
		panic(err)
	}
	resp.Body.Close()
	if err := w.Close(); err != nil {
		panic(err)
	}

	web, err := warc.Open(path)
	if err != nil {
		panic(err)
	}
	client = &http.Client{Transport: web}
	resp, err = client.Get("http://example.org/world")
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	fmt.Println(resp.Status, string(body), err)
	// Output: 200 OK hello, /world <nil>
}

func ExampleReader() {
	file := "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://example.org/\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n"
	r := warc.NewReader(strings.NewReader(file))
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			panic(err)
		}
		block, err := io.ReadAll(rec)
		fmt.Println(rec.Type(), rec.URL(), string(block), err)
	}
	// Output: resource http://example.org/ hello <nil>
}
