//go:build !linux

package chrome

import (
	"os"
	"os/exec"
)

// isolate does nothing: the browser ends by itself when its pipe does.
func isolate(*exec.Cmd) {}

// killGroup kills the browser. Its children end when they lose it.
func killGroup(p *os.Process) { _ = p.Kill() }

// tame does nothing: only V8's heap is bounded.
func tame(group int, limit, total int64) {}
