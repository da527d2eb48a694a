package chrome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
)

const (
	startTime  = 20 * time.Second       // for the browser to answer, if Limits.Time is not longer
	watchEvery = 200 * time.Millisecond // between two looks at its memory
)

// A browser is a running Chrome.
type browser struct {
	session
	process *os.Process
	ended   chan struct{} // closed when it is gone with all its traces
}

// kill kills the browser with its children, if that has not been done.
func (b *browser) kill() {
	select {
	case <-b.ended: // its number may be another's by now
	default:
		killGroup(b.process)
	}
}

// flags keep the browser quiet and off the network: it resolves no name, and
// what the Fetch domain of a page does not see, such as preconnects, WebSockets,
// service workers and the browser's own requests, is sent to a proxy whose name
// does not resolve either.
func flags(profile string, memory int64, sandbox bool) []string {
	flags := []string{
		"--remote-debugging-pipe",
		"--user-data-dir=" + profile,
		"--headless",
		"--window-size=1280,1024",
		"--host-resolver-rules=MAP * ~NOTFOUND",
		"--proxy-server=http://nowhere.invalid:1",
		"--proxy-bypass-list=<-loopback>",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-quic",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-domain-reliability",
		"--disable-sync",
		"--no-pings",
		"--block-new-web-contents",
		"--js-flags=--max-old-space-size=" + strconv.FormatInt(max(memory>>20, 1), 10),
		// A page's frames share its process, so that its memory is counted once.
		"--disable-site-isolation-trials",
		"--disable-features=IsolateOrigins,site-per-process,SitePerProcess,HttpsUpgrades,HttpsFirstBalancedMode,Prerender2,Translate,MediaRouter,OptimizationHints,PreloadTopChromeWebUI,InitialWebUI,WebUIReloadButton,WebUIToolbar",
		"--disable-breakpad",
		"--disable-crash-reporter",
		"--disable-default-apps",
		"--disable-dev-shm-usage",
		"--disable-extensions",
		"--disable-gpu",
		"--disable-hang-monitor",
		"--disable-notifications",
		"--disable-print-preview",
		"--disable-renderer-backgrounding",
		"--disable-backgrounding-occluded-windows",
		"--disable-background-timer-throttling",
		"--disable-logging",
		"--hide-scrollbars",
		"--metrics-recording-only",
		"--mute-audio",
		"--no-default-browser-check",
		"--no-first-run",
		"--password-store=basic",
		"--use-mock-keychain",
	}
	if !sandbox {
		flags = append(flags, "--no-sandbox")
	}
	return append(flags, "about:blank")
}

// launch starts a browser and waits up to limit for its answer. It must be
// closed.
func launch(ctx context.Context, limit time.Duration, path string, limits Limits, tabs int, sandbox bool) (*browser, error) {
	path, err := find(path)
	if err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 && sandbox {
		return nil, errors.New("there is no sandbox for root: run as another user, or set NoSandbox where nothing worth protecting is in reach")
	}
	profile, err := newProfile()
	if err != nil {
		return nil, err
	}
	b, stderr, err := start(path, profile, limits, sandbox)
	if err != nil {
		os.RemoveAll(profile)
		return nil, err
	}
	go b.watch(limits.Memory, int64(tabs+2)*limits.Memory)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no answer within %v", limit))
	defer cancel()
	if _, err := call(ctx, b.session, cdpbrowser.GetVersion, cdp.Empty{}); err != nil {
		b.close()
		name := filepath.Base(path)
		err = fmt.Errorf("start %s: %w (see whether \"%[1]s --headless --dump-dom about:blank\" works, or set Path to another browser)", name, err)
		if said := stderr.String(); said != "" {
			err = fmt.Errorf("%w: %s", err, said)
		}
		return nil, err
	}
	return b, nil
}

// newProfile makes a directory for the browser's files. Its path is absolute: the
// browser has another working directory.
func newProfile() (string, error) {
	all, err := filepath.Abs(os.TempDir())
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(all, "lokman-chrome-")
}

// start runs the program with a pipe to it. The profile is removed at its end.
func start(path, profile string, limits Limits, sandbox bool) (b *browser, stderr *head, err error) {
	theirR, ourW, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer theirR.Close()
	ourR, theirW, err := os.Pipe()
	if err != nil {
		ourW.Close()
		return nil, nil, err
	}
	defer theirW.Close()
	stderr = new(head)
	cmd := exec.Command(path, flags(profile, limits.Memory, sandbox)...)
	cmd.ExtraFiles = []*os.File{theirR, theirW} // 3 and 4, as --remote-debugging-pipe requires
	cmd.Stderr = stderr
	cmd.WaitDelay = time.Second
	// Nothing of the environment, which may hold secrets, and no trace at home.
	// Files for a time go to the profile too. It is the working directory, since
	// the path of a socket that is there has room for about 100 bytes.
	cmd.Dir = profile
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + profile, "TMPDIR=.", "LANG=en_US.UTF-8"}
	isolate(cmd)

	b = &browser{ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel kills the browser with the thread that started it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = cmd.Wait() // how it ended doesn't matter
		killGroup(cmd.Process)
		remove(profile)
		close(b.ended)
	}()
	if err := <-started; err != nil {
		ourR.Close()
		ourW.Close()
		return nil, nil, err
	}
	b.process = cmd.Process
	b.session = session{conn: newConn(ourR, ourW, messageLimit(limits))}
	return b, stderr, nil
}

// messageSlack is what a message may have besides a page's own.
const messageSlack = 1 << 20

// messageLimit is how long a message may be: a page's DOM, or what it posts,
// escaped.
func messageLimit(l Limits) int64 { return 6*l.Page + 2*l.Bytes + messageSlack }

// remove removes a profile, to which dying children may still write.
func remove(profile string) {
	for range 50 {
		if os.RemoveAll(profile) == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// watch keeps the browser's processes within bounds until it ends.
func (b *browser) watch(limit, total int64) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			tame(b.process.Pid, limit, total)
		case <-b.conn.lost:
			b.kill()
			return
		case <-b.ended:
			return
		}
	}
}

// alive reports whether the browser still answers.
func (b *browser) alive() bool {
	select {
	case <-b.conn.lost:
		return false
	default:
		return true
	}
}

// close kills the browser and waits until it is gone.
func (b *browser) close() {
	b.kill()
	<-b.ended
	b.conn.pipe.Close()
	<-b.conn.lost
}

// A head keeps the beginning of what a program says.
type head struct{ b strings.Builder }

func (h *head) Write(p []byte) (int, error) {
	if room := 1<<10 - h.b.Len(); room > 0 {
		h.b.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (h *head) String() string { return strings.TrimSpace(h.b.String()) }
