package obo_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/ontology/obo"
)

// Any text comes back as it was from both formats, as a name and as a synonym,
// whatever follows it.
func TestNamesComeBack(t *testing.T) {
	escape := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, `"`, `\"`, "!", `\!`, "{", `\{`, "}", `\}`)
	letters := rapid.RuneFrom([]rune("ab !{}\"\\,:[]éW漢\t\n"))
	rapid.Check(t, func(t *rapid.T) {
		name := "x" + rapid.StringOf(letters).Draw(t, "name") + "x"
		after := rapid.SampledFrom([]string{"", " ! comment", ` {a="b"}`, ` {a="}", b="!"} ! c {d}`}).Draw(t, "after")
		marshalled, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		escaped := escape.Replace(name)
		for _, text := range []string{
			fmt.Sprintf("[Term]\nid: X:1\nname: %s%s\nsynonym: \"%s\" EXACT []%s\n", escaped, after, escaped, after),
			fmt.Sprintf(`{"graphs": [{"nodes": [{"id": "X:1", "lbl": %s, "meta": {"synonyms": [{"pred": "hasExactSynonym", "val": %[1]s}]}}]}]}`, marshalled),
		} {
			g, err := obo.Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			c, _ := g.Concept("X:1")
			if c.Name != name || len(c.Names) != 1 || c.Names[0].Text != name {
				t.Errorf("%s: name %q and names %+v, want %q", text, c.Name, c.Names, name)
			}
		}
	})
}
