// Package programtest tests what the example programs have in common.
package programtest

import (
	"fmt"
	"strings"
	"testing"
)

// Help checks that a program's help has commands that begin with "go run
// ./examples/NAME", and that parse takes their flags.
func Help(t *testing.T, name, help string, parse func(args []string) error) {
	t.Helper()
	command := "go run ./examples/" + name
	found := 0
	for line := range strings.Lines(help) {
		rest, ok := strings.CutPrefix(line, "  "+command)
		if !ok {
			if strings.HasPrefix(line, "  "+name+" ") || strings.HasPrefix(line, "  go run ") {
				t.Errorf("%q: want a command that begins with %q", line, command)
			}
			continue
		}
		found++
		args, err := fields(rest)
		if err == nil {
			err = parse(args)
		}
		if err != nil {
			t.Errorf("%s%s: %v", command, rest, err)
		}
	}
	if found == 0 {
		t.Errorf("the help has no command that begins with %q:\n%s", command, help)
	}
}

// fields splits the arguments of a command as a shell does: at white space, but in
// double quotes.
func fields(s string) ([]string, error) {
	var args []string
	var arg strings.Builder
	begun, quoted := false, false
	for _, r := range s {
		switch {
		case r == '"':
			begun, quoted = true, !quoted
		case !quoted && strings.ContainsRune(" \t\n", r):
			if begun {
				args = append(args, arg.String())
				arg.Reset()
			}
			begun = false
		case !quoted && strings.ContainsRune(`$'\;|&<>*?`, r):
			return nil, fmt.Errorf("%q means something else to a shell", r)
		default:
			begun = true
			arg.WriteRune(r)
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is open in %s", s)
	}
	if begun {
		args = append(args, arg.String())
	}
	return args, nil
}
