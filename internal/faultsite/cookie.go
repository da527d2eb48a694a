package faultsite

import (
	"fmt"
	"strings"
)

func cookieFaults() []fault {
	return []fault{
		{name: "10,000 cookies", page: func(v *visit) {
			for i := range 10_000 {
				v.Header().Add("Set-Cookie", fmt.Sprintf("c%d-%d=%032d", v.nth, i, i))
			}
			v.tooManyCookies()
			v.page("cookies", fmt.Sprintf("/%d", v.nth))
		}},
		{name: "cookies that add up", page: func(v *visit) {
			for i := range 500 {
				v.Header().Add("Set-Cookie", fmt.Sprintf("c%d-%d=%032d", v.nth, i, i))
			}
			v.tooManyCookies()
			v.page("cookies", fmt.Sprintf("/%d", v.nth))
		}},
		{name: "cookie of 1 MB", page: func(v *visit) {
			v.set("Set-Cookie", "large="+strings.Repeat("x", 1<<20))
			v.tooManyCookies()
			v.page("cookie", "/next")
		}},
		{name: "cookie for a public suffix", page: func(v *visit) {
			_, port := hostNumber(v)
			if strings.HasPrefix(v.r.Host, "one.") {
				v.Header().Add("Set-Cookie", "super=1; Domain=co.uk")
				v.Header().Add("Set-Cookie", "super=2; Domain=two.co.uk")
				v.page("one", "http://two.co.uk"+port+"/")
				return
			}
			if v.r.Header.Get("Cookie") != "" {
				v.trespass()
			}
			v.page("two")
		}},
	}
}

// tooManyCookies takes more than servers commonly accept for a trespass.
func (v *visit) tooManyCookies() {
	if len(strings.Join(v.r.Header["Cookie"], "; ")) > 16<<10 {
		v.trespass()
	}
}
