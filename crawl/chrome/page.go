package chrome

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

const quiet = 500 * time.Millisecond // without a request, after which a page is at rest

// A tab renders one page in a browser context of its own, so that it shares
// neither process nor cookies nor storage with another.
type tab struct {
	*visit
	session
	browser *browser
	context cdp.BrowserContextID
	frame   cdp.FrameID // the main one
	fail    context.CancelCauseFunc
	half    time.Duration // of the time to render it

	loaded  chan struct{} // closed by the load event
	paused  chan paused
	ended   <-chan struct{} // closed when the page is given up
	dialogs chan struct{}
	moved   chan struct{} // a request began or ended
	load    sync.Once

	// The reader's counts.
	asked, opened int // requests and dialogs
}

// paused is a request of the page that waits for its answer.
type paused struct {
	*fetch.EventRequestPaused
	size int64 // bytes, as the browser sent it
}

// render has the browser make a page of its plain answer and run its scripts.
func (b *browser) render(ctx context.Context, v *visit) (html string, err error) {
	limit := v.limits.Time
	if deadline, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(deadline))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errTime(limit))
	defer cancel()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	t := &tab{
		visit: v, browser: b, fail: fail, half: limit / 2,
		loaded:  make(chan struct{}),
		paused:  make(chan paused, min(askedFactor*v.limits.Requests, waiting)),
		ended:   ctx.Done(),
		dialogs: make(chan struct{}, maxDialogs),
		moved:   make(chan struct{}, 1),
	}
	defer t.close()
	if err := t.open(ctx); err != nil {
		return "", err
	}
	var workers sync.WaitGroup
	defer workers.Wait()
	defer fail(nil) // before Wait
	for range parallel {
		workers.Go(func() { t.answerAll(ctx) })
	}
	workers.Go(func() { t.dismissAll(ctx) })
	if err := t.rest(ctx); err != nil {
		return "", err
	}
	return t.read(ctx)
}

// open makes an empty tab and closes its ways out.
func (t *tab) open(ctx context.Context) error {
	yes := true
	// Its number is needed to close it, so the page's end does not end this.
	opening, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), t.limits.patience(), errHangs(t.limits.patience()))
	defer cancel()
	c, err := call(opening, t.browser.session, target.CreateBrowserContext, target.CreateBrowserContextParams{DisposeOnDetach: &yes})
	if err != nil {
		t.browser.kill()
		return err
	}
	t.context = c.BrowserContextID
	if _, err := call(ctx, t.browser.session, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: t.context,
	}); err != nil {
		return err
	}
	// In a window of its own it is seen, and animation frames come.
	created, err := call(ctx, t.browser.session, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: t.context, NewWindow: &yes})
	if err != nil {
		return err
	}
	t.frame = cdp.FrameID(created.TargetID)
	attached, err := call(ctx, t.browser.session, target.AttachToTarget, target.AttachToTargetParams{TargetID: created.TargetID, Flatten: &yes})
	if err != nil {
		return err
	}
	t.session = session{t.browser.conn, attached.SessionID}
	t.listen(t.handle)
	// Workers and windows that the page opens stop before their first line.
	if _, err := call(ctx, t.session, target.SetAutoAttach, target.SetAutoAttachParams{AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: &yes}); err != nil {
		return err
	}
	if _, err := call(ctx, t.session, fetch.Enable, fetch.EnableParams{}); err != nil {
		return err
	}
	if _, err := call(ctx, t.session, inspector.Enable, cdp.Empty{}); err != nil {
		return err
	}
	if agent := t.request.Header.Get("User-Agent"); agent != "" {
		if _, err := call(ctx, t.session, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent}); err != nil {
			return err
		}
	}
	_, err = call(ctx, t.session, page.Enable, page.EnableParams{})
	return err
}

// close gives the tab up, whatever its scripts are doing.
func (t *tab) close() {
	if t.id != "" {
		t.unlisten()
	}
	if t.context == "" || !t.browser.alive() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), t.limits.patience())
	defer cancel()
	if _, err := call(ctx, t.browser.session, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: t.context}); err != nil {
		t.browser.kill()
	}
}

// handle takes the tab's events.
func (t *tab) handle(m *cdproto.Message) {
	select {
	case <-t.ended:
		return
	default:
	}
	switch string(m.Method) {
	case fetch.RequestPaused.Method:
		if t.asked++; t.asked > askedFactor*t.limits.Requests {
			t.fail(errRequests)
			return
		}
		size := int64(len(m.Params))
		if t.held.Add(size) > messageSlack+2*t.limits.Bytes { // posts are encoded
			t.fail(errBytes)
			return
		}
		e := new(fetch.EventRequestPaused)
		if err := decode(m.Params, e); err != nil {
			t.fail(err)
			return
		}
		select {
		case t.paused <- paused{e, size}:
		default:
			t.fail(errRequests)
		}
	case page.LoadEventFired.Method:
		t.load.Do(func() { close(t.loaded) })
	case page.JavascriptDialogOpening.Method:
		if t.opened++; t.opened > maxDialogs {
			t.fail(errDialogs)
			return
		}
		t.dialogs <- struct{}{}
	case inspector.Detached.Method:
		t.fail(errGone)
	case inspector.TargetCrashed.Method:
		t.fail(errCrashed(t.limits.Memory))
	}
}

func (t *tab) dismissAll(ctx context.Context) {
	for {
		select {
		case <-t.dialogs:
			_, _ = call(ctx, t.session, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false})
		case <-ctx.Done():
			return
		}
	}
}

// rest loads the page and waits until it has loaded and made no request for a
// while, though it was free to. Half of the time is over before that on a page that
// never rests: it is taken as it is then.
func (t *tab) rest(ctx context.Context) error {
	half := time.NewTimer(t.half)
	defer half.Stop()
	result, err := call(ctx, t.session, page.Navigate, page.NavigateParams{URL: t.request.URL.String()})
	if err != nil {
		return err
	}
	if result.ErrorText != "" {
		return fmt.Errorf("the browser does not show it: %s", result.ErrorText)
	}
	asking, cancel := context.WithCancel(ctx)
	var asked sync.WaitGroup
	defer asked.Wait()
	defer cancel()
	free := make(chan bool, 1)
	loaded, waits, stirred := t.loaded, false, false
	idle := time.NewTimer(quiet)
	defer idle.Stop()
	for {
		select {
		case <-loaded:
			loaded = nil
			idle.Reset(quiet)
		case <-t.moved:
			stirred = true
			idle.Reset(quiet)
		case <-idle.C:
			if loaded == nil && t.busy.Load() == 0 && !waits {
				waits, stirred = true, false
				asked.Go(func() { free <- t.free(asking) })
			}
		case isFree := <-free:
			if isFree && !stirred && t.busy.Load() == 0 {
				return nil
			}
			waits = false
			idle.Reset(quiet)
		case <-half.C:
			return nil
		case <-t.browser.conn.lost:
			return errLost
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// free reports whether the page's scripts could run at once. Where they could not,
// since the page or the machine is busy, that there was no request says nothing.
// The first answer comes after what the page was about to do, the second after the
// requests that it made then.
func (t *tab) free(ctx context.Context) bool {
	begun := time.Now()
	for range 2 {
		if _, err := call(ctx, t.session, runtime.Evaluate, runtime.EvaluateParams{Expression: "0"}); err != nil {
			return false
		}
	}
	return time.Since(begun) < quiet/2
}

// read returns the page's DOM as HTML.
func (t *tab) read(ctx context.Context) (string, error) {
	url, err := json.Marshal(t.request.URL.String())
	if err != nil {
		return "", err
	}
	world, err := call(ctx, t.session, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: t.frame})
	if err != nil {
		return "", err
	}
	yes := true
	r, err := call(ctx, t.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: fmt.Sprintf(source, url, t.limits.Page, rand.Text()),
		ContextID:  world.ExecutionContextID, ReturnByValue: &yes,
	})
	if err != nil {
		return "", err
	}
	if r.ExceptionDetails != nil || r.Result == nil {
		return "", errors.New("the page's DOM cannot be read")
	}
	var html *string
	if err := decode(r.Result.Value, &html); err != nil {
		return "", err
	}
	if html == nil {
		return "", errPage(t.limits.Page)
	}
	if *html == "" {
		return "", errGone
	}
	valid := strings.ToValidUTF8(*html, "\ufffd")
	if int64(len(valid)) > t.limits.Page {
		return "", errPage(t.limits.Page)
	}
	return valid, nil
}
