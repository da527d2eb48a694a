//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import "syscall"

const errHeld = syscall.EWOULDBLOCK

func lock(fd uintptr) error { return syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB) }

func unlock(fd uintptr) { _ = syscall.Flock(int(fd), syscall.LOCK_UN) }
