package treesize

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// watched is a parser whose page comes tag by tag, so that its state can be
// compared with the meter's in between.
type watched struct {
	parser reflect.Value
	chunks []string
	at     int
	states []state // after each chunk that ends in a tag
	last   bool    // the last state is enough
}

// state is what html.Parse knows after a tag.
type state struct {
	at                 int
	open, active       []elem
	activeOpen, marked bool // the last active formatting element is open, or a marker
}

type elem struct {
	name, space string
	node        uintptr
}

// option makes a ParseOption that hands over the parser.
func (w *watched) option() html.ParseOption {
	t := reflect.TypeFor[html.ParseOption]()
	f := reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		w.parser = args[0].Elem()
		return nil
	})
	return f.Interface().(html.ParseOption)
}

func (w *watched) Read(b []byte) (int, error) {
	if w.at > 0 && (!w.last || len(w.chunks) == 0) {
		w.note()
	}
	if len(w.chunks) == 0 {
		return 0, io.EOF
	}
	n := copy(b, w.chunks[0])
	w.at += n
	if w.chunks[0] = w.chunks[0][n:]; w.chunks[0] == "" {
		w.chunks = w.chunks[1:]
	}
	return n, nil
}

func (w *watched) note() {
	s := state{at: w.at}
	oe, afe := w.parser.FieldByName("oe"), w.parser.FieldByName("afe")
	list := func(v reflect.Value) (l []elem) {
		for i := range v.Len() {
			n := v.Index(i).Elem()
			l = append(l, elem{n.FieldByName("Data").String(), n.FieldByName("Namespace").String(), n.Addr().Pointer()})
		}
		return l
	}
	s.open, s.active = list(oe), list(afe)
	if n := afe.Len(); n > 0 {
		last := afe.Index(n - 1).Pointer()
		for i := range oe.Len() {
			s.activeOpen = s.activeOpen || oe.Index(i).Pointer() == last
		}
		s.marked = s.active[n-1].name == ""
	}
	w.states = append(w.states, s)
}

func TestMeterKnowsTheParser(t *testing.T) {
	p := reflect.TypeFor[html.ParseOption]().In(0).Elem()
	for _, field := range []string{"oe", "afe"} {
		if f, ok := p.FieldByName(field); !ok || f.Type.Kind() != reflect.Slice {
			t.Skip("html.Parse has changed: the meter's state cannot be compared with its own")
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		compare(t, soup(t), false)
	})
}

func compare(t interface{ Fatalf(string, ...any) }, chunks []string, last bool) {
	src := strings.Join(chunks, "")
	w := &watched{chunks: slices.Clone(chunks), last: last}
	if _, err := html.ParseWithOptions(w, w.option()); err != nil {
		return
	}
	m := meter{src: []byte(src), limit: 1 << 40}
	at := 0
	for _, s := range w.states {
		if last := src[max(0, strings.LastIndexByte(src[:s.at], '<')):s.at]; strings.IndexByte(last, '>') != len(last)-1 {
			continue // the parser may not have read a text
		}
		for at < s.at && (!m.loose || strings.Contains(src[at:s.at], "<")) {
			at = m.next(at)
		}
		if at != s.at && !m.loose {
			continue // in a raw text
		}
		if why := differ(&m, s); why != "" {
			t.Fatalf("%s\n%s | %s\nopen %v\nactive %v\nlist %v\n", why, src[:s.at], src[s.at:], s.open, s.active, names0(m.list.open))
		}
	}
}

func names0(l []element) (out []string) {
	for _, e := range l {
		out = append(out, nameOf(e.name))
	}
	return out
}

func nameOf(n name) string {
	for _, e := range elements {
		for w := range strings.FieldsSeq(e.words) {
			if look([]byte(w)).name == n {
				return w
			}
		}
	}
	return fmt.Sprint(n)
}

// differ says how the meter fails to know a state.
func differ(m *meter, s state) string {
	have := map[string]int{}
	left := map[name]int{}
	for _, e := range m.list.open {
		left[e.name]++
		if e.traits&formatting != 0 {
			have[nameOf(e.name)]++
		}
	}
	for _, e := range s.active {
		if e.name == "" {
			continue
		}
		if have[e.name]--; have[e.name] < 0 {
			return "an active formatting element is not on the list: " + e.name
		}
	}
	if !m.loose && !m.dirty && len(s.active) > 0 && !s.marked && !s.activeOpen {
		return "an active formatting element is not open and the meter is not dirty"
	}
	if m.loose || len(s.open) == 0 {
		return ""
	}
	top := s.open[len(s.open)-1]
	if !m.doubt && (len(m.foreign) > 0) != (top.space != "") {
		return fmt.Sprintf("foreign content: %q", m.foreign)
	}
	if m.doubt && len(m.foreign) == 0 {
		return "doubt without foreign content"
	}
	if m.inP && !slices.ContainsFunc(s.open, func(e elem) bool { return e.name == "p" && e.space == "" }) {
		return "no p is open"
	}
	behind := false
	for _, e := range s.open {
		t := look([]byte(e.name))
		switch {
		case slices.ContainsFunc(s.active, func(a elem) bool { return a.node == e.node }):
			behind = true
		case behind && e.space == "" && t.traits&tracked != 0 && t.traits&formatting == 0:
			if left[t.name]--; left[t.name] < 0 {
				return "an element behind a formatting element is not on the list: " + e.name
			}
		}
	}
	if n := len(m.contexts); n > 0 {
		inner := ""
		for _, e := range s.open {
			switch e.name {
			case "table", "tbody", "tfoot", "thead", "tr", "td", "th", "caption", "object", "applet", "marquee", "template":
				if e.space == "" {
					inner = e.name
				}
			}
		}
		c := m.contexts[n-1]
		want := map[mode]string{tableMode: "table", rowsMode: nameOf(c.body), rowMode: "tr", cellMode: nameOf(c.cell), captionMode: "caption", objectMode: nameOf(c.name)}[c.mode]
		if inner != want {
			return fmt.Sprintf("in %q instead of %q", inner, want)
		}
	}
	return ""
}
