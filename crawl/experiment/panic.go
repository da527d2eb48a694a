package experiment

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// protected does something, and returns as an error what it panics with.
func protected(do func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *crawl.PanicError:
			err = &panicked{v}
		default:
			err = &panicked{&crawl.PanicError{Value: v, Stack: debug.Stack()}}
		}
	}()
	return do()
}

// panicked is a panic on one line.
type panicked struct{ cause *crawl.PanicError }

// Error has the value, without the secrets in URLs, and where the panic was.
func (e *panicked) Error() string {
	text := weburl.RedactText(fmt.Sprintf("panic: %v", e.cause.Value))
	if at := panicLine(string(e.cause.Stack)); at != "" {
		text += " at " + at
	}
	return text
}

func (e *panicked) Unwrap() error { return e.cause }

// panicFrame is how debug.Stack writes the runtime's own frame, below which is what panicked.
const panicFrame = "\npanic("

// panicLine returns the file and line that panicked, "" if a stack does not have them:
// of the first function below the panic that is not the runtime's.
func panicLine(stack string) string {
	_, below, _ := strings.Cut(stack, panicFrame)
	lines := strings.Split(below, "\n")
	for i := 2; i+1 < len(lines); i += 2 {
		if !strings.HasPrefix(lines[i], "runtime.") {
			at, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
			return at
		}
	}
	return ""
}
