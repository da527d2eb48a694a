package harvest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Results is all that a harvest found.
type Results struct {
	Pages    int        `json:"pages"` // of the list
	Records  int        `json:"records"`
	Own      int        `json:"own_pages"` // read
	Moved    int        `json:"moved"`     // of those, at a place that their template did not have
	Deferred []deferral `json:"deferred"`
	CSV      string     `json:"csv"`
	JSONL    string     `json:"jsonl"`

	rows []Row
}

// deferral is a page that a person should look at.
type deferral struct {
	URL string `json:"url"`
	Why string `json:"why"`
}

// Row is one line of records.jsonl.
type Row struct {
	List  string `json:"list"`  // URL of the page of the list
	Index int    `json:"index"` // on that page, from 0
	URL   string `json:"url,omitempty"`
	records.Record
	Result   string              `json:"result,omitempty"`
	Own      bartree.Region      `json:"own,omitzero"`
	OwnLinks map[string][]string `json:"own_links,omitempty"` // by the names of keywords
	Deferred string              `json:"deferred,omitempty"`  // why the own page was not read
}

// Joined puts together the records and their own pages, whose addresses the function
// returns, if those were to be read.
func Joined(lines []Line, own func(records.Record) string, owned bool) *Results {
	h := &Results{Deferred: []deferral{}}
	last := map[string]Line{} // by URL and kind: what counts of pages with two lines
	var lists, owns []string
	for _, l := range lines {
		switch {
		case l.Own != "":
			if old, ok := last["own "+l.Own]; !ok {
				owns = append(owns, l.Own)
			} else if l.Result == "" && old.Result != "" {
				continue
			}
			last["own "+l.Own] = l
		default:
			if _, ok := last["list "+l.List]; !ok {
				lists = append(lists, l.List)
			}
			last["list "+l.List] = l
		}
	}
	for _, url := range lists {
		l := last["list "+url]
		if len(l.Records) > 0 {
			h.Pages++
		}
		if l.Deferred != "" && !strings.HasPrefix(l.Deferred, "redirected") {
			h.Deferred = append(h.Deferred, deferral{url, l.Deferred})
		}
		for i, rec := range l.Records {
			h.rows = append(h.rows, complete(Row{List: url, Index: i, URL: own(rec), Record: rec}, owned, last))
		}
	}
	h.Records = len(h.rows)
	for _, r := range h.rows {
		if _, ok := last["own "+r.URL]; !ok && r.Deferred != "" {
			last["own "+r.URL] = Line{Own: r.URL, Deferred: r.Deferred}
			owns = append(owns, r.URL)
		}
	}
	for _, url := range owns {
		switch l := last["own "+url]; {
		case l.Deferred != "":
			h.Deferred = append(h.Deferred, deferral{url, l.Deferred})
		default:
			h.Own++
			if l.Result == string(bartree.LookMoved) {
				h.Moved++
			}
		}
	}
	return h
}

// notFetched is why an own page was not read that the crawl did not come to.
const notFetched = "not fetched: -pages, robots.txt or a rule of the site left it out"

// complete adds what came of the row's own page.
func complete(out Row, owned bool, last map[string]Line) Row {
	if !owned || out.URL == "" {
		return out
	}
	l, ok := last["own "+out.URL]
	if !ok {
		l.Deferred = notFetched
	}
	out.Result, out.Own, out.OwnLinks, out.Deferred = l.Result, l.Region, l.Links, l.Deferred
	return out
}

// Why says what kept the list from being read.
func (h *Results) Why() string {
	if len(h.Deferred) == 0 {
		return "nothing was fetched"
	}
	return weburl.Redact(h.Deferred[0].URL) + ": " + h.Deferred[0].Why
}

// Write writes the results, each file whole or not at all.
func (h *Results) Write(dir string) error {
	h.CSV, h.JSONL = filepath.Join(dir, "records.csv"), filepath.Join(dir, "records.jsonl")
	table, err := h.table()
	if err != nil {
		return err
	}
	if err := program.Replace(h.CSV, bytes.NewReader(table)); err != nil {
		return err
	}
	if err := writeLines(h.JSONL, h.rows); err != nil {
		return err
	}
	return writeLines(filepath.Join(dir, "deferred.jsonl"), h.Deferred)
}

func writeLines[T any](path string, rows []T) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return program.Replace(path, &b)
}

// fixed are the columns of records.csv that are no parts.
var fixed = []string{"list", "index", "url", "text", "result", "own_text", "deferred"}

// table returns the records as CSV: a column a part, inner lists joined by "; ",
// the parts of own pages after those of the list, and last the links behind parts, as
// title_url, and those known by keywords, as link_fulltext. What a page has written is text to a
// spreadsheet.
func (h *Results) table() ([]byte, error) {
	parts, inner, ownParts, links := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range h.rows {
		for name := range r.Parts {
			parts[name] = true
		}
		for name := range r.Lists {
			inner[name] = true
		}
		for name := range r.Own.Parts {
			ownParts[name] = true
		}
		for name := range r.addresses() {
			links[name] = true
		}
	}
	columns := [][]string{slices.Sorted(maps.Keys(parts)), slices.Sorted(maps.Keys(inner)), slices.Sorted(maps.Keys(ownParts)), slices.Sorted(maps.Keys(links))}
	head := slices.Concat(fixed[:4], columns[0], columns[1], fixed[4:6])
	for _, name := range columns[2] {
		head = append(head, "own_"+name)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{slices.Concat(head, fixed[6:], columns[3])}
	for _, r := range h.rows {
		cells := []string{r.List, fmt.Sprint(r.Index), r.URL, r.Text}
		for _, name := range columns[0] {
			cells = append(cells, r.Parts[name])
		}
		for _, name := range columns[1] {
			cells = append(cells, Entries(r.Lists[name]))
		}
		cells = append(cells, r.Result, r.Own.Text)
		for _, name := range columns[2] {
			cells = append(cells, r.Own.Parts[name])
		}
		cells = append(cells, r.Deferred)
		addresses := r.addresses()
		for _, name := range columns[3] {
			cells = append(cells, addresses[name])
		}
		rows = append(rows, cells)
	}
	for _, row := range rows {
		for i := range row {
			row[i] = legible.Cell(row[i])
		}
	}
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

// addresses returns a row's links by the names of their columns.
func (r *Row) addresses() map[string]string {
	out := map[string]string{}
	for name, address := range r.Links {
		if name != "" { // that of a record without parts is in the column url
			out[name+"_url"] = address
		}
	}
	for name, address := range r.Own.Links {
		out["own_"+name+"_url"] = address
	}
	for name, known := range r.OwnLinks {
		out["link_"+name] = strings.Join(known, "; ")
	}
	return out
}

// Entries joins the texts of an inner list.
func Entries(records []records.Record) string {
	var texts []string
	for _, r := range records {
		texts = append(texts, r.Text)
	}
	return strings.Join(texts, "; ")
}

// Print prints what came of the harvest.
func (h *Results) Print(w io.Writer, o Options) error {
	if o.JSON {
		return json.NewEncoder(w).Encode(h)
	}
	fmt.Fprintf(w, "%s on %s of the list; %s read, %d of them at a new place; %s deferred\n",
		program.Count(h.Records, "record"), program.Count(h.Pages, "page"), program.Count(h.Own, "own page"), h.Moved, program.Count(len(h.Deferred), "page"))
	for _, d := range h.Deferred {
		fmt.Fprintf(w, "  deferred  %s: %s\n", weburl.Redact(d.URL), weburl.RedactText(d.Why))
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n", h.CSV, h.JSONL)
	return err
}
