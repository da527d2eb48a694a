package chrome

import (
	"bufio"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
)

// fakeBrowser is a connection to a browser that the test plays: what it reads
// from in and writes to out.
func fakeBrowser(t *testing.T, limit int64) (s session, in *bufio.Reader, out *os.File) {
	t.Helper()
	theirR, ourW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourR, theirW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := newConn(ourR, ourW, limit)
	t.Cleanup(func() {
		theirR.Close()
		theirW.Close()
		<-c.lost
	})
	return session{conn: c}, bufio.NewReader(theirR), theirW
}

// A message that is too long or none is left out, and the others come.
func TestLongMessages(t *testing.T) {
	const limit = 10_000
	s, in, out := fakeBrowser(t, limit)
	go func() {
		if _, err := in.ReadBytes(0); err != nil {
			return
		}
		for _, m := range []string{
			`{"id":1,"result":{"product":"` + strings.Repeat("x", 20*limit) + `"}}`, // in parts
			`{"id":1,"result":{"product":"` + strings.Repeat("x", limit) + `"}}`,
			"", "no JSON", `{"id":1`,
			`{"id":1,"result":{"product":"` + strings.Repeat("y", limit/2) + `"}}`,
		} {
			if _, err := out.WriteString(m + "\x00"); err != nil {
				return
			}
		}
	}()
	v, err := call(t.Context(), s, cdpbrowser.GetVersion, cdp.Empty{})
	if want := strings.Repeat("y", limit/2); err != nil || v.Product != want {
		t.Errorf("error %v, %d bytes %.10q, want %d bytes %.10q", err, len(v.Product), v.Product, len(want), want)
	}
}

// A panic in what handles an event ends the connection and no more.
func TestHandlerPanics(t *testing.T) {
	s, _, out := fakeBrowser(t, 1000)
	s.listen(func(*cdproto.Message) { panic("a mistake") })
	if _, err := out.WriteString(`{"method":"Page.loadEventFired","params":{}}` + "\x00"); err != nil {
		t.Fatal(err)
	}
	<-s.conn.lost
	if _, err := call(t.Context(), s, cdpbrowser.GetVersion, cdp.Empty{}); !errors.Is(err, errLost) {
		t.Errorf("a call: %v, want %v", err, errLost)
	}
}

// A browser that reads no further holds no call longer than its context.
func TestBrowserThatDoesNotRead(t *testing.T) {
	s, in, _ := fakeBrowser(t, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = in.ReadByte() // the first call is being written
		cancel()
	}()
	for range 3 {
		params := cdpbrowser.SetDownloadBehaviorParams{DownloadPath: strings.Repeat("x", 1<<20)} // more than a pipe holds
		if _, err := call(ctx, s, cdpbrowser.SetDownloadBehavior, params); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want the context's", err)
		}
	}
}
