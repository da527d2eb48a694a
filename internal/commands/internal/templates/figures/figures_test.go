package figures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

// TestFigures: what is said of the paper's figures in docs/measured/templates.md, on 80
// pages of each depth.
func TestFigures(t *testing.T) {
	some := depths
	if testing.Short() {
		some = depths[:1]
	}
	for _, d := range some {
		p, err := measure(t.Context(), d, 80)
		if err != nil {
			t.Fatal(err)
		}
		if p.Depth != d || p.Pages != 80 || !(p.SimpleTime > 0 && p.FullTime > 0) {
			t.Errorf("%+v", p)
		}
		if p.Simple >= p.Full || p.Full != p.All || p.All >= p.Template || p.Simple < 0.6 || p.Full < 0.75 || p.Template < 0.95 {
			t.Errorf("d_max %d: seen by simple %.3f, full %.3f, all %.3f, template %.3f", d, p.Simple, p.Full, p.All, p.Template)
		}
		if p.OtherTemplate > 0.05 {
			t.Errorf("d_max %d: %.3f of the unchanged pages alarm", d, p.OtherTemplate)
		}
	}
}

// TestSources: the region of a source is at its depth, and content alone changes from
// page to page.
func TestSources(t *testing.T) {
	for i, d := range depths {
		s := newSource(rand.New(rand.NewPCG(1, uint64(i))), d)
		tree, err := paper.Reverse(s.page(1, "Here."), bartree.Region{Text: "Here."}, nil)
		if err != nil || len(tree.Bars) != d || tree.Delta != 0 {
			t.Errorf("d_max %d: %v, %+v", d, err, tree)
		}
		if !bytes.Equal(s.page(1, "x"), s.clone().page(1, "x")) || bytes.Equal(s.page(1, "x"), s.page(2, "x")) {
			t.Errorf("d_max %d: content", d)
		}
	}
}

func TestDrawsOnePoint(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.svg")
	if err := writeFile(file, []point{{Depth: 5, SimpleTime: 0.1, FullTime: 0.2, Simple: 0.4, Full: 1}}); err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, svg)
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkFigure6 is the time of the paper's Figure 6: from the HTML of a page to the decision.
func BenchmarkFigure6(b *testing.B) {
	for _, d := range depths {
		s := newSource(rand.New(rand.NewPCG(seed, uint64(d*sources))), d)
		region := bartree.Region{Text: "They rise twice a day."}
		page := s.page(1, region.Text)
		old, err := paper.Reverse(page, region, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, v := range []paper.Variables{paper.SimpleVariables, paper.FullVariables} {
			b.Run(fmt.Sprintf("d_max=%d/%s", d, v), func(b *testing.B) {
				b.SetBytes(int64(len(page)))
				for b.Loop() {
					if _, _, err := check(page, region, old, v); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
