package chrome

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// isolate puts the browser and its children into a process group of their own
// and has the kernel kill it when the thread that starts it ends, which it
// does when this process is killed.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills a browser with its children.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// tame kills those processes of a group that have more than limit bytes of
// memory of their own. If together they have more than total, all are killed.
func tame(group int, limit, total int64) {
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return
	}
	var sum int64
	for _, p := range processes {
		pid, err := strconv.Atoi(p.Name())
		if err != nil {
			continue
		}
		used, ok := memory(pid, group)
		if !ok {
			continue
		}
		sum += used
		if used > limit {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if sum > total {
		_ = syscall.Kill(-group, syscall.SIGKILL)
	}
}

// memory returns the bytes that a process of a group keeps in memory, its
// program and other files aside.
func memory(pid, group int) (used int64, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The name, in parentheses, may hold anything; state, parent and group
	// come after it (proc(5)).
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 3 || fields[2] != strconv.Itoa(group) {
		return 0, false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		if name == "RssAnon" || name == "RssShmem" {
			kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			used += kib << 10
		}
	}
	return used, true
}
