package pebble

import "github.com/cockroachdb/pebble/v2/vfs"

// unsynced is the file system, to which everything is written at once and left. With
// pebble's own NoSync writes stay in the process for a while, and are gone if it is killed.
type unsynced struct{ vfs.FS }

func (u unsynced) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return unsyncedFile(u.FS.Create(name, c))
}

func (u unsynced) ReuseForWrite(oldname, newname string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return unsyncedFile(u.FS.ReuseForWrite(oldname, newname, c))
}

func (u unsynced) OpenDir(name string) (vfs.File, error) { return unsyncedFile(u.FS.OpenDir(name)) }

func unsyncedFile(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return left{f}, nil
}

// left is a file of which nothing is waited for.
type left struct{ vfs.File }

func (left) Sync() error                { return nil }
func (left) SyncData() error            { return nil }
func (left) SyncTo(int64) (bool, error) { return false, nil }
