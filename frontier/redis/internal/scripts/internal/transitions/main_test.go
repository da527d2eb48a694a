package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCurrent(t *testing.T) {
	committed, err := os.ReadFile("../../lua/transitions.lua")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(lua(), string(committed)); diff != "" {
		t.Errorf("lua/transitions.lua is not current: run go generate in frontier/redis (-want +committed):\n%s", diff)
	}
}
