package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/reports"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/calibrate"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// A record is all it takes to run an experiment again, and what came out. Paths
// are kept as they were given. Nothing in it depends on the time or the machine.
type record struct {
	Version int               `json:"version"` // of this format
	Module  string            `json:"module"`  // version of the library
	Go      string            `json:"go"`
	Program string            `json:"program_sha256"`
	Options Options           `json:"options"`
	Inputs  map[string]string `json:"inputs_sha256"`
	Outputs map[string]string `json:"outputs_sha256"`
	Orders  string            `json:"orders_sha256"` // of the hashes of all fetch orders
}

const recordVersion = 1

// newRecord begins the record of an experiment on a web, nil for those of a sweep, which
// the options describe.
func newRecord(o Options, web *webs.Web) (*record, error) {
	r := &record{
		Version: recordVersion, Go: runtime.Version(), Options: o,
		Inputs: map[string]string{}, Outputs: map[string]string{},
	}
	if web != nil {
		r.Inputs["web"] = web.Hash()
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		r.Module = info.Main.Version
	}
	if path, err := os.Executable(); err == nil {
		if r.Program, err = hashPath(path); err != nil {
			return nil, err
		}
	}
	for name, paths := range map[string][]string{"topics": o.Topics, "ontology": o.Ontologies} {
		for i, path := range paths {
			sum, err := hashPath(path)
			if err != nil {
				return nil, err
			}
			r.Inputs[fmt.Sprintf("%s %d", name, i+1)] = sum
		}
	}
	return r, nil
}

// hashPath hashes a file, or the files of a directory with their names.
func hashPath(path string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		if name != path {
			rel, err := filepath.Rel(path, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%q\n", filepath.ToSlash(rel))
		}
		_, err = io.Copy(h, f)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// writeAll writes the results into a directory with the record.
func (r *record) writeAll(dir string, res *experiment.Results, m material, settings [][2]string) error {
	files := map[string]func(io.Writer) error{
		"results.json": res.WriteJSON,
		"runs.jsonl":   res.WriteRuns,
		"runs.csv":     res.WriteCSV,
		"table.txt":    res.WriteTable,
		"self.txt":     res.WriteSelfJudged,
		"recall.svg":   func(w io.Writer) error { return reports.WriteRecallSVG(w, res) },
		"harvest.svg":  func(w io.Writer) error { return reports.WriteHarvestSVG(w, res) },
		"report.html":  func(w io.Writer) error { return reports.WriteHTML(w, res, settings) },
	}
	if shares := r.Options.shares(); len(shares.Points) > 0 {
		files["shares.csv"] = func(w io.Writer) error { return shares.WriteCSV(w, res) }
		files["shares.svg"] = func(w io.Writer) error { return shares.WriteSVG(w, res) }
	}
	if r.Options.Web == "" {
		files["calibration.txt"] = calibrate.Measure(m.web, r.Options.Seed).WriteTable
	}
	h := sha256.New()
	for _, run := range res.Runs {
		fmt.Fprintf(h, "%q %q %s\n", run.Strategy, run.Topic, run.Order)
	}
	r.Orders = hex.EncodeToString(h.Sum(nil))
	return r.write(dir, files)
}

// write writes files into a directory, and last the record.
func (r *record) write(dir string, files map[string]func(io.Writer) error) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, write := range files {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644); err != nil {
			return err
		}
		sum := sha256.Sum256(b.Bytes())
		r.Outputs[name] = hex.EncodeToString(sum[:])
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "record.json"), append(data, '\n'), 0o644)
}

func readRecord(path string) (*record, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	// Options that a record lacks were not there when it was written.
	usual := synthetic.Generator{}.WithDefaults()
	r := record{Options: Options{Noise: usual.Noise, Misled: usual.Misled, Tunnel: MixedTunnels, Webs: DefaultWebs}}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.Version != recordVersion {
		return nil, fmt.Errorf("%s: a record of version %d; this program reads version %d", path, r.Version, recordVersion)
	}
	return &r, nil
}

// Replayed returns the options of the record that is to be run again, but for where and how to run.
func (o Options) Replayed() (Options, error) {
	r, err := readRecord(o.Replay)
	if err != nil {
		return o, err
	}
	again := r.Options
	again.Out, again.Jobs, again.JSON, again.Self, again.Replay = o.Out, o.Jobs, o.JSON, o.Self, o.Replay
	if same(filepath.Dir(o.Replay), o.Out) {
		return o, program.Usage(errors.New("-out is the directory of the record; name another directory to compare with it"))
	}
	return again.Complete()
}

func same(a, b string) bool {
	x, err := filepath.Abs(a)
	y, err2 := filepath.Abs(b)
	return err == nil && err2 == nil && x == y
}

// sameInputs fails if the inputs are not those of an earlier record.
func (r *record) sameInputs(path string) error {
	before, err := readRecord(path)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(before.Inputs)) {
		if r.Inputs[name] != before.Inputs[name] {
			return fmt.Errorf("-replay %s: %s has changed since", path, name)
		}
	}
	return nil
}

// sameOutputs says that all came out as in an earlier record, and fails if it did not.
func (r *record) sameOutputs(path string, stderr io.Writer) error {
	before, err := readRecord(path)
	if err != nil {
		return err
	}
	if maps.Equal(r.Outputs, before.Outputs) && r.Orders == before.Orders {
		orders := ""
		if r.Orders != "" { // a sweep keeps none
			orders = ", and all fetch orders"
		}
		fmt.Fprintf(stderr, "experiment: the results are the same as those of %s: %s, byte for byte%s\n", path, program.Count(len(r.Outputs), "file"), orders)
		return nil
	}
	why := "with the same program"
	if r.Program != before.Program {
		why = "with another build of the program"
	}
	return fmt.Errorf("-replay %s: the results differ, %s", path, why)
}
