// Package filelock keeps a file or a directory to one owner, in this process and in
// others.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked says that another owner has the file.
var ErrLocked = errors.New("locked: it is open for writing here or in another process")

// Lock takes the lock on a file, or returns ErrLocked. It ends with Unlock, when the
// file is closed, and with the process, however that ends. It is advisory: it stops
// those who ask for it. Where the file system or the operating system has no such
// locks, Lock does nothing.
func Lock(f *os.File) error {
	err := errors.ErrUnsupported
	if c, e := f.SyscallConn(); e == nil {
		e = c.Control(func(fd uintptr) { err = lock(fd) })
		if e != nil {
			return e
		}
	}
	if err == errHeld {
		return ErrLocked
	}
	return nil
}

// Unlock gives the lock back. A file that is mapped into memory stays open when it is
// closed, and with it the lock.
func Unlock(f *os.File) {
	if c, err := f.SyscallConn(); err == nil {
		_ = c.Control(unlock) // it is closed, then
	}
}
