package shelf_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/shelf"
)

const killDir = "LOKMAN_SHELF_KILL_DIR" // set in a child that is to be killed

func TestMain(m *testing.M) {
	if dir := os.Getenv(killDir); dir != "" {
		refileForEver(dir)
	}
	os.Exit(m.Run())
}

const killPages = 40

func killURL(n int) string { return fmt.Sprintf("http://j.example/%d", n) }

// refileForEver moves all pages from one class to the next.
func refileForEver(dir string) {
	s, err := shelf.Open(dir)
	for round := 0; err == nil; round++ {
		classes := map[string]classify.Classification{}
		for n := range killPages {
			classes[killURL(n)] = classify.Classification{Class: fmt.Sprintf("Class%d", (round+n%2)%3)}
		}
		if err = s.Refile(classes); round == 0 {
			fmt.Println("ready")
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// TestKillRefile kills a process while it moves bodies: each is then where the manifest says.
func TestKillRefile(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for n := range killPages {
		put(t, s, page(killURL(n), "text/html", fmt.Sprint(n)), classify.ClassAbstract)
	}
	s.Close()
	r := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killDir+"="+dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("the child said nothing: %v", err)
		}
		time.Sleep(time.Duration(r.IntN(60)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait() // killed
		if cmd.ProcessState.Exited() {
			t.Fatalf("the child ended by itself: %v", cmd.ProcessState)
		}
		s := open(t, dir)
		seen := 0
		for l, err := range s.Lines() {
			if err != nil {
				t.Fatal(err)
			}
			seen++
			if body, err := os.ReadFile(filepath.Join(dir, l.File)); err != nil || "http://j.example/"+string(body) != l.URL || filepath.Dir(l.File) != l.Class {
				t.Errorf("%+v: %q, %v", l, body, err)
			}
		}
		if bodies := len(stored(t, dir)); seen != killPages || bodies != killPages {
			t.Fatalf("%d lines and %d bodies, want %d", seen, bodies, killPages)
		}
		s.Close()
	}
}
