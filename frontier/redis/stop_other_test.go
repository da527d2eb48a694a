//go:build !unix

package redis

import "testing"

func (s *process) stop(t testing.TB) (goOn func()) {
	t.Skip("a server is stopped and goes on by signals of Unix")
	return nil
}
