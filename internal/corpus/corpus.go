// Package corpus holds pages of journals that do not exist, in the shapes that
// the pages of real ones have, with the truth about them: for tests that say which
// layout a changed rule breaks. Each layout is a template in testdata that is
// filled with the same invented articles.
//
//   - Articles are pages of articles, with their zones.
//   - Issues are contents pages, with the links that lead to articles; Sites are the pages of
//     an issue, with their kinds.
//   - Histories are the versions of a template, with what changed between them.
//   - Webs are small webs of several hosts, with the pages that are about a topic.
//
// A Table compares what a package makes of them with its expected figures.
package corpus

import (
	"embed"
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed testdata
var files embed.FS

// A record is an invented article. Its texts are HTML.
type record struct {
	Section, Title  string
	Places          []string
	Authors         []author
	Parts           []part // of the abstract
	Keywords        []string
	Spanish, German translation
	ID              int // from 1
}

type author struct {
	Given, Family string
	At            []int // places, from 1
	Mail          string
	Last          bool // of the article
}

type part struct{ Head, Text string }

type translation struct{ Title, Abstract string }

// Name is the name as people write it.
func (a author) Name() string { return a.Given + " " + a.Family }

// Reverse is the name with the surname first.
func (a author) Reverse() string { return a.Family + ", " + a.Given }

// Summary is the abstract in one piece, without the headings of its parts.
func (r record) Summary() string {
	var texts []string
	for _, p := range r.Parts {
		texts = append(texts, p.Text)
	}
	return strings.Join(texts, " ")
}

// Teaser is the beginning of the abstract as metas cut it.
func (r record) Teaser() string { return string([]rune(plain(r.Summary()))[:90]) + "..." }

var (
	noLetters = regexp.MustCompile(`[^a-z0-9]+`)
	tags      = regexp.MustCompile(`<[^>]*>`)
)

// plain is what a person sees of an HTML text.
func plain(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(s, ""))), " ")
}

// readRecords reads testdata/records.txt: a record a paragraph, a field a line.
func readRecords() []record {
	var out []record
	for i, paragraph := range strings.Split(strings.TrimSpace(read("records.txt")), "\n\n") {
		r := record{ID: i + 1}
		for line := range strings.Lines(paragraph) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			fields := strings.Split(value, " | ")
			switch key {
			case "section":
				r.Section = value
			case "title":
				r.Title = value
			case "at":
				r.Places = append(r.Places, value)
			case "by":
				a := author{Given: fields[0], Family: fields[1]}
				for place := range strings.SplitSeq(fields[2], ",") {
					n, _ := strconv.Atoi(place)
					a.At = append(a.At, n)
				}
				if len(fields) > 3 {
					a.Mail = fields[3]
				}
				r.Authors = append(r.Authors, a)
			case "abs":
				head, text, _ := strings.Cut(value, "| ")
				r.Parts = append(r.Parts, part{strings.TrimSpace(head), text})
			case "keys":
				r.Keywords = strings.Split(value, "; ")
			case "es":
				r.Spanish = translation{fields[0], fields[1]}
			case "de":
				r.German = translation{fields[0], fields[1]}
			default:
				panic("corpus: records.txt: " + line)
			}
		}
		r.Authors[len(r.Authors)-1].Last = true
		out = append(out, r)
	}
	return out
}

func read(name string) string {
	data, err := files.ReadFile("testdata/" + name)
	if err != nil {
		panic(err)
	}
	return string(data)
}

var functions = template.FuncMap{
	"plain": plain,
	"attr":  func(s string) string { return html.EscapeString(plain(s)) },
	"json": func(s string) (string, error) {
		b, err := json.Marshal(plain(s))
		return string(b), err
	},
	"join":  strings.Join,
	"add":   func(a, b int) int { return a + b },
	"mod":   func(a, b int) int { return a % b },
	"sign":  func(n int) string { return []string{"*", "†", "‡", "§"}[n-1] },
	"small": func(n int) string { return string(rune('a' + n - 1)) },
	// seq counts from 1 to n.
	"seq": func(n int) []int {
		out := make([]int, n)
		for i := range out {
			out[i] = i + 1
		}
		return out
	},
	// hash is a word such as style sheets are bundled under, another for each n.
	"hash": func(n int) string { return strconv.FormatInt(int64(n)*2654435761%(36*36*36*36*36), 36) },
}

// parse reads a file of templates and returns the names of those that are layouts,
// in their order in the file. Pieces of layouts have a name in brackets.
func parse(file string) (*template.Template, []string) {
	text := read(file)
	t := template.Must(template.New(file).Funcs(functions).Parse(text))
	var names []string
	for _, found := range definition.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(found[1], "(") {
			names = append(names, found[1])
		}
	}
	return t, names
}

var definition = regexp.MustCompile(`\{\{-? *define "([^"]+)"`)

func write(t *template.Template, name string, data any) string {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, data); err != nil {
		panic(err)
	}
	return b.String()
}

// around are the other records, those next in the list first.
func around(all []record, r record) []record {
	return slices.Concat(all[r.ID:], all[:r.ID-1])
}
