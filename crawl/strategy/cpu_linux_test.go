package strategy_test

import (
	"syscall"
	"time"
)

// threadCPU returns the CPU time of this thread so far, collections by other threads
// left out. The goroutine must be locked to its thread.
func threadCPU() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
