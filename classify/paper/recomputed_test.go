package paper_test

import (
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
)

// Links, taken apart and classified from the text of Le and Thoma 2004.

// randomLink returns the source of an <a>.
func randomLink(r *rand.Rand) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	attributes := func(names ...string) string {
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		var b strings.Builder
		for _, name := range names[:r.IntN(len(names)+1)] {
			fmt.Fprintf(&b, ` %s="%s"`, name, pick("", "x", "_top", "a b", "#ffffff", "12"))
		}
		return b.String()
	}
	href := pick("", "http://", "ftp://", "http://w.example/http://") + pick("j.example/", "/issue/", "../") + pick("12.html", "full#toc", "") +
		pick("", "?", "?id=1", "?id=1&vol=2;part=3", "?a?b=1") + pick("", "#", "#top", "#a#b")
	var content func(depth int) string
	content = func(depth int) string {
		var b strings.Builder
		for range r.IntN(3) {
			switch r.IntN(4) {
			case 0:
				fmt.Fprintf(&b, "<img%s>", attributes("src", "alt", "width"))
			case 1:
				if depth > 0 {
					tag := pick("font", "b", "span")
					fmt.Fprintf(&b, "<%s%s>%s</%s>", tag, attributes("face", "color", "size", "class"), content(depth-1), tag)
				}
			default:
				b.WriteString(pick("On beans", " PDF ", "a &amp; b", "\n[Abstract]"))
			}
		}
		return b.String()
	}
	named := strings.TrimSpace(attributes("class", "target", "title", "name"))
	if r.IntN(8) > 0 {
		named = strings.TrimSpace(fmt.Sprintf(`%s href="%s" %s`, named, href, strings.TrimSpace(attributes("id", "rel"))))
	}
	return "<a " + named + ">" + content(3) + "</a>"
}

var (
	attribute = regexp.MustCompile(`([a-z]+)="([^"]*)"`)
	startTag  = regexp.MustCompile(`<([a-z]+)([^>]*)>`)
	anyTag    = regexp.MustCompile(`<[^>]*>`)
)

// nine are the components (1) to (9) of section 2 of a link "<A attribute>content</A>", made as
// section 4.2 says.
func nine(link string) []string {
	attributes, content, _ := strings.Cut(strings.TrimPrefix(link, "<a "), ">")
	content = strings.TrimSuffix(content, "</a>")
	orNothing := func(s string) string {
		if s == "" {
			return "<>"
		}
		return s
	}
	var names, values, source string
	for _, a := range attribute.FindAllStringSubmatch(attributes, -1) {
		names += "<" + a[1] + ">"
		values += "<" + a[2] + ">"
		if a[1] == "href" {
			source = a[2]
		}
	}
	// Search the source string backward for "#", the remaining one for "?", and that for "://".
	var scheme, query, fragment string
	if i := strings.LastIndex(source, "#"); i >= 0 {
		source, fragment = source[:i], source[i+1:]
	}
	if i := strings.LastIndex(source, "?"); i >= 0 {
		source, query = source[:i], source[i+1:]
	}
	if i := strings.LastIndex(source, "://"); i >= 0 {
		scheme = source[:i]
	}
	queryNames := ""
	for _, pair := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(pair, "=")
		queryNames += "<" + name + ">"
	}
	var tags, tagAttributes, tagValues string
	for _, tag := range startTag.FindAllStringSubmatch(content, -1) {
		tags += "<" + strings.ToUpper(tag[1]) + ">"
		n, v := "", ""
		for _, a := range attribute.FindAllStringSubmatch(tag[2], -1) {
			n += "[" + a[1] + "]"
			v += "[" + a[2] + "]"
		}
		tagAttributes += "<" + n + ">"
		tagValues += "<" + v + ">"
	}
	caption := strings.Join(strings.Fields(html.UnescapeString(anyTag.ReplaceAllString(content, ""))), " ")
	return []string{
		orNothing(names), orNothing(values), "<" + scheme + ">", "<" + fragment + ">", orNothing(queryNames),
		orNothing(tags), orNothing(tagAttributes), orNothing(tagValues), "<" + caption + ">",
	}
}

func TestVectorEqualsThePaper(t *testing.T) {
	for seed := range uint64(2000) {
		src := randomLink(rand.New(rand.NewPCG(seed, 1)))
		if got, want := paper.Vector(written(t, src).Links[0]), nine(src); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %s\n got %q\nwant %q", seed, src, got, want)
		}
	}
}

// edits is the least number of bytes to insert, delete or replace that makes a into b.
func edits(a, b string) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0:
				table[i][j] = j
			case j == 0:
				table[i][j] = i
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j], table[i][j-1], table[i-1][j-1])
			}
		}
	}
	return table[len(a)][len(b)]
}

// Section 3: a link has the class of the training example to which its distance is the
// smallest. The paper leaves the distance open, and what holds where examples of both classes
// are equally near.
func TestNearestEqualsThePaper(t *testing.T) {
	distances := map[string]func(a, b string) float64{
		"": func(a, b string) float64 { return float64(edits(a, b)) / float64(max(len(a), len(b))) },
		"overlap": func(a, b string) float64 {
			if a == b {
				return 0
			}
			return 1
		},
	}
	clear := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		var page strings.Builder
		var sources, classes []string
		for range 30 {
			sources, classes = append(sources, randomLink(r)), append(classes, []string{classify.ClassArticle, classify.ClassOther}[r.IntN(2)])
			page.WriteString(sources[len(sources)-1] + "\n")
		}
		links := written(t, page.String()).Links
		for name, distance := range distances {
			model := paper.NearestNeighbor{Distance: name}
			var examples []classify.Example
			for i := range 20 {
				examples = append(examples, classify.Example{Link: links[i], Class: classes[i]})
			}
			if err := model.Learn(examples...); err != nil {
				t.Fatal(err)
			}
			for i := 20; i < 30; i++ {
				x, nearest := nine(sources[i]), map[string]float64{classify.ClassArticle: math.Inf(1), classify.ClassOther: math.Inf(1)}
				for k := range 20 {
					sum := 0.0
					for c, component := range nine(sources[k]) {
						sum += distance(x[c], component)
					}
					nearest[classes[k]] = min(nearest[classes[k]], sum)
				}
				want := classify.ClassArticle
				if nearest[classify.ClassOther] < nearest[want] {
					want = classify.ClassOther
				}
				if math.Abs(nearest[classify.ClassArticle]-nearest[classify.ClassOther]) < 1e-9 {
					continue
				}
				clear++
				if got := model.Classify(links[i]); got.Class != want {
					t.Errorf("seed %d, distance %q: %s is %+v, want %s: %v", seed, name, sources[i], got, want, nearest)
				}
			}
		}
	}
	if clear < 500 {
		t.Errorf("%d links have a nearest class, want most of 800", clear)
	}
}
