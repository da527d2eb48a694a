//go:build unix

package redis

import (
	"sync"
	"syscall"
	"testing"
)

// stop has the server answer nothing, but keep its connections, until its test
// ends or it goes on.
func (s *process) stop(t testing.TB) (goOn func()) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	goOn = sync.OnceFunc(func() {
		if s.cmd != nil {
			s.cmd.Process.Signal(syscall.SIGCONT)
		}
	})
	t.Cleanup(goOn)
	return goOn
}
