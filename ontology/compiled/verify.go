package compiled

import (
	"context"
	"hash/crc32"
	"io"
)

// Verify reads the whole file and reports whether it is as it was written. What
// is damaged among the records is noticed whenever it is read, what is damaged
// among the indexes only here: a name may be missing then.
func (f *File) Verify(ctx context.Context) error {
	places, end := int64(f.footer.Places), int64(f.footer.Loose.end())
	if err := f.verify(ctx, 0, places, f.footer.RecordsSum); err != nil {
		return err
	}
	return f.verify(ctx, places, end, f.footer.IndexesSum)
}

func (f *File) verify(ctx context.Context, from, to int64, want uint32) error {
	var sum uint32
	in := io.NewSectionReader(f.in, from, to-from)
	for b := make([]byte, 1<<16); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := in.Read(b)
		sum = crc32.Update(sum, castagnoli, b[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if sum != want {
		return f.damaged(from, "the sum of what begins there is wrong")
	}
	return nil
}
