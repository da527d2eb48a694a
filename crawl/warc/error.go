package warc

import "fmt"

// An Error says where in a file reading failed. Of a file that ends within a
// record, as that of a crawl which was killed, Err is io.ErrUnexpectedEOF.
type Error struct {
	File   string // "" if there is no name
	Offset int64  // in bytes, of the record or of the gzip member that holds it
	Err    error
}

func (e *Error) Error() string {
	file := e.File
	if file != "" {
		file += ": "
	}
	return fmt.Sprintf("warc: %srecord at byte %d: %v", file, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
