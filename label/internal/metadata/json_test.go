package metadata

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// FuzzDocuments: what is JSON is read as it is, whatever stands around it, and what is not does no harm.
func FuzzDocuments(f *testing.F) {
	for _, s := range []string{
		`{"a":"b"}`, `[{"a":[1,-2.5e3,true,null]},[]]`, `{"a":"//b /*c*/ ]]> <!-- \\\" \u00e9,]}"}`, `{"@graph":[{"@id":"#a"},{"b":{}}]}`,
		`{"a":"b",}`, "{\"a\":\"b\nc\"}", `/* {`, `<![CDATA[`, `{"a":`, `}]{`, `{"a":"\`, `// {"a":"b"}`, `{&quot;a&quot;:1}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		documents(s)
		var want any
		if !strings.ContainsAny(s, "{[") || json.Unmarshal([]byte(s), &want) != nil {
			return
		}
		if _, ok := want.(string); ok {
			return
		}
		for _, around := range []string{"%s", "<!-- %s -->", "// <![CDATA[\n%s\n// ]]>", "/* <![CDATA[ */ %s; /* ]]> */", "var data; %s ;"} {
			got := documents(strings.Replace(around, "%s", s, 1))
			if len(got) != 1 || !reflect.DeepEqual(got[0], want) {
				t.Errorf("%q in %q is %v, want %v", s, around, got, want)
			}
		}
	})
}
