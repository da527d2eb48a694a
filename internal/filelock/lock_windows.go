package filelock

import (
	"syscall"
	"unsafe"
)

const errHeld = syscall.Errno(33) // ERROR_LOCK_VIOLATION

const (
	exclusively = 2 // LOCKFILE_EXCLUSIVE_LOCK
	atOnce      = 1 // LOCKFILE_FAIL_IMMEDIATELY
)

// last is the byte that is locked: one that no file has, since nobody else may read
// what is locked.
func last() *syscall.Overlapped {
	return &syscall.Overlapped{Offset: ^uint32(0), OffsetHigh: ^uint32(0) >> 1}
}

func lock(fd uintptr) error {
	done, _, err := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx").Call(fd, exclusively|atOnce, 0, 1, 0, uintptr(unsafe.Pointer(last())))
	if done == 0 {
		return err
	}
	return nil
}

func unlock(fd uintptr) {
	_, _, _ = syscall.NewLazyDLL("kernel32.dll").NewProc("UnlockFileEx").Call(fd, 0, 1, 0, uintptr(unsafe.Pointer(last())))
}
