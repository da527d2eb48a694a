package harvest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// What a page says is a text to a spreadsheet, and as it was in JSON.
func TestNoFormulas(t *testing.T) {
	for _, text := range []string{"=cmd|'/c calc'!A0", "@SUM(1)", "+1", "-1", "\t=1"} {
		h := Results{rows: []Row{{List: "http://a.test/", Index: 1, Record: records.Record{
			Text: text, Parts: map[string]string{"title": text}, Lists: map[string][]records.Record{"authors": {{Text: text}}}},
			Own: bartree.Region{Text: text, Parts: map[string]string{"title": text}}, Deferred: text}}}
		data, err := h.table()
		if err != nil {
			t.Fatal(err)
		}
		table, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(table[1], "; "); got != strings.Join([]string{"http://a.test/", "1", "", "'" + text, "'" + text, "'" + text, "", "'" + text, "'" + text, "'" + text}, "; ") {
			t.Errorf("%q", got)
		}
		if err := h.Write(t.TempDir()); err != nil {
			t.Fatal(err)
		}
		var r Row
		if data, err = os.ReadFile(h.JSONL); err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil || r.Text != text {
			t.Errorf("%v, %q in JSON", err, r.Text)
		}
	}
}

// A torn last line is cut.
func TestTornLine(t *testing.T) {
	dir := t.TempDir()
	j, err := OpenJournal(dir, "task")
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Put(Line{List: "http://a.example/", Deferred: "x"}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.file.WriteString(`{"list":"http://`); err != nil {
		t.Fatal(err)
	}
	j.Close()
	if j, err = OpenJournal(dir, "task"); err != nil || j.Fresh {
		t.Fatal(err)
	}
	if err := j.Put(Line{List: "http://b.example/"}); err != nil {
		t.Fatal(err)
	}
	lines, err := j.Lines()
	if err != nil || len(lines) != 2 || lines[1].List != "http://b.example/" {
		t.Errorf("%+v, %v", lines, err)
	}
	j.Close()
}
