package chrome

import (
	"bytes"
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
	in   *messages
	out  chan *cdproto.Message // to the only writer, which a browser that hangs blocks
	lost chan struct{}         // closed when the browser no longer answers

	mu     sync.Mutex
	last   int64
	calls  map[int64]chan<- *cdproto.Message
	events map[target.SessionID]func(*cdproto.Message)
}

// newConn reads from the browser and writes to it until the pipe ends. Messages
// of more than limit bytes are left out.
func newConn(r, w *os.File, limit int64) *conn {
	in := &messages{File: r, limit: limit}
	c := &conn{
		pipe:   chromedp.NewPipeConn(in, w),
		in:     in,
		out:    make(chan *cdproto.Message),
		lost:   make(chan struct{}),
		calls:  make(map[int64]chan<- *cdproto.Message),
		events: make(map[target.SessionID]func(*cdproto.Message)),
	}
	go c.run()
	return c
}

// run reads and writes until the pipe ends.
func (c *conn) run() {
	defer close(c.lost)
	ended := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for {
			select {
			case m := <-c.out:
				if c.pipe.Write(context.Background(), m) != nil {
					c.pipe.Close()
					return
				}
			case <-ended:
				return
			}
		}
	})
	_ = protect(c.read) // after a panic another browser is started
	close(ended)
	c.pipe.Close()
	writer.Wait()
}

func (c *conn) read() {
	for {
		m := new(cdproto.Message)
		err := c.pipe.Read(context.Background(), m)
		switch {
		case c.in.err != nil:
			return
		case err != nil: // of one that is left out or that is none
			continue
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
	select {
	case c.out <- m:
	case <-c.lost:
		return result, errLost
	case <-ctx.Done():
		return result, context.Cause(ctx)
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

// messages cuts messages, which end with a zero byte, that are too long: a page
// decides how long some of them are. What is left of one is no message.
type messages struct {
	*os.File
	limit int64
	n     int64 // bytes of the current message
	err   error // of the pipe
}

func (r *messages) Read(p []byte) (int, error) {
	for {
		n, err := r.File.Read(p)
		r.err = err
		if kept := r.cut(p[:n]); kept > 0 || err != nil {
			return kept, err
		}
	}
}

// cut moves what is kept of p to its beginning and returns how much that is.
func (r *messages) cut(p []byte) int {
	kept := p[:0]
	for len(p) > 0 {
		part := p
		end := bytes.IndexByte(p, 0)
		if end >= 0 {
			part = p[:end+1]
		}
		p = p[len(part):]
		before := r.n
		r.n += int64(len(part))
		switch {
		case r.n <= r.limit:
			kept = append(kept, part...)
		case before <= r.limit:
			kept = append(kept, 0)
		}
		if end >= 0 {
			r.n = 0
		}
	}
	return len(kept)
}
