package sitemap

import "bytes"

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
