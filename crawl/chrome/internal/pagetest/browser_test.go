// Package pagetest tests the pages that the library makes for people in a real
// browser: package dashboard and package report.
package pagetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A browser shows one page.
type browser struct {
	*testing.T
	ctx context.Context

	mu   sync.Mutex
	said []string // what went wrong in it: exceptions, refusals of the page's policy
}

// start starts a browser, beside those of other tests. The test is skipped if there is none.
func start(t *testing.T) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell", "headless_shell"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chrome or Chromium found")
	}
	t.Parallel()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeTab := chromedp.NewContext(allocator)
	b := &browser{T: t, ctx: ctx}
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil { // waits for the browser's end
			t.Error(err)
		}
		closeTab()
		stop()
		for _, s := range b.said {
			t.Errorf("the browser says: %s", s)
		}
	})
	err := chromedp.Listen(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.said = append(b.said, e.ExceptionDetails.Text+" at "+e.ExceptionDetails.URL)
		case *log.EventEntryAdded:
			if e.Entry.Source == "security" || e.Entry.Source == "violation" {
				b.said = append(b.said, e.Entry.Text)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call(b, runtime.Enable, cdp.Empty{})
	call(b, log.Enable, cdp.Empty{})
	return b
}

// patience is how long anything in the browser may take, on a busy machine.
const patience = time.Minute

// do does things in the browser. An element that the page puts anew between the look for it and what
// is done with it is looked for again.
func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	for i, step := range steps {
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		err := chromedp.Do(ctx, step)
		for err != nil && ctx.Err() == nil && strings.Contains(err.Error(), "Could not find node") {
			err = chromedp.Do(ctx, step)
		}
		cancel()
		if err != nil {
			b.Fatalf("step %d: %v", i, err)
		}
	}
}

// call gives the browser a command.
func call[P, R any](b *browser, command cdp.Command[P, R], params P) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, command, params); err != nil {
		b.Fatalf("%s: %v", command.Method, err)
	}
}

// run does something in the browser that has a result.
func run[T any](b *browser, action chromedp.Action[T]) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

// until waits until a condition holds on the page.
func (b *browser) until(condition string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Poll[bool](condition, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(patience)))
	if err != nil {
		b.Fatalf("waiting for %s: %v", condition, err)
	}
}

// value evaluates an expression on the page.
func value[T any](b *browser, expression string) T {
	b.Helper()
	return run(b, chromedp.Evaluate[T](expression))
}

// A look is a way to look at a page.
type look struct {
	name          string
	width, height int64
	dark          bool
}

var looks = []look{
	{"desktop-light", 1280, 900, false}, {"desktop-dark", 1280, 900, true},
	{"phone-light", 390, 844, false}, {"phone-dark", 390, 844, true},
}

func (b *browser) look(l look) {
	b.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: l.width, Height: l.height, DeviceScaleFactor: 1, Mobile: l.width < 600})
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// fits checks that nothing of the page is cut off at the side, and that every
// cell of its tables is seen.
func (b *browser) fits(l look) {
	b.Helper()
	if w := value[int64](b, "document.documentElement.scrollWidth"); w > l.width {
		b.Errorf("%s: the page is %d wide", l.name, w)
	}
	for _, cut := range value[[]string](b, fmt.Sprintf(`[...document.querySelectorAll("td, tbody th, button, input:not([type=hidden]), select")].filter(e => {
		if (e.closest("details:not([open])") || e.matches("td:empty")) return false;
		const r = e.getBoundingClientRect();
		return e.checkVisibility && !e.checkVisibility() || r.width < 1 || r.left < -1 || r.right > %d + 1;
	}).map(e => e.outerHTML.slice(0, 120))`, l.width)) {
		b.Errorf("%s: cut off or hidden: %s", l.name, cut)
	}
}

// picture keeps a picture of the whole page in the directory that
// LOKMAN_PICTURES names, if it is set: for people to look at.
func (b *browser) picture(name string) {
	b.Helper()
	dir := os.Getenv("LOKMAN_PICTURES")
	if dir == "" {
		return
	}
	png := run(b, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.Fatal(err)
	}
}
