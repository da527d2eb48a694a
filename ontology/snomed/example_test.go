package snomed_test

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/lokman-crawler/lokman/ontology/snomed"
)

func ExampleReader_Open() {
	g, err := snomed.Reader{}.Open("SnomedCT_InternationalRF2.zip", "SnomedCT_Delta.zip")
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Println("no release here")
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Len(), "concepts")
	// Output: no release here
}
