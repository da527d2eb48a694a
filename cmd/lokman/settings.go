package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"
)

// settingsFile is read unless -config names another.
const settingsFile = "lokman.toml"

// settings are the flags that stand in a file.
type settings struct{ path string }

func (s *settings) flags(fs *flag.FlagSet) {
	fs.StringVar(&s.path, "config", "", "`path` of a TOML file of flags, which those of the command line override: top-level keys are for all\ncommands that have the flag, those of a table for the command of its name (default "+settingsFile+", if it is there)")
}

// apply sets the flags of a command that the command line did not.
func (s *settings) apply(ctx context.Context, c command, flags *flag.FlagSet) error {
	path := cmp.Or(s.path, settingsFile)
	var all map[string]any
	if _, err := toml.DecodeFile(path, &all); errors.Is(err, fs.ErrNotExist) && s.path == "" {
		return nil
	} else if err != nil {
		return fmt.Errorf("-config %s: %w", path, err)
	}
	chosen, err := choose(ctx, c, all)
	if err != nil {
		return fmt.Errorf("-config %s: %w", path, err)
	}
	flags.Visit(func(f *flag.Flag) { delete(chosen, f.Name) })
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		texts, err := textsOf(chosen[name])
		for i := 0; err == nil && i < len(texts); i++ {
			if err = flags.Set(name, texts[i]); err != nil {
				err = fmt.Errorf("%q: %w", texts[i], err)
			}
		}
		if err != nil {
			return fmt.Errorf("-config %s: %s: %w", path, name, err)
		}
	}
	return nil
}

// choose returns the settings that are for a command, and refuses those that are for
// none: a typing error would go unseen.
func choose(ctx context.Context, c command, all map[string]any) (map[string]any, error) {
	flags, commandOf := map[string][]string{}, map[string]command{} // by name
	for _, other := range commands {
		commandOf[other.name] = other
		for _, f := range other.flags(ctx) {
			if f.Name != "config" {
				flags[f.Name] = append(flags[f.Name], other.name)
			}
		}
	}
	chosen := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		_, table := all[key].(map[string]any)
		if table && commandOf[key].name != "" {
			continue
		}
		switch {
		case flags[key] == nil && table:
			return nil, fmt.Errorf("there is no command %q", key)
		case flags[key] == nil:
			return nil, fmt.Errorf("no command has a flag -%s", key)
		case slices.Contains(flags[key], c.name):
			chosen[key] = all[key]
		}
	}
	for name := range commandOf {
		table, _ := all[name].(map[string]any)
		for key, value := range table {
			switch {
			case !slices.Contains(flags[key], name):
				return nil, fmt.Errorf("[%s]: the command has no flag -%s", name, key)
			case name == c.name:
				chosen[key] = value
			}
		}
	}
	return chosen, nil
}

// textsOf returns a value as the command line has it, several for a flag that may be
// repeated.
func textsOf(value any) (texts []string, err error) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			one, err := textsOf(item)
			if err != nil {
				return nil, err
			}
			texts = append(texts, one...)
		}
		return texts, nil
	case map[string]any: // of NAME=TEXT
		for _, name := range slices.Sorted(maps.Keys(v)) {
			texts = append(texts, fmt.Sprintf("%s=%v", name, v[name]))
		}
		return texts, nil
	case string, int64, float64, bool:
		return []string{fmt.Sprint(v)}, nil
	}
	return nil, fmt.Errorf("want a text, a number, true or false, or a list of them, not %v", value)
}
