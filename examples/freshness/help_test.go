package main

import (
	"io"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// The commands of the help are right as they are written.
func TestHelpCommands(t *testing.T) {
	programtest.Help(t, "freshness", help, func(args []string) error {
		_, err := parse(t.Context(), args, io.Discard)
		return err
	})
}
