package snomed

import (
	"bytes"
	"io"
	"testing"
)

func FuzzRead(f *testing.F) {
	f.Add([]byte(conceptHeader+"\r\n1\t20240101\t1\t0\t0\r\n2\t\t0\t0\t0\r\n"),
		[]byte(descriptionHeader+"\n7\t20240101\t1\t0\t1\ten\t"+fullName+"\tOne (a)\t0\n"),
		[]byte(relationshipHeader+"\n# a comment\n9\t20240101\t1\t0\t1\t1\t0\t"+isA+"\t"+inferred+"\t0\n"),
		[]byte(languageHeader+"\n1d780197-78bc-47db-a9a4-6af7b0c2477d\t20240101\t1\t0\t"+inUS+"\t7\t"+preferred+"\n"))
	f.Add([]byte("\ufeff"+conceptHeader+"\n"), []byte(descriptionHeader+"\n"), []byte("\x1f\x8b\x08"), []byte{})
	f.Fuzz(func(t *testing.T, c, d, r, l []byte) {
		var files []file
		for i, data := range [][]byte{c, d, r, l} {
			open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
			files = append(files, file{"f", concepts + kind(i), open})
		}
		g, err := Reader{}.read(files)
		if (g == nil) == (err == nil) {
			t.Errorf("graph %v with error %v", g, err)
		}
	})
}
