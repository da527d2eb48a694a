package chrome

import (
	"bytes"
	"testing"
)

// Nothing but an attribute is added to a page, and nothing at all without shadow roots.
func FuzzSerializable(f *testing.F) {
	f.Add([]byte(`<p>a<template shadowrootmode=closed><a href=x>b</a></template><TEMPLATE/><templates><template`))
	f.Add([]byte("<script>'<template shadowrootmode=open>'</script><!-- <template> --><textarea><template></textarea>\xff<template\x00>"))
	f.Add([]byte("<template>"))
	added := []byte(" shadowrootserializable")
	f.Fuzz(func(t *testing.T, page []byte) {
		if bytes.Contains(page, added) {
			t.Skip()
		}
		got := serializable(page)
		if !bytes.Equal(bytes.ReplaceAll(got, added, nil), page) {
			t.Errorf("%q became %q", page, got)
		}
		if len(got) != len(page) && !bytes.Contains(bytes.ToLower(page), []byte("shadowrootmode")) {
			t.Errorf("%q became %q", page, got)
		}
	})
}

func TestSerializable(t *testing.T) {
	const page = `<div><Template class=a shadowRootMode="closed">a</Template><template>b</template><script>"<template shadowrootmode=open>"</script></div>`
	const want = `<div><Template shadowrootserializable class=a shadowRootMode="closed">a</Template><template shadowrootserializable>b</template>` +
		`<script>"<template shadowrootmode=open>"</script></div>`
	if got := serializable([]byte(page)); string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}
