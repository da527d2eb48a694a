package records_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// TestHeadRow: the head of the columns is no record, where a part of a record is a link.
func TestHeadRow(t *testing.T) {
	const (
		papers = `<table><tr><td>Author</td><td>Title</td><td>Pages</td></tr><tr><td>Bean, A.</td><td>Beans at night</td><td>(1-9)<br><a href="1.pdf">[PDF]</a></td></tr><tr><td>Pea, B., Moss, C.</td><td>Peas by day</td><td>(10-19)<br><a href="2.pdf">[PDF]</a></td></tr><tr><td>Reed, D.</td><td>Reeds in rain</td><td>(20-29)<br><a href="3.pdf">[PDF]</a></td></tr></table>`
		talks  = `<div class=day><div class=row><span>Time</span> <span>Talk</span></div><div class=row><span>9:00</span> <span><a href=1.html>Beans at night</a></span></div><div class=row><span>9:30</span> <span><a href=2.html>Peas by day</a></span></div><div class=row><span>10:00</span> <span><a href=3.html>Reeds in rain</a></span></div></div>`
		items  = `<ul><li><b>Title</b> <i>Author</i></li><li><b><a href=a>Beans at night</a></b> <i>Ada Bean</i></li><li><b><a href=b>Peas by day</a></b> <i>Bert Pea</i></li><li><b><a href=c>Reeds in rain</a></b> <i>Di Reed</i></li></ul>`
		plain  = `<table><tr><td>Editorial</td><td>Bean, A.</td><td></td></tr><tr><td>Peas by day</td><td>Pea, B.</td><td></td></tr><tr><td>Reeds in rain</td><td>Reed, D.</td><td><a href=3.pdf>[PDF]</a></td></tr><tr><td>Moss</td><td>Moss, C.</td><td><a href=4.pdf>[PDF]</a></td></tr></table>`
	)
	for _, tt := range []struct {
		name, page string
		parts      map[string]string
		want       int
	}{
		{"cells above those with links", papers, map[string]string{"title": "Peas by day", "authors": "Pea, B., Moss, C.", "pdf": "2.pdf"}, 3},
		{"where no link is taught it may be a record", papers, map[string]string{"title": "Peas by day", "authors": "Pea, B., Moss, C."}, 4},
		{"rows of a programme", talks, map[string]string{"title": "Peas by day", "time": "9:30"}, 3},
		{"items of a list", items, map[string]string{"title": "Peas by day", "authors": "Bert Pea"}, 3},
		{"records without a link are none", plain, map[string]string{"title": "Moss", "pdf": "4.pdf"}, 4},
		{"of two tables, each has its own", papers + strings.NewReplacer("1.pdf", "4.pdf", "2.pdf", "5.pdf", "3.pdf", "6.pdf", "Peas by day", "Oaks").Replace(papers), map[string]string{"title": "Peas by day", "pdf": "2.pdf"}, 6},
	} {
		l, err := records.Learn([]byte(tt.page), bartree.Region{Text: tt.parts["title"], Parts: tt.parts})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got, err := l.Read("http://x.example/", []byte(tt.page))
		if err != nil || len(got.Records) != tt.want {
			t.Errorf("%s: %d records, want %d, %v: %+v", tt.name, len(got.Records), tt.want, err, got.Records)
		}
	}
}
