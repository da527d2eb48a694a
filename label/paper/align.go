package paper

import (
	"fmt"

	"github.com/lokman-crawler/lokman/label"
	"github.com/lokman-crawler/lokman/label/internal/layout"
)

// A Template is the document string of a labelled page in paper mode: its
// level- and tag-patterns row by row, with the label of each (Le and Thoma 2003,
// section 4.4).
type Template struct {
	Rows []TemplateRow // in the page's order
}

// A TemplateRow is one row of a Template.
type TemplateRow struct {
	Level LevelPattern // of the row
	Tag   TagPattern   // of a text: of the elements just before it, "" where there are none
	Text  bool         // a text rather than elements
	Label label.Label  // "" for what is in no zone
}

// alignment holds for each row of a page the label it gets and how many patterns
// agree.
type alignment struct {
	labels []label.Label
	agree  []int8
	total  int
}

func alignTemplate(page, template []TemplateRow) (alignment, error) {
	m := alignment{labels: make([]label.Label, len(page)), agree: make([]int8, len(page))}
	take := func(i, j int) {
		m.labels[i] = template[j].Label
		m.agree[i] = int8(agreement(page[i], template[j]))
		m.total += int(m.agree[i])
	}
	head := 0
	for head < min(len(page), len(template)) && agreement(page[head], template[head]) == 2 {
		take(head, head)
		head++
	}
	tail := 0
	for tail < min(len(page), len(template))-head && agreement(page[len(page)-1-tail], template[len(template)-1-tail]) == 2 {
		tail++
		take(len(page)-tail, len(template)-tail)
	}
	pairs, err := align(page[head:len(page)-tail], template[head:len(template)-tail])
	for _, p := range pairs {
		take(head+p[0], head+p[1])
	}
	return m, err
}

func agreement(a, b TemplateRow) int {
	if a.Text != b.Text {
		return 0
	}
	n := 0
	if a.Level == b.Level {
		n++
	}
	if a.Tag == b.Tag {
		n++
	}
	return n
}

// align returns the pairs of rows of the best global alignment.
func align(a, b []TemplateRow) ([][2]int, error) {
	if len(a) == 0 || len(b) == 0 {
		return nil, nil
	}
	if len(a) > maxCells/len(b) {
		return nil, fmt.Errorf("label: aligning %d rows with %d: %w", len(a), len(b), layout.ErrTooLarge)
	}
	const skipA, skipB, pair = 0, 1, 2
	steps := make([]byte, len(a)*len(b))
	// score[j] is the best of a[i:] with b[j:]; next is the row of i+1.
	score, next := make([]int32, len(b)+1), make([]int32, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		score, next = next, score
		score[len(b)] = 0
		for j := len(b) - 1; j >= 0; j-- {
			step, s := byte(skipA), next[j]
			if score[j+1] > s {
				step, s = skipB, score[j+1]
			}
			if n := agreement(a[i], b[j]); n > 0 && next[j+1]+int32(n) >= s {
				step, s = pair, next[j+1]+int32(n)
			}
			score[j], steps[i*len(b)+j] = s, step
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch steps[i*len(b)+j] {
		case skipA:
			i++
		case skipB:
			j++
		default:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		}
	}
	return pairs, nil
}

// maxCells bounds the table of an alignment.
const maxCells = 64 << 20

func templateRows(rows []Row) []TemplateRow {
	out := make([]TemplateRow, len(rows))
	for i, r := range rows {
		out[i] = TemplateRow{Level: r.Level, Tag: r.Tag.Names()}
		if r.Tag == "" {
			out[i].Text = true
			if i > 0 && rows[i-1].Tag != "" {
				out[i].Tag = rows[i-1].Tag.Names()
			}
		}
	}
	return out
}
