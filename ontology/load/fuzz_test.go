package load_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lokman-crawler/lokman/ontology/load"
)

// Whatever a file holds, it is opened or refused, and what was opened answers.
func FuzzOpen(f *testing.F) {
	for _, text := range []string{
		"format-version: 1.2\n[Term]\nid: A:1\nname: moss\n",
		`{"graphs":[{"nodes":[{"id":"a","type":"CLASS","lbl":"moss"}]}]}`,
		"<http://a/> <http://www.w3.org/2004/02/skos/core#prefLabel> \"moss\"@en .\n",
		"<?xml version='1.0'?><DescriptorRecordSet><DescriptorRecord><DescriptorUI>D1</DescriptorUI></DescriptorRecord></DescriptorRecordSet>",
		"*NEWRECORD\nRECTYPE = D\nMH = Moss\nUI = D1\n",
		"00001740 03 n 01 moss 0 000 | a plant\n",
		"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00",
	} {
		f.Add([]byte(text))
	}
	path := filepath.Join(f.TempDir(), "ontology")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		o, err := load.Open(path)
		if err != nil {
			return
		}
		o.Topic(t.Context(), "moss")
		if o.String() == "" {
			t.Error("it says nothing of itself")
		}
	})
}
