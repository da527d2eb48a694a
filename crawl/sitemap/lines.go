package sitemap

import "io"

// readText reads a list that has a URL a line.
func readText(l *listing) error {
	var line text
	for {
		end, err := l.readLine(&line)
		if err != nil && err != io.EOF {
			return l.stop("", err)
		}
		if err := l.addLine(&line); err != nil {
			return err
		}
		if err == io.EOF {
			break
		}
		if end == '\n' {
			l.line++
		}
	}
	if !l.emitted {
		l.fault.Err = ErrFormat // there was a line, and it was no URL
	}
	return nil
}

// readLine reads up to CR or LF, which it returns, or the end of the file.
func (l *listing) readLine(line *text) (end byte, err error) {
	line.reset()
	for {
		c, err := l.in.ReadByte()
		if err != nil {
			return 0, err
		}
		if c == '\n' || c == '\r' {
			return c, nil
		}
		line.addByte(c)
	}
}

// addLine takes the URL of a line. It must be absolute: anything else resolves
// to some URL, so that every text were a list.
func (l *listing) addLine(line *text) error {
	raw := line.trimmed()
	if raw == "" {
		return nil
	}
	if err := l.admit(); err != nil {
		return err
	}
	if line.full {
		l.dropped++
		l.note(l.line, "a line of at most 64 KiB", "", ErrLimit)
		return nil
	}
	u, err := l.parse(raw)
	if err != nil {
		l.dropped++
		l.noteURL(l.line, err)
		return nil
	}
	return l.emit(Entry{URL: u.Canonical(), Reach: l.reach(u), Priority: defaultPriority})
}
