package program

import "flag"

// said keeps what is written of each flag, which a [flag.Value] need not tell.
type said struct{ values map[string][]string }

// listen keeps what is said of the flags from now on.
func listen(fs *flag.FlagSet) said {
	s := said{map[string][]string{}}
	fs.VisitAll(func(f *flag.Flag) { f.Value = heard{f.Value, f.Name, s} })
	return s
}

// end gives the flags their own values back, by which their defaults are printed.
func (s said) end(fs *flag.FlagSet) {
	fs.VisitAll(func(f *flag.Flag) { f.Value = f.Value.(heard).Value })
}

// heard is the value of a flag whose settings are kept.
type heard struct {
	flag.Value
	name string
	said
}

// Set implements [flag.Value].
func (h heard) Set(text string) error {
	err := h.Value.Set(text)
	if err == nil {
		h.values[h.name] = append(h.values[h.name], text)
	}
	return err
}

// IsBoolFlag reports whether the flag may stand without a value.
func (h heard) IsBoolFlag() bool {
	b, ok := h.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}
