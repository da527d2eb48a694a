// Package sitemap reads the lists of URLs that sites publish for crawlers:
// sitemaps and sitemap indexes in XML (https://www.sitemaps.org/protocol.html),
// in plain text, and the feeds that some sites have in their place, RSS 0.9 to 2.0,
// Atom and JSON Feed 1; and OPML, in which people list the feeds and pages of
// others. Each of them may be gzipped.
//
// The content decides which it is; the name of the file and its content type,
// often wrong, are not asked for. Reading forgives what real files get wrong:
// namespaces that are missing, prefixed or of another address, a bare "&",
// control characters, end tags that are missing, blank lines in front, values
// in CDATA sections. It streams: memory follows the longest value, not the
// file. Entities which a document declares are not expanded.
package sitemap

import (
	"errors"
	"io"
	"iter"
)

// Read reads the list in r, which was fetched from the URL base. Relative URLs
// are resolved against base; if it is empty, they are faults. The entries come
// in the order of the list, duplicates included.
//
// An error is an [*Error]; it comes at most once and last. Faults do not end
// reading: what can be understood behind them is handed out, and the first
// fault is returned in the end. What does end it early, such as a limit, a file
// cut off or an error of r, is returned instead, and whatever was whole until
// then has been handed out. So the entries are good even if there is an error:
// a program that logs it and goes on loses nothing.
//
// It takes time in proportion to the length of the list, and memory for one
// entry. The sequence can be read once.
func Read(r io.Reader, base string, limits Limits) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		l := &listing{input: input{line: 1}, yield: yield, limit: limits.entries(), maxURL: limits.url()}
		err := l.locate(base)
		if err == nil {
			err = read(l, r, limits.bytes())
		}
		if err == nil && l.fault != nil {
			err = l.fault
		}
		if e := new(Error); errors.As(err, &e) {
			e.Dropped = l.dropped
			yield(Entry{}, e)
		}
	}
}

// read finds out what r holds and reads it.
func read(l *listing, r io.Reader, limit int64) error {
	encoding, err := l.open(r, limit)
	if err != nil {
		return l.stop("", err)
	}
	if encoding != "" {
		l.note(l.line, "an encoding that is known", encoding, nil)
	}
	first, err := l.skipSpace()
	switch {
	case err == io.EOF:
		return l.stop("a sitemap or a feed", ErrFormat)
	case err != nil:
		return l.stop("", err)
	case first == '<':
		return readXML(l)
	case first == '{':
		return readJSON(l)
	}
	return readText(l)
}
