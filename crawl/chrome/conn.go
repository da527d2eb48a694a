package chrome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// errLost is what calls return once the browser no longer answers.
var errLost = errors.New("the browser died")

// A conn speaks the DevTools protocol with a browser. chromedp's own targets
// are not used: they mirror a page's DOM and queue its events without a bound,
// and do not attach to what a page opens.
type conn struct {
	pipe *chromedp.PipeConn
	lost chan struct{} // closed when the browser no longer answers

	mu     sync.Mutex
	last   int64
	calls  map[int64]chan<- *cdproto.Message
	events map[target.SessionID]func(*cdproto.Message)
}

// newConn reads from the browser until the pipe ends or holds a message of
// more than limit bytes.
func newConn(r, w *os.File, limit int64) *conn {
	c := &conn{
		pipe:   chromedp.NewPipeConn(&messages{File: r, limit: limit}, w),
		lost:   make(chan struct{}),
		calls:  make(map[int64]chan<- *cdproto.Message),
		events: make(map[target.SessionID]func(*cdproto.Message)),
	}
	go c.read()
	return c
}

func (c *conn) read() {
	defer close(c.lost)
	for {
		m := new(cdproto.Message)
		if err := c.pipe.Read(context.Background(), m); err != nil {
			c.pipe.Close()
			return
		}
		c.mu.Lock()
		answer, handle := c.calls[m.ID], c.events[m.SessionID]
		delete(c.calls, m.ID)
		c.mu.Unlock()
		switch {
		case m.ID != 0 && answer != nil:
			answer <- m
		case m.ID == 0 && handle != nil:
			handle(m)
		}
	}
}

// A session is a conversation with one target: the browser or a page.
type session struct {
	conn *conn
	id   target.SessionID // "" for the browser
}

// listen has the session's events handled. The function is called by the only
// reader, so it must not block and must not call the browser.
func (s session) listen(handle func(*cdproto.Message)) {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	s.conn.events[s.id] = handle
}

func (s session) unlisten() {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	delete(s.conn.events, s.id)
}

// call runs a command and waits for its result.
func call[P, R any](ctx context.Context, s session, command cdp.Command[P, R], params P) (result R, err error) {
	c := s.conn
	answer := make(chan *cdproto.Message, 1)
	body, err := jsonv2.Marshal(params, chromedp.DefaultMarshalOptions)
	if err != nil {
		return result, fmt.Errorf("%s: %w", command.Method, err)
	}
	c.mu.Lock()
	c.last++
	id := c.last
	c.calls[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.calls, id)
		c.mu.Unlock()
	}()
	m := &cdproto.Message{ID: id, SessionID: s.id, Method: cdproto.MethodType(command.Method), Params: body}
	if err := c.pipe.Write(ctx, m); err != nil {
		return result, errLost
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return result, fmt.Errorf("%s: %w", command.Method, m.Error)
		}
		if err := decode(m.Result, &result); err != nil {
			return result, fmt.Errorf("%s: %w", command.Method, err)
		}
		return result, nil
	case <-c.lost:
		return result, errLost
	case <-ctx.Done():
		return result, context.Cause(ctx)
	}
}

// decode reads a result or the parameters of an event.
func decode(raw jsonv2.Value, v any) error {
	return jsonv2.Unmarshal(raw, v, chromedp.DefaultUnmarshalOptions)
}

// messages fails once a message, which ends with a zero byte, is too long: a
// page decides how long some of them are.
type messages struct {
	*os.File
	limit int64
	n     int64 // bytes of the current message
}

func (r *messages) Read(p []byte) (int, error) {
	n, err := r.File.Read(p)
	for i := n - 1; i >= 0; i-- {
		if p[i] == 0 {
			r.n = int64(n - 1 - i)
			return n, err
		}
	}
	if r.n += int64(n); r.n > r.limit {
		return 0, errors.New("a message is too long")
	}
	return n, err
}
