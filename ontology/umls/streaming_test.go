package umls_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/ontology/umls"
)

// poxes is a release of made-up concepts with names that are nearly alike.
var poxes = map[string]string{
	"MRCONSO.RRF": `C0000001|ENG|P|L1|PF|S1|Y|A1|||D000001|MSH|MH|D000001|Pox Diseases|0|N||
C0000002|ENG|P|L2|PF|S2|Y|A2|||D000002|MSH|MH|D000002|Chickenpox|0|N||
C0000002|ENG|S|L3|PF|S3|N|A3|||D000002|MSH|ET|D000002|Chicken Pox, Common|0|N||
C0000003|ENG|P|L4|PF|S4|Y|A4|||D000003|MSH|MH|D000003|Cowpox|0|N||
C0000004|ENG|P|L5|PF|S5|Y|A5|||D000004|MSH|MH|D000004|Sheeppox|0|N||
C0000005|ENG|P|L6|PF|S6|Y|A6|||5|SNOMEDCT_US|PT|5|Chickenpox lesion (finding)|9|N||
C0000006|ENG|P|L7|PF|S7|Y|A7|||D000006|MSH|MH|D000006|Chickenpox|0|O||
C0000007|SPA|P|L8|PF|S8|Y|A8|||7|SCTSPA|PT|7|Chickenpox de España|9|N||
C0000008|ENG|P|L9|PF|S9|Y|A9|||D000008|MSH|MH|D000008|Crohn's Disease|0|N||
`,
	"MRREL.RRF": `C0000002|A2|AUI|PAR|C0000001|A1|AUI||R1||MSH|MSH|||N||
C0000003|A4|AUI|PAR|C0000001|A1|AUI||R2||MSH|MSH|||N||
C0000002|A2|AUI|SIB|C0000003|A4|AUI||R3||MSH|MSH|||N||
C0000005|A6|AUI|RO|C0000002|A2|AUI|finding_of|R4||SNOMEDCT_US|SNOMEDCT_US|||N||
`,
}

// A release that is searched where it lies gives what the loaded one gives.
func TestStreamingAsLoaded(t *testing.T) {
	ctx := context.Background()
	unordered := cmpopts.SortSlices(strings.Compare)
	path := write(t, poxes, nil).Path
	for name, d := range map[string]umls.Dir{
		"all": {Path: path}, "wanted": umls.Thesis(path), "release": umls.Thesis(write(t, release, nil).Path),
	} {
		t.Run(name, func(t *testing.T) {
			g := load(t, d)
			var ids, names []string
			for c := range g.All() {
				ids, names = append(ids, c.ID), append(names, c.Name)
				for _, n := range c.Names {
					names = append(names, n.Text)
				}
			}
			got, err := d.Concepts(ctx, ids)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := g.Concepts(ctx, ids)
			if diff := cmp.Diff(want, got, unordered, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("concepts (-loaded +streaming):\n%s", diff)
			}
			for _, name := range slices.Concat(names, ids, []string{"POXES, CHICKEN", "nothing of the kind"}) {
				want, _ := g.Find(ctx, name)
				if got, err := d.Find(ctx, name); err != nil || !slices.Equal(got, want) {
					t.Errorf("%q: %v %v, want %v", name, got, err, want)
				}
			}
			for _, name := range []string{"chikenpox", "Cow Pocks", "crohn diseas", "disease of pox", "xyzzyq", "", "p"} {
				want, _ := g.Nearest(ctx, name)
				if got, err := d.Nearest(ctx, name); err != nil || !slices.Equal(got, want) {
					t.Errorf("nearest to %q: %q %v, want %q", name, got, err, want)
				}
			}
		})
	}
}

// The nearest names are the preferred ones of up to three concepts, the nearest
// first, none of them obsolete or in a language that is not wanted.
func TestDirNearest(t *testing.T) {
	ctx := context.Background()
	d := umls.Thesis(write(t, poxes, nil).Path)
	for name, want := range map[string][]string{
		"chikenpox":       {"Chickenpox", "Chickenpox lesion (finding)"},
		"crohns diseases": {"Crohn's Disease", "Pox Diseases"},
		"sheepox":         {"Sheeppox", "Cowpox"},
		"xyzzyq":          nil,
		"":                nil,
	} {
		got, err := d.Nearest(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("nearest to %q (-want +got):\n%s", name, diff)
		}
	}
	if _, err := (umls.Dir{Path: t.TempDir()}).Nearest(ctx, "pox"); err == nil {
		t.Error("no error for an empty folder")
	}
	var _ interface {
		Nearest(context.Context, string) ([]string, error)
	} = d
}
