package sitemap

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// A document is an XML document while it is read. Of the elements in an entry
// those count that lie directly in it, but for the date in Google's news, and
// have a name of lists by what their prefix is declared for. Without a
// declaration, and for roots and entries, names count without their prefix.
type document struct {
	*listing
	scan  scanner
	open  path
	scope scope

	format format // of the root that is open or was
	rooted bool   // there was a root
	known  bool   // there was one of a format that is known

	entry   draft
	entryAt int    // depth of the entry that is open, 0 without one
	own     string // the namespace of that entry
	field   field
	fieldAt int  // depth of the field that is open, 0 without one
	value   text // of that field
	direct  text // of the entry itself: some write the URL there
}

func readXML(l *listing) error {
	d := document{listing: l, scan: scanner{input: &l.input}}
	for {
		t, err := d.scan.next()
		if err != nil {
			return d.finish(t, err)
		}
		if t.end {
			err = d.end(t.name)
		} else {
			err = d.start(t)
		}
		if err != nil {
			return err
		}
	}
}

// start takes a start tag.
func (d *document) start(t tag) error {
	if d.entryAt > 0 && d.open.depth() == d.entryAt && d.format.isEntry(t.name) && d.scope.vocabularyOf(t.prefix, d.own) == lists {
		d.note(d.line, endTag(d.open.name(d.entryAt)), "<"+string(t.name)+">", nil)
		if err := d.close(d.entryAt); err != nil {
			return err
		}
	}
	if d.open.depth() > 0 && d.format == unknown {
		return nil // what is in it means nothing, and need not be nested well
	}
	if d.open.depth() == maxDepth {
		return d.stop(fmt.Sprintf("at most %d elements in each other", maxDepth), ErrLimit)
	}
	d.open.push(t.name)
	d.enter(d.open.depth(), t.attrs)
	switch depth := d.open.depth(); {
	case depth == 1:
		d.startRoot(t.name)
	case d.format == opml:
		if string(t.name) == "outline" {
			if err := d.outline(t.attrs); err != nil {
				return err
			}
		}
	case d.entryAt == 0:
		if d.format.isEntry(t.name) {
			if err := d.startEntry(t); err != nil {
				return err
			}
		}
	case depth == d.entryAt+1:
		d.startField(t)
	case depth == d.entryAt+2 && string(t.name) == "publication_date" && d.open.is(depth-1, []byte("news")):
		if v := d.scope.vocabularyOf(t.prefix, d.own); v == news || v == lists {
			d.startValue(published)
		}
	}
	if t.empty {
		return d.close(d.open.depth())
	}
	return nil
}

func (d *document) startRoot(name []byte) {
	d.format = formatOf(name)
	switch {
	case d.rooted:
		d.note(d.line, "the end of the document", "<"+string(name)+">", nil)
	case d.format == unknown:
		d.note(d.line, roots, "<"+string(name)+">", ErrFormat)
	}
	d.rooted = true
	d.known = d.known || d.format != unknown
}

func (d *document) startEntry(t tag) error {
	if err := d.admit(); err != nil {
		return err
	}
	d.entryAt, d.own = d.open.depth(), d.scope.uri(t.prefix)
	d.entry = newDraft(d.listing, d.format, string(t.name) == "sitemap")
	d.direct.reset()
	if d.format == sitemap {
		d.scan.sink = &d.direct
	}
	return nil
}

func (d *document) startField(t tag) {
	d.scan.sink = nil
	f := d.format.field(t.name)
	if f == none {
		return
	}
	switch v := d.scope.vocabularyOf(t.prefix, d.own); {
	case v == lists, v == dates && (f == changed || f == published), f == link && d.format == sitemap: // of XHTML
	default:
		return
	}
	switch f {
	case link:
		f = d.entry.link(t.attrs)
	case identifier: // of RSS 2.0
		if is, _ := attribute(t.attrs, "isPermaLink"); strings.EqualFold(is, "false") {
			return
		}
	}
	d.startValue(f)
}

// startValue takes the text of the element that is open for a field.
func (d *document) startValue(f field) {
	if f != none {
		d.field, d.fieldAt = f, d.open.depth()
		d.value.reset()
		d.scan.sink = &d.value
	}
}

// end takes an end tag. Elements inside the one it ends must have been ended
// before; if not, they are now, provided that it is one that matters.
func (d *document) end(name []byte) error {
	depth := d.open.depth()
	if d.open.is(depth, name) {
		return d.close(depth)
	}
	if d.fault == nil {
		want := "an element"
		if depth > 0 {
			want = endTag(d.open.name(depth))
		}
		d.note(d.line, want, endTag(name), nil)
	}
	for _, at := range [...]int{d.fieldAt, d.entryAt, 1} {
		if d.open.is(at, name) {
			return d.close(at)
		}
	}
	return nil
}

// close ends the element at that depth and all inside it.
func (d *document) close(depth int) error {
	for d.open.depth() >= depth {
		at := d.open.depth()
		d.open.pop()
		switch {
		case at == d.fieldAt:
			d.endField()
		case at == d.entryAt:
			if err := d.endEntry(); err != nil {
				return err
			}
		}
		d.leave(at)
		if d.entryAt > 0 && at == d.entryAt+1 && d.format == sitemap {
			d.scan.sink = &d.direct
		}
	}
	return nil
}

func (d *document) endField() {
	d.fieldAt, d.scan.sink = 0, nil
	d.entry.set(d.field, &d.value)
}

func (d *document) endEntry() error {
	d.entryAt, d.scan.sink = 0, nil
	e := &d.entry
	if e.URL == "" && !e.refused {
		d.entry.set(location, &d.direct)
	}
	return e.finish()
}

// finish ends reading where next returned err. A value is whole if the tag that
// follows it has begun. An entry is handed out if it has its URL: an identifier
// may have been about to be followed by that.
func (d *document) finish(last tag, err error) error {
	if d.fieldAt > 0 && last.end {
		d.endField()
	}
	d.fieldAt, d.scan.sink = 0, nil
	if d.entryAt > 0 && d.entry.from == location {
		if err := d.emit(d.entry.Entry); err != nil {
			return err
		}
	}
	depth := d.open.depth()
	switch {
	case unexpected(err) == io.ErrUnexpectedEOF && d.rooted && !d.known:
		d.fault.Err = ErrFormat
		return nil
	case err == io.EOF && depth == 0 && d.known:
		return nil
	case err == io.EOF && depth == 0:
		return d.stop(roots, ErrFormat)
	case err == errTagTooLong:
		return d.stop("a tag of at most 64 KiB", ErrLimit)
	case depth == 0:
		return d.stop("", err)
	}
	return d.stop(endTag(d.open.name(depth)), unexpected(err))
}

// roots are the names of the root elements that are known.
const roots = "urlset, sitemapindex, rss, RDF, feed or opml"

// endTag cuts the name short as a path does.
func endTag(name []byte) string { return "</" + string(name[:min(len(name), maxName)]) + ">" }

// A path is the names of the elements that are open, outermost first.
type path struct {
	names []byte // one behind the other
	ends  []int  // of each in names
}

// maxName is how many bytes of a name count.
const maxName = 64

func (p *path) depth() int { return len(p.ends) }

func (p *path) push(name []byte) {
	p.names = append(p.names, name[:min(len(name), maxName)]...)
	p.ends = append(p.ends, len(p.names))
}

func (p *path) pop() {
	p.ends = p.ends[:len(p.ends)-1]
	p.names = p.names[:p.start(len(p.ends))]
}

// name returns the name at a depth, from 1.
func (p *path) name(depth int) []byte { return p.names[p.start(depth-1):p.ends[depth-1]] }

// start returns where the name behind so many others begins.
func (p *path) start(before int) int {
	if before == 0 {
		return 0
	}
	return p.ends[before-1]
}

// is reports whether an element of that name is open at a depth.
func (p *path) is(depth int, name []byte) bool {
	return 0 < depth && depth <= p.depth() && bytes.Equal(p.name(depth), name[:min(len(name), maxName)])
}
