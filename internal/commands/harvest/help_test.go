package harvest

import (
	"io"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/harvest"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// The commands of the help are right as they are written.
func TestHelpCommands(t *testing.T) {
	programtest.Help(t, "harvest", harvest.Help, func(args []string) error {
		_, err := harvest.ParseOptions(t.Context(), args, io.Discard)
		return err
	})
}

func TestAgent(t *testing.T) {
	programtest.Agent(t, Run, "-record", "Beans", "-list")
}
