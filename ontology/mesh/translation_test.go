package mesh_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/mesh"
)

// german is written as MeSH is translated: headings carry the English one in brackets, and the terms of
// both languages stand side by side.
const german = `<?xml version="1.0" encoding="UTF-8"?>
<DescriptorRecordSet LanguageCode = "ger">
<DescriptorRecord DescriptorClass="1">
 <DescriptorUI>D900002</DescriptorUI>
 <DescriptorName><String>Ohrenpocken[Ear Pox]</String></DescriptorName>
 <TreeNumberList><TreeNumber>C91.100.200</TreeNumber></TreeNumberList>
 <ConceptList><Concept PreferredConceptYN="Y">
  <ConceptUI>M9000001</ConceptUI><ConceptName><String>Ohrenpocken[Ear Pox]</String></ConceptName>
  <TermList>
   <Term IsPermutedTermYN="N"><TermUI>T900001</TermUI><String>Ear Pox</String></Term>
   <Term IsPermutedTermYN="Y"><TermUI>T900001</TermUI><String>Pox, Ear</String></Term>
   <Term IsPermutedTermYN="N"><TermUI>ger0000003</TermUI><String>Ohrenpocken</String></Term>
   <Term IsPermutedTermYN="N"><TermUI>ger0000004</TermUI><String>Ohrblattern</String></Term>
  </TermList>
 </Concept></ConceptList>
</DescriptorRecord>
<DescriptorRecord DescriptorClass="1">
 <DescriptorUI>D900001</DescriptorUI>
 <DescriptorName><String>Pocken [mild][Pox [any]]</String></DescriptorName>
 <TreeNumberList><TreeNumber>C91.100</TreeNumber></TreeNumberList>
 <ConceptList/>
</DescriptorRecord>
</DescriptorRecordSet>`

// A parent's heading with its English one in brackets stands in no text.
func TestReadTranslation(t *testing.T) {
	g := read(t, german)
	want := []ontology.Concept{
		{ID: "D900002", Name: "Ohrenpocken", Language: "de", AltIDs: []string{"C91.100.200"}, Parents: []string{"D900001"},
			Names: slices.Concat(names(ontology.Synonym, "en", "Ear Pox", "Pox, Ear"), names(ontology.Synonym, "de", "Ohrblattern"))},
		{ID: "D900001", Name: "Pocken [mild]", Language: "de", AltIDs: []string{"C91.100"}, Children: []string{"D900002"},
			Names: names(ontology.Synonym, "en", "Pox [any]")},
	}
	if diff := cmp.Diff(want, all(g)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	topic, err := g.Expand("Ohrenpocken", ontology.Expansion{Languages: []string{"de"}})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, term := range topic.Terms {
		texts = append(texts, term.Text)
	}
	if diff := cmp.Diff([]string{"Ohrenpocken", "Ohrblattern", "Pocken [mild]"}, texts); diff != "" {
		t.Errorf("terms in German (-want +got):\n%s", diff)
	}
}

// The codes of languages are the NLM's.
func TestReadTranslationLanguages(t *testing.T) {
	for code, want := range map[string]string{"ger": "de", "scr": "hr", "por": "pt", "eng": "en", "": ""} {
		g := read(t, strings.Replace(german, `"ger"`, `"`+code+`"`, 1))
		if c, _ := g.Concept("D900001"); c.Language != want {
			t.Errorf("%s: %q, want %q", code, c.Language, want)
		}
	}
}

// Names of chemicals end in brackets too, and English MeSH has no other heading in them.
func TestReadBracketsInEnglish(t *testing.T) {
	got := all(read(t, strings.Replace(supplement, "<String>nose pox of 1900</String>", "<String>poxene[2,3]</String>", 1)))
	if got[0].Name != "poxene[2,3]" {
		t.Errorf("name %q, want poxene[2,3]", got[0].Name)
	}
}

// The French MeSH of 2022 and later has an element for each language.
func TestReadBilingual(t *testing.T) {
	const french = `<DescriptorRecordSet LanguageCode="fre"><DescriptorRecord>
 <DescriptorUI>D900002</DescriptorUI>
 <DescriptorName><StringUS>Ear Pox</StringUS><StringFR>Variole de l'oreille</StringFR></DescriptorName>
 <ConceptList><Concept PreferredConceptYN="Y"><ConceptUI>M9000001</ConceptUI><TermList>
  <Term IsPermutedTermYN="N"><TermUI>T900001</TermUI><StringUS>Ear Pox</StringUS></Term>
  <Term IsPermutedTermYN="N"><TermUI>fre0000004</TermUI><StringFR>Variole auriculaire</StringFR></Term>
 </TermList></Concept></ConceptList>
</DescriptorRecord><DescriptorRecord>
 <DescriptorUI>D900003</DescriptorUI>
 <DescriptorName><StringUS>Nose Pox</StringUS><StringFR/></DescriptorName>
</DescriptorRecord></DescriptorRecordSet>`
	g, err := mesh.Reader{}.Read(strings.NewReader(french))
	if err != nil {
		t.Fatal(err)
	}
	want := []ontology.Concept{
		{ID: "D900002", Name: "Variole de l'oreille", Language: "fr",
			Names: slices.Concat(names(ontology.Synonym, "en", "Ear Pox"), names(ontology.Synonym, "fr", "Variole auriculaire"))},
		{ID: "D900003", Name: "Nose Pox", Language: "en"},
	}
	if diff := cmp.Diff(want, all(g)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
