package lokman_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	// example is a program of the examples, and what comes before and after it.
	example = regexp.MustCompile(`^(.*?)go run \./examples/(\w+)(.*)`)
	// installed is a command of lokman.
	installed = regexp.MustCompile(`^lokman (\w+)(.*)`)
	// inline is a command in the text of a document.
	inline = regexp.MustCompile("`(?:\\./)?(\\w+)((?: [^`]*)? -[^`]*)`")
	flags  = regexp.MustCompile(`(?:^|\s)-([a-z]\w*)`)
	// asked and measured are in commands for the network, and for large data.
	asked    = regexp.MustCompile(`https?://`)
	measured = regexp.MustCompile(`\$[DM]\b`)
)

// elsewhere reports whether a command is run by .ci/run, needs the network or the data
// that docs/experiments.md measures on.
func elsewhere(command string) bool {
	command = strings.TrimSpace(command)
	for _, prefix := range []string{"go test ", "go get ", "go install ", ".ci/", "docker ", "source <(lokman "} {
		if strings.HasPrefix(command, prefix) {
			return true
		}
	}
	return asked.MatchString(command) || measured.MatchString(command)
}

// The commands of each document are programs with these flags, and those that need
// no network run, in a directory with files of the names that the documents use.
func TestDocumentsCommands(t *testing.T) {
	programs, dir := t.TempDir(), files(t)
	usage := map[string]string{}
	build := func(name string) string {
		path := filepath.Join(programs, filepath.Base(name))
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if out, err := exec.Command("go", "build", "-o", path, "./"+name).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return path
	}
	help := func(name, path string, command ...string) {
		if usage[name] != "" {
			return
		}
		out, err := exec.Command(path, append(command, "-h")...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s -h: %v\n%s", name, err, out)
		}
		usage[name] = string(out)
	}
	program := func(name string) string {
		path := build("examples/" + name)
		help(name, path)
		return path
	}
	lokman := func(command string) string {
		path := build("cmd/lokman")
		help("lokman "+command, path, command)
		return path
	}
	check := func(where, name, arguments string) {
		for _, flag := range flags.FindAllStringSubmatch(arguments, -1) {
			if !regexp.MustCompile(`(?m)^\s+-`+flag[1]+`\b`).MatchString(usage[name]) && flag[1] != "h" {
				t.Errorf("%s: %s has no flag -%s", where, name, flag[1])
			}
		}
	}
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range inline.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join("examples", found[1], "main.go")); err == nil {
				program(found[1])
				check(document, found[1], found[2])
			}
			if command := installed.FindStringSubmatch(found[1] + found[2]); command != nil {
				lokman(command[1])
				check(document, "lokman "+command[1], command[2])
			}
		}
		for _, b := range blocks(t, document, "sh") {
			for line := range strings.Lines(strings.ReplaceAll(b.text, "\\\n", " ")) {
				command := strings.TrimSpace(line)
				if found := example.FindStringSubmatch(command); found != nil {
					command = found[1] + program(found[2]) + found[3]
					check(b.String(), found[2], found[3])
				}
				if found := installed.FindStringSubmatch(command); found != nil {
					command = lokman(found[1]) + command[len("lokman"):]
					check(b.String(), "lokman "+found[1], found[2])
				}
				if b.unrun != "" || elsewhere(command) || testing.Short() {
					continue
				}
				start := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
				cmd := exec.CommandContext(ctx, "sh", "-c", command)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v: %s: %v\n%s", b, command, err, out)
				}
				cancel()
				t.Logf("%v: %v: %s", b, time.Since(start).Round(time.Millisecond), strings.TrimSpace(line))
			}
		}
	}
}

// files makes a directory with the files that documents name.
func files(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	diseases, err := os.ReadFile("internal/commands/demo/ontology.obo")
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(diseases); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"doid.obo":     diseases,
		"doid.obo.gz":  zipped.Bytes(),
		"page.txt":     []byte("Chickenpox itches. Tinnitus is a sound that nobody else hears."),
		"topics.jsonl": []byte(`{"topic": "influenza", "ontology_id": "DEMO:0000011", "seeds": ["http://www.health-library.example/influenza/"], "relevant": ["http://www.health-library.example/influenza/human-flu-explained.html", "http://www.health-library.example/influenza/notes-on-grippe.html"], "rule": "by hand"}`),
		"drinks.csv":   []byte("1,drink,beverage,\n2,coffee,,1\n3,espresso,caffè espresso|short black,2\n4,ristretto,,3\n"),

		"internal/commands/demo/ontology.obo": diseases,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
