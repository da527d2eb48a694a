//go:build linux

package soak

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// child is a crawling process.
type child struct {
	cmd    *exec.Cmd
	out    io.Reader
	log    *os.File
	path   string // of its settings, ledger and log, but for their endings
	ledger reader
	late   atomic.Bool // it had to be killed at the end

	killed   bool // by the supervisor
	poisoned bool // by a page
	gone     bool
	read     bool // the whole ledger; the watcher's own
	requests int64
}

// stopTime is how long a crawl may take to end when it is cancelled: the
// library gives the frontier five seconds to take its leases back.
const stopTime = 30 * time.Second

func newChild(s settings, path string) (*child, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path+".json", data, 0o600); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{cmd: exec.Command(self, "-crawler", path+".json"), path: path, ledger: reader{path: s.Ledger}}
	detach(c.cmd)
	if c.log, err = program.Create(path + ".log"); err != nil {
		return nil, err
	}
	c.cmd.Stderr = c.log
	if c.out, err = c.cmd.StdoutPipe(); err != nil {
		return nil, errors.Join(err, c.log.Close())
	}
	if err := c.cmd.Start(); err != nil {
		return nil, errors.Join(err, c.log.Close())
	}
	return c, nil
}

// detach keeps an interrupt at the terminal from a process, which the program
// ends itself.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// words yields what the process says until it has ended.
func (c *child) words() iter.Seq[word] {
	return func(yield func(word) bool) {
		for lines := bufio.NewReader(c.out); ; {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return // cut off by a kill
			}
			var w word
			if json.Unmarshal(line, &w) == nil && !yield(w) {
				return
			}
		}
	}
}

// wait waits for the end of a process that has said its last word. It reports
// whether the process had to be killed because it did not stop.
func (c *child) wait() (late bool, err error) {
	err = errors.Join(c.cmd.Wait(), c.log.Close())
	return c.late.Load(), err
}

// kill ends the process without a warning. It reports false if it is gone.
func (c *child) kill() bool {
	if c.gone || c.killed || c.cmd.Process.Kill() != nil {
		return false
	}
	c.killed = true
	return true
}

// stop asks the process to end, and later makes it. Before, it has it write
// where its goroutines are.
func (c *child) stop() {
	_ = c.cmd.Process.Signal(syscall.SIGTERM) // it may be gone
	time.AfterFunc(stopTime, func() {
		if c.cmd.Process.Signal(syscall.SIGQUIT) == nil {
			c.late.Store(true)
			time.AfterFunc(time.Second, func() { _ = c.cmd.Process.Kill() })
		}
	})
}

// terminated reports whether the process ended by the signal that stop sends,
// which it handles while it crawls.
func (c *child) terminated() bool {
	status, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGTERM
}

// lastWords returns what the process wrote to its log about why it ended.
func (c *child) lastWords() string {
	data, err := os.ReadFile(c.path + ".log")
	if err != nil {
		return err.Error()
	}
	last := ""
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		if strings.HasPrefix(text, "panic:") || strings.HasPrefix(text, "fatal error:") {
			return text
		}
		if text != "" {
			last = text
		}
	}
	return last
}
