package main

import (
	"io"
	"testing"

	"github.com/lokman-crawler/lokman/examples/internal/harvest"
	"github.com/lokman-crawler/lokman/examples/internal/programtest"
)

// The commands of the help are right as they are written.
func TestHelpCommands(t *testing.T) {
	programtest.Help(t, "harvest", harvest.Help, func(args []string) error {
		_, err := harvest.ParseOptions(args, io.Discard)
		return err
	})
}

func TestAgent(t *testing.T) {
	programtest.Agent(t, run, "-record", "Beans", "-list")
}
