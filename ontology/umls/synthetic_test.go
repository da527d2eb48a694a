package umls_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// writeRelease writes a made-up release of about as many rows as asked for, in
// the layout of a true one: concepts in the order of their CUIs, five atoms a
// concept in several languages and sources, relations in both directions. Among
// the concepts are those of one topic.
func writeRelease(t testing.TB, dir string, rowCount int) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	create := func(name string) (*bufio.Writer, func()) {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriterSize(f, 1<<20)
		return w, func() {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
	}
	conso, closeConso := create("MRCONSO.RRF")
	rel, closeRel := create("MRREL.RRF")
	sty, closeSty := create("MRSTY.RRF")
	defer closeConso()
	defer closeRel()
	defer closeSty()

	// Rows a concept: 5 of MRCONSO, 6 of MRREL, 1 of MRSTY.
	concepts := rowCount / 12
	cui := func(i int) string { return fmt.Sprintf("C%07d", i+1) }
	atoms := 0
	atom := func(c int, lat, ts, stt, ispref, sab, tty, str, suppress string) {
		atoms++
		fmt.Fprintf(conso, "%s|%s|%s|L%07d|%s|S%07d|%s|A%08d||%d|D%06d|%s|%s|D%06d|%s|0|%s|256|\n",
			cui(c), lat, ts, atoms/2, stt, atoms, ispref, atoms, 10000000+c, c, sab, tty, c, str, suppress)
	}
	syllables := strings.Fields("car dio my o pa thy neu ro gas tro en ter itis osis al gia hep at ic ren pul mon ar y der ma tox in em ia")
	word := func() string {
		var b strings.Builder
		for range 2 + rnd.IntN(3) {
			b.WriteString(syllables[rnd.IntN(len(syllables))])
		}
		return b.String()
	}
	phrase := func() string {
		words := make([]string, 1+rnd.IntN(5))
		for i := range words {
			words[i] = word()
		}
		s := strings.Join(words, " ")
		return strings.ToUpper(s[:1]) + s[1:]
	}
	name := func(c int) string {
		switch c {
		case concepts / 2:
			return "Moon sickness"
		case concepts/2 + 1:
			return "Sickness of travellers"
		case concepts/2 + 2:
			return "Mars sickness"
		}
		return phrase()
	}
	for c := range concepts {
		preferred := name(c)
		atom(c, "ENG", "P", "PF", "Y", "MSH", "MH", preferred, "N")
		atom(c, "ENG", "P", "PF", "N", "SNOMEDCT_US", "PT", preferred, "N")
		atom(c, "ENG", "S", "PF", "Y", "SNOMEDCT_US", "SY", preferred+"'s "+word(), "N")
		atom(c, "SPA", "P", "PF", "Y", "SCTSPA", "PT", "Síndrome de "+phrase(), "N")
		atom(c, "ENG", "S", "PF", "Y", "MEDCIN", "SY", phrase(), []string{"N", "Y", "O"}[rnd.IntN(3)])
		fmt.Fprintf(sty, "%s|T047|B2.2.1.2.1|Disease or Syndrome|AT%08d|256|\n", cui(c), c)
		relation := func(rel_, rela string, to int) {
			fmt.Fprintf(rel, "%s|A%08d|SCUI|%s|%s|A%08d|SCUI|%s|R%09d|%d|SNOMEDCT_US|SNOMEDCT_US|0|Y|N||\n",
				cui(c), atoms, rel_, cui(to), to*5, rela, c, c)
		}
		parent := c / 4
		switch c {
		case concepts / 2, concepts/2 + 2:
			parent = concepts/2 + 1
		}
		if c > 0 {
			relation("PAR", "inverse_isa", parent)
		}
		for _, child := range [4]int{4 * c, 4*c + 1, 4*c + 2, 4*c + 3} {
			if child > 0 && child < concepts && child != concepts/2 && child != concepts/2+2 {
				relation("CHD", "isa", child)
			}
		}
		if c == concepts/2+1 {
			relation("CHD", "isa", concepts/2)
			relation("CHD", "isa", concepts/2+2)
		}
		for range 4 {
			relation([]string{"SIB", "RO", "RQ"}[rnd.IntN(3)], "", rnd.IntN(concepts))
		}
	}
}

// askRelease is where the test's second process finds the release.
const askRelease = "LOKMAN_TEST_RELEASE"

// TestAskRelease is the second process of TestMemory.
func TestAskRelease(t *testing.T) {
	dir := os.Getenv(askRelease)
	if dir == "" {
		t.Skip("runs as a process of TestMemory")
	}
	start := time.Now()
	topic, err := umls.Dir{Path: dir}.Topic(context.Background(), "sicknesses, moon")
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	var found []string
	for _, term := range topic.Terms {
		if term.Relation != ontology.Synonym {
			found = append(found, term.Relation.String()+" "+term.Text)
		}
	}
	want := []string{"exact sicknesses, moon", "partial Sickness of travellers", "contextual Mars sickness"}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	fmt.Printf("peak %d kB, topic in %v\n", peak(t), took)
}

// peak returns the most memory that the process has had, in KiB.
func peak(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skipf("the system does not report a process's memory: %v", err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		t.Skip("the system does not report a process's memory")
	}
	kb, err := strconv.Atoi(fields[0])
	if err != nil {
		t.Fatal(err)
	}
	return kb
}

// A topic of a release is found in a part of the memory that the release takes, 17 MB; under
// the race detector it is more. A process of its own asks.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const size, most = 500_000, 60_000_000 // bytes
	dir := t.TempDir()
	writeRelease(t, dir, size)
	cmd := exec.Command(os.Args[0], "-test.run=^TestAskRelease$", "-test.v")
	cmd.Env = append(os.Environ(), askRelease+"="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, rest, ok := strings.Cut(string(out), "peak ")
	if !ok {
		t.Skipf("no memory reported:\n%s", out)
	}
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	if kb > most/1024 {
		t.Errorf("%d KiB, want at most %d", kb, most/1024)
	}
	t.Logf("%d rows: peak %s", size, strings.SplitN(rest, "\n", 2)[0])
}

// BenchmarkScan prints how long the questions of a topic take beside reading the
// lines of the files that they read with bufio: of a made-up release, and of the
// gzipped sample.
func BenchmarkScan(b *testing.B) {
	b.Run("made-up", func(b *testing.B) {
		dir := b.TempDir()
		writeRelease(b, dir, 1_000_000)
		benchmarkScan(b, umls.Dir{Path: dir}, "")
	})
	b.Run("sample", func(b *testing.B) { benchmarkScan(b, sample(b), ".gz") })
}

func benchmarkScan(b *testing.B, d umls.Dir, suffix string) {
	ctx := context.Background()
	names := []string{"MRCONSO.RRF"}
	all := []string{"MRCONSO.RRF", "MRREL.RRF", "MRSTY.RRF"}
	if suffix != "" {
		all = append(all, "MRHIER.RRF")
	}
	for _, c := range []struct {
		name  string
		files []string
		ask   func() error
	}{
		{"Find", names, func() error { _, err := d.Find(ctx, "motion sickness"); return err }},
		{"FindID", names, func() error { _, err := d.Find(ctx, "MSH:D009041"); return err }},
		{"Concepts", all, func() error { _, err := d.Concepts(ctx, []string{"C0000101", "C0026603"}); return err }},
		{"Nearest", names, func() error { _, err := d.Nearest(ctx, "moton sicknes"); return err }},
		{"Load", all, func() error { _, err := d.Load(); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			lines := func() (size int64) {
				for _, name := range c.files {
					size += readLines(b, filepath.Join(d.Path, name+suffix))
				}
				return size
			}
			b.SetBytes(lines())
			b.ReportAllocs()
			// The best of each: other work on the machine is in the others.
			best, floor := time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
				if err := c.ask(); err != nil {
					b.Fatal(err)
				}
				best = min(best, time.Since(start))
				b.StopTimer()
				start = time.Now()
				lines()
				floor = min(floor, time.Since(start))
				b.StartTimer()
			}
			b.ReportMetric(float64(best)/float64(floor), "x-floor")
		})
	}
}

// readLines reads a file by lines and returns how many bytes they have.
func readLines(b *testing.B, path string) (size int64) {
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(bufio.NewReader(f)); err != nil {
			b.Fatal(err)
		}
	}
	s := bufio.NewScanner(in)
	s.Buffer(make([]byte, 256<<10), 1<<20)
	for s.Scan() {
		size += int64(len(s.Bytes())) + 1
	}
	if s.Err() != nil {
		b.Fatal(s.Err())
	}
	return size
}
