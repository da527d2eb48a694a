package dial_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

func Example() {
	d := dial.Dialer{Open: []string{"wiki.corp.example:8080"}}
	client := http.Client{Transport: &http.Transport{DialContext: d.DialContext}}

	_, err := client.Get("http://169.254.169.254/latest/meta-data/")
	var refused *dial.RefusedError
	if errors.As(err, &refused) {
		fmt.Println(refused.Why)
		fmt.Println(refused)
	}
	// Output:
	// a cloud's metadata service
	// dial: 169.254.169.254 refused: a cloud's metadata service; to allow it, name "169.254.169.254:80" in Open, of crawl.Transport in a crawl
}

func ExampleDialer_Check() {
	d := dial.Dialer{Open: []string{"localhost:8080"}}
	for _, host := range []string{"localhost:8080", "localhost:9200", "127.0.0.1:8080", "8.8.8.8:25"} {
		fmt.Println(host, d.Check(context.Background(), host) == nil)
	}
	// Output:
	// localhost:8080 true
	// localhost:9200 false
	// 127.0.0.1:8080 false
	// 8.8.8.8:25 false
}

func ExamplePublic() {
	for _, addr := range []string{"93.184.215.14", "192.168.0.1", "64:ff9b::7f00:1"} {
		ok, why := dial.Public(netip.MustParseAddr(addr))
		fmt.Printf("%v %q\n", ok, why)
	}
	// Output:
	// true ""
	// false "private network (RFC 1918)"
	// false "NAT64 of 127.0.0.1: loopback (RFC 1122, RFC 4291)"
}
