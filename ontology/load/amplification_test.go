package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/ontology/load"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// The shortest entries of each format, and what reading makes most of.
func TestAmplification(t *testing.T) {
	const size = 2 << 20
	fill := func(head string, unit func(i int) string, tail string) string {
		b := new(strings.Builder)
		b.WriteString(head)
		for i := 0; b.Len() < size; i++ {
			b.WriteString(unit(i))
		}
		b.WriteString(tail)
		return b.String()
	}
	tabs := func(text string) string { return strings.ReplaceAll(text, " ", "\t") }
	const (
		rf2Concept      = "id effectiveTime active moduleId definitionStatusId\n"
		rf2Description  = "id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId\n"
		rf2Relationship = "id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId characteristicTypeId modifierId\n"
	)
	var rows []amplification.Row
	for _, input := range []struct {
		name  string
		open  string // a file of those below, or "." for all
		files map[string]string
	}{
		{"OBO, concepts", "a.obo", map[string]string{"a.obo": fill("format-version: 1.2\n", func(i int) string { return fmt.Sprintf("[Term]\nid:%d\n", i) }, "")}},
		{"OBO, parents", "a.obo", map[string]string{"a.obo": fill("format-version: 1.2\n[Term]\nid:a\nname:a\n", func(i int) string { return fmt.Sprintf("is_a:%d\n", i) }, "")}},
		{"OBO, names", "a.obo", map[string]string{"a.obo": fill("format-version: 1.2\n[Term]\nid:a\nname:a\n", func(i int) string { return fmt.Sprintf("synonym:\"%d\"\n", i) }, "")}},
		{"OBO, stanzas of one concept", "a.obo", map[string]string{"a.obo": fill("format-version: 1.2\n", func(i int) string { return fmt.Sprintf("[Term]\nid:a\nname:%d\n", i) }, "")}},
		{"OBO, xrefs", "a.obo", map[string]string{"a.obo": fill("format-version: 1.2\n[Term]\nid:a\nname:a\n", func(i int) string { return fmt.Sprintf("xref:a:%d\n", i) }, "")}},
		{"OBO, long namespace", "a.obo", map[string]string{"a.obo": fill("format-version: 1.2\ndefault-namespace: "+strings.Repeat("x", 1<<19)+"\n", func(i int) string { return fmt.Sprintf("[Term]\nid:%d\n", i) }, "")}},
		{"OBO Graph, nodes", "a.json", map[string]string{"a.json": fill(`{"graphs":[{"nodes":[{"id":"a"}`, func(i int) string { return fmt.Sprintf(`,{"id":"%d","type":"CLASS"}`, i) }, `]}]}`)}},
		{"OBO Graph, edges", "a.json", map[string]string{"a.json": fill(`{"graphs":[{"nodes":[{"id":"a","type":"CLASS"}],"edges":[{"sub":"a","pred":"is_a","obj":"a"}`, func(i int) string { return fmt.Sprintf(`,{"sub":"a","pred":"is_a","obj":"%d"}`, i) }, `]}]}`)}},
		{"OBO Graph, brackets", "a.json", map[string]string{"a.json": fill(`{"graphs":[{"nodes":[{"id":"a","type":"CLASS"}],"meta":[0`, func(i int) string { return ",[]" }, `]}]}`)}},
		{"MeSH XML, records", "a.xml", map[string]string{"a.xml": fill("<DescriptorRecordSet>", func(i int) string {
			return fmt.Sprintf("<DescriptorRecord><DescriptorUI>%d</DescriptorUI><DescriptorName><String>a</String></DescriptorName></DescriptorRecord>", i)
		}, "</DescriptorRecordSet>")}},
		{"MeSH XML, relations", "a.xml", map[string]string{"a.xml": fill("<DescriptorRecordSet><DescriptorRecord><DescriptorUI>D1</DescriptorUI><DescriptorName><String>a</String></DescriptorName>",
			func(i int) string { return "<ConceptRelation/>" }, "</DescriptorRecord></DescriptorRecordSet>")}},
		{"MeSH XML, attributes", "a.xml", map[string]string{"a.xml": "<DescriptorRecordSet><DescriptorRecord" + strings.Repeat(" a=''", 200_000) + "><DescriptorUI>D1</DescriptorUI><DescriptorName><String>a</String></DescriptorName></DescriptorRecord></DescriptorRecordSet>"}},
		{"MeSH trees", "a.bin", map[string]string{"a.bin": fill("Body Regions;A01\n", func(i int) string { return fmt.Sprintf("%d;A01.%03d.%03d\n", i, i/1000, i%1000) }, "")}},
		{"RF2, concepts", ".", map[string]string{
			"Snapshot/Terminology/sct2_Concept_Snapshot_INT_20240101.txt":            fill(tabs(rf2Concept), func(i int) string { return tabs(fmt.Sprintf("%d 20200101 1 0 0\n", i+1)) }, ""),
			"Snapshot/Terminology/sct2_Description_Snapshot-en_INT_20240101.txt":     tabs(rf2Description + "11 20200101 1 0 1 en 900000000000003001 a 0\n"),
			"Snapshot/Terminology/sct2_Relationship_Snapshot_INT_20240101.txt":       tabs(rf2Relationship),
			"Snapshot/Refset/Language/der2_cRefset_LanguageSnapshot-en_INT_2024.txt": tabs("id effectiveTime active moduleId refsetId referencedComponentId acceptabilityId\n"),
		}},
		{"RF2, descriptions", ".", map[string]string{
			"Snapshot/Terminology/sct2_Concept_Snapshot_INT_20240101.txt": tabs(rf2Concept + "1 20200101 1 0 0\n"),
			"Snapshot/Terminology/sct2_Description_Snapshot-en_INT_20240101.txt": fill(tabs(rf2Description), func(i int) string {
				return tabs(fmt.Sprintf("%d 20200101 1 0 1 en 900000000000003001 a%d 0\n", i+1, i))
			}, ""),
			"Snapshot/Terminology/sct2_Relationship_Snapshot_INT_20240101.txt":       tabs(rf2Relationship),
			"Snapshot/Refset/Language/der2_cRefset_LanguageSnapshot-en_INT_2024.txt": tabs("id effectiveTime active moduleId refsetId referencedComponentId acceptabilityId\n"),
		}},
		{"WordNet, synsets", ".", map[string]string{
			"data.noun":  fill("", func(i int) string { return fmt.Sprintf("%08d 26 n 01 a 0 000 | \n", i) }, ""),
			"index.noun": "a n 1 0 1 0 00000000\n",
		}},
		{"RRF, names", ".", map[string]string{"MRCONSO.RRF": fill("", func(i int) string {
			return fmt.Sprintf("C%07d|ENG|P|L1|PF|S1|Y|A1||||MSH|MH|D1|a|0|N||\n", i%10_000_000)
		}, "")}},
	} {
		dir := t.TempDir()
		length := 0
		for name, text := range input.files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			length += len(text)
		}
		path := filepath.Join(dir, input.open)
		rows = append(rows, amplification.Row{
			Input: input.name, Wire: length, Kept: 60 * length, Peak: 90 * length, Total: 250 * length,
			Run: func() any {
				if _, ok := input.files["MRCONSO.RRF"]; ok {
					g, err := umls.Dir{Path: dir}.Load()
					if err != nil {
						t.Errorf("%s: %v", input.name, err)
					}
					return g
				}
				o, err := load.Open(path)
				if err != nil {
					t.Errorf("%s: %v", input.name, err)
					return nil
				}
				_, _ = o.Topic(t.Context(), "a") // makes the indexes
				return o
			},
		})
	}
	amplification.Check(t, rows)
}
