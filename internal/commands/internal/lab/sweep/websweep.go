package sweep

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// A WebSweep is the same strategies on webs that differ by one parameter, several webs
// for each of its values.
type WebSweep struct {
	Parameter string     // what the values are of
	Points    []WebPoint // by value; all of the same strategies
}

// A WebPoint is the webs that have a value of the parameter, each a row of a pool.
type WebPoint struct {
	Value float64    // of the parameter
	Pool  *pool.Pool // of the webs
}

// baselines are what each strategy is compared with at each value.
var baselines = []string{"breadthfirst", "random"}

// cell is a strategy at a value.
type cell struct {
	Value    float64            `json:"value"`
	Strategy string             `json:"strategy"`
	Share    stats.Estimate     `json:"share"`    // of the bound
	Over     []stats.Comparison `json:"over"`     // its share less that of each of the baselines
	Pages    float64            `json:"pages"`    // mean of a crawl
	Requests float64            `json:"requests"` // mean of a crawl
}

// swept is a strategy at all values.
type swept struct {
	strategy string
	cells    []cell
}

// strategies returns the results of all strategies, the best in the mean first.
func (s WebSweep) strategies() ([]swept, error) {
	if len(s.Points) == 0 {
		return nil, fmt.Errorf("sweep of %s: no points", s.Parameter)
	}
	var all []swept
	for _, name := range s.Points[0].Pool.Strategies {
		of := swept{strategy: name}
		for _, point := range s.Points {
			if err := sweepable(s.Parameter, point.Value); err != nil {
				return nil, err
			}
			c, err := point.cell(name)
			if err != nil {
				return nil, fmt.Errorf("sweep of %s: at %v: %w", s.Parameter, point.Value, err)
			}
			of.cells = append(of.cells, c)
		}
		all = append(all, of)
	}
	slices.SortStableFunc(all, func(a, b swept) int { return cmp.Compare(b.sum(), a.sum()) })
	return all, nil
}

func (s swept) sum() float64 {
	var sum float64
	for _, c := range s.cells {
		sum += c.Share.Mean
	}
	return sum
}

func (p WebPoint) cell(strategy string) (cell, error) {
	c := cell{Value: p.Value, Strategy: strategy}
	var err error
	if c.Share, err = p.Pool.Mean(strategy); err != nil {
		return c, err
	}
	if c.Over, err = p.Pool.Compare(strategy, baselines...); err != nil {
		return c, err
	}
	cells, err := p.Pool.Cells(strategy)
	for _, cell := range cells {
		c.Pages += cell.Pages / float64(len(cells))
		c.Requests += cell.Requests / float64(len(cells))
	}
	return c, err
}

// WriteCSV writes one row a value and strategy: the share of the bound that it
// reaches, and what that is above those of breadth-first and of random order, with
// intervals over topics and the p of each difference by itself.
func (s WebSweep) WriteCSV(w io.Writer) error {
	all, err := s.strategies()
	if err != nil {
		return err
	}
	head := []string{legible.Cell(s.Parameter), "strategy", "share", "share_low", "share_high"}
	for _, b := range baselines {
		head = append(head, "over_"+b, "over_"+b+"_low", "over_"+b+"_high", "p_"+b)
	}
	rows := [][]string{append(head, "topics", "pages", "requests")}
	for i, point := range s.Points {
		for _, of := range all {
			c := of.cells[i]
			row := []string{strconv.FormatFloat(point.Value, 'g', -1, 64), legible.Cell(of.strategy), legible.DecimalCell(c.Share.Mean), legible.DecimalCell(c.Share.Low), legible.DecimalCell(c.Share.High)}
			for _, over := range c.Over {
				row = append(row, legible.DecimalCell(over.Difference.Mean), legible.DecimalCell(over.Difference.Low), legible.DecimalCell(over.Difference.High), legible.DecimalCell(over.P))
			}
			rows = append(rows, append(row, strconv.Itoa(c.Share.Topics), legible.DecimalCell(c.Pages), legible.DecimalCell(c.Requests)))
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// WriteJSON writes the same, one object a line.
func (s WebSweep) WriteJSON(w io.Writer) error {
	all, err := s.strategies()
	if err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	for i := range s.Points {
		for _, of := range all {
			if err := enc.Encode(of.cells[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteTable writes for people to read, a column a value: the share of the bound and
// the requests of a crawl, then what the share is above those of breadth-first and of
// random order.
func (s WebSweep) WriteTable(w io.Writer) error {
	all, err := s.strategies()
	if err != nil {
		return err
	}
	width := 0
	for _, of := range all {
		width = max(width, len(of.strategy))
	}
	var b strings.Builder
	block := func(title string, write func(c cell) string) {
		fmt.Fprintf(&b, "%s, by %s\n%-*s", title, s.Parameter, width, "")
		for _, point := range s.Points {
			fmt.Fprintf(&b, "  %-23s", strconv.FormatFloat(point.Value, 'g', -1, 64))
		}
		b.WriteByte('\n')
		for _, of := range all {
			fmt.Fprintf(&b, "%-*s", width, of.strategy)
			for _, c := range of.cells {
				fmt.Fprintf(&b, "  %-23s", write(c))
			}
			b.WriteByte('\n')
		}
	}
	block("AUC of target recall as a share of the bound, and requests", func(c cell) string {
		return fmt.Sprintf("%.3f (%.1f)", c.Share.Mean, c.Requests)
	})
	for i, baseline := range baselines {
		block("\nThe same less that of "+baseline, func(c cell) string {
			return c.Over[i].Difference.Text("%+.3f")
		})
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// WriteSVG draws by the parameter what each strategy's share of the bound is above
// that of breadth-first, with intervals over topics: of the five best ones.
func (s WebSweep) WriteSVG(w io.Writer) error {
	all, err := s.strategies()
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(of swept) bool {
		return slices.Contains([]string{"random", "breadthfirst", "oracle", "allknowing"}, of.strategy)
	})
	all = all[:min(legible.MostCurves, len(all))]
	c := legible.Chart{
		Plot: legible.Plot{Width: 760, Height: 380, Left: 64, Right: 560, Top: 28, Bottom: 326}, Class: "wide",
		Title: "Advantage over breadth-first by " + s.Parameter, YName: "share of the bound less that of breadth-first",
	}
	least, most := s.Points[0].Value, s.Points[0].Value
	for i, point := range s.Points {
		least, most = min(least, point.Value), max(most, point.Value)
		for _, of := range all {
			low, high := of.cells[i].Over[0].Difference.Ends()
			c.Low, c.High = min(c.Low, low), max(c.High, high)
		}
	}
	c.Low, c.High = math.Floor(c.Low*10+1e-9)/10, max(math.Ceil(c.High*10-1e-9)/10, 0.1)
	at := func(v float64) float64 {
		if most == least {
			return float64(c.Left+c.Right) / 2
		}
		return legible.Tenth(float64(c.Left) + 16 + (v-least)/(most-least)*float64(c.Right-c.Left-32))
	}
	c.MarkY()
	for _, point := range s.Points {
		c.XTicks = append(c.XTicks, legible.Tick{At: at(point.Value), Text: strconv.FormatFloat(point.Value, 'g', -1, 64)})
	}
	var marks []mark
	var desc []string
	for k, of := range all {
		l := legible.Line{Class: "c" + strconv.Itoa(k+1), Label: of.strategy, LabelX: float64(c.Right + 8)}
		var own []mark
		for i, p := range s.Points {
			d := of.cells[i].Over[0].Difference
			low, high := d.Ends()
			x := at(p.Value) + 3*float64(k-len(all)/2) // side by side, so that intervals do not overlap
			own = append(own, mark{x, c.At(d.Mean), c.At(low), c.At(high), l.Class})
			desc = append(desc, fmt.Sprintf("%s at %v: %s", of.strategy, p.Value, d))
		}
		marks = append(marks, own...)
		l.Path, l.EndX, l.EndY = legible.Path(len(own), func(i int) (x, y float64) { return own[i].X, own[i].Y })
		l.LabelY = l.EndY
		c.Lines = append(c.Lines, l)
	}
	c.Desc = strings.Join(desc, "; ")
	c.SpreadLabels()
	return drawing.ExecuteTemplate(w, "websweep.svg.tmpl", map[string]any{"Chart": c, "Marks": marks, "Parameter": s.Parameter, "Zero": c.At(0)})
}
