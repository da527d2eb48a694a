package wire

import (
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	goredis "github.com/redis/go-redis/v9"
)

// ErrReplicas is what an error is that says that a change was made, but is not on all replicas
// that it has to be on.
var ErrReplicas = errors.New("too few replicas have the change")

// passing are the replies of a server that may do later what it refuses now.
var passing = []string{
	OutOfMemory, CannotSave, "LOADING ", "READONLY ", "MASTERDOWN ", "CLUSTERDOWN ", "TRYAGAIN ", "NOREPLICAS ", "BUSY ", "max number of clients reached",
	"WAIT cannot be used with replica instances", // of a node that was a master
}

// Replies of a server that has no room.
const OutOfMemory, CannotSave = "OOM ", "MISCONF "

// moving are the replies of a cluster in which slots move, or a replica takes over.
var moving = []string{"MOVED ", "ASK ", "Script attempted to access a non local key", "while the cluster is down"}

// IsAway reports whether an error of a call is one that passes.
func (s *Server) IsAway(err error) bool {
	return passes(err) || !s.Single && err != nil && slices.ContainsFunc(moving, func(code string) bool { return strings.Contains(err.Error(), code) })
}

func passes(err error) bool {
	if reply := goredis.Error(nil); errors.As(err, &reply) {
		return slices.ContainsFunc(passing, func(code string) bool { return Refuses(reply, code) })
	}
	for _, lost := range []error{io.ErrUnexpectedEOF, goredis.ErrPoolTimeout, goredis.ErrPoolExhausted, goredis.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return errors.As(err, new(net.Error)) || err != nil && strings.Contains(err.Error(), "all sentinels specified in configuration are unreachable")
}

// Refuses reports whether a reply has a code. Before 7.0 Redis puts other words before
// that of a command in a script.
func Refuses(reply error, code string) bool {
	return goredis.HasErrorPrefix(reply, code) || strings.Contains(reply.Error(), ": -"+code)
}

// MayHaveWorked reports whether a call that ended with an error may have taken effect:
// it was sent, and the answer is lost.
func MayHaveWorked(err error) bool {
	dial := (*net.OpError)(nil)
	return err != nil && !errors.As(err, new(goredis.Error)) && !(errors.As(err, &dial) && dial.Op == "dial")
}
