// Package redisport finds ports for Redis servers.
package redisport

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// Hold finds a port on loopback that is free and stays so until it is released,
// while no server listens on it too: a server that is down must not find it
// taken when it comes back. It is none of those that the system gives away for
// connections, and nobody else who comes by it here, or in the tests of
// frontier/redis, takes it: the port below it is held.
func Hold() (port string, release func() error, err error) {
	for range 1000 {
		port := 10_001 + 2*rand.IntN(5000)
		held, err := listen(port - 1)
		if err != nil {
			continue
		}
		if l, err := listen(port); err == nil && l.Close() == nil {
			return fmt.Sprint(port), held.Close, nil
		}
		held.Close()
	}
	return "", nil, errors.New("no port is free for a Redis server: from 10001 to 20000 on 127.0.0.1")
}

func listen(port int) (net.Listener, error) {
	return net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
}
