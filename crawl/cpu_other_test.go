//go:build !unix

package crawl_test

import (
	"testing"
	"time"
)

func cpu(b *testing.B) time.Duration {
	b.Skip("the CPU time of a process is measured on Unix alone")
	return 0
}
