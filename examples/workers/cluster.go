package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/examples/internal/redisport"
)

// startCluster starts a cluster of some nodes of the program's own. It returns its URL, and what ends it.
func startCluster(ctx context.Context, nodes int) (clusterURL string, stop func(), err error) {
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		return "", nil, fmt.Errorf("-nodes: %w", err)
	}
	dir, err := os.MkdirTemp("", "workers")
	if err != nil {
		return "", nil, err
	}
	var ends []func()
	stop = func() {
		for _, end := range ends {
			end()
		}
		os.RemoveAll(dir)
	}
	defer func() {
		if err != nil {
			stop()
		}
	}()
	q := url.Values{}
	var clients []*goredis.Client
	for i := range nodes {
		port, release, err := redisport.Hold()
		if err != nil {
			return "", nil, err
		}
		address := "127.0.0.1:" + port
		cmd := exec.Command(binary, "--bind", "127.0.0.1", "--port", port, "--dir", dir, "--save", "", "--appendonly", "no",
			"--cluster-enabled", "yes", "--cluster-config-file", "node-"+port)
		if err := cmd.Start(); err != nil {
			return "", nil, err
		}
		client := goredis.NewClient(&goredis.Options{Addr: address})
		clients = append(clients, client)
		ends = append(ends, func() {
			client.Close()
			cmd.Process.Kill()
			cmd.Wait()
			release()
		})
		q.Add("addr", address)
		var slots []int
		for slot := i; slot < 16384; slot += nodes {
			slots = append(slots, slot)
		}
		first := strings.Split(clients[0].Options().Addr, ":")
		err = errors.Join(
			until(ctx, func() bool { return client.Ping(ctx).Err() == nil }),
			client.ClusterAddSlots(ctx, slots...).Err(),
			client.ClusterMeet(ctx, first[0], first[1]).Err(),
		)
		if err != nil {
			return "", nil, fmt.Errorf("-nodes: %w", err)
		}
	}
	known := fmt.Sprintf("cluster_known_nodes:%d", nodes)
	for _, client := range clients {
		err := until(ctx, func() bool {
			info := client.ClusterInfo(ctx).Val()
			return strings.Contains(info, "cluster_state:ok") && strings.Contains(info, known)
		})
		if err != nil {
			return "", nil, fmt.Errorf("-nodes: %w", err)
		}
	}
	return "redis://" + clients[0].Options().Addr + "?" + q.Encode(), stop, nil
}

// until waits for something for a minute.
func until(ctx context.Context, is func() bool) error {
	for end := time.Now().Add(time.Minute); !is(); {
		if time.Now().After(end) {
			return errors.New("the cluster does not come up")
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
