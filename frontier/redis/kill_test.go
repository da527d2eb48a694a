package redis

import "slices"

const workerURL = "LOKMAN_TEST_WORKER"

func work(url string) {}

func sorted(s []string) []string { slices.Sort(s); return s }
