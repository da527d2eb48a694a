package warc

import (
	"bytes"
	"context"
	"crypto/sha1"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/spool"
)

// An exchange is a request and, once there is one, its answer.
type exchange struct {
	writer  *Writer
	ctx     context.Context
	url     string
	date    string
	request []byte // its header

	conditional bool // a 304 says that the URL is as it was, and not what it is

	mu sync.Mutex
	ip string // whom the request went to, "" if that is not known
}

func newExchange(w *Writer, req *http.Request, credentials bool) *exchange {
	return &exchange{
		writer: w, ctx: req.Context(), url: targetURI(req.URL),
		date: time.Now().UTC().Format(dateFormat), request: requestHead(req, credentials),
		conditional: req.Header.Get("If-None-Match") != "" || req.Header.Get("If-Modified-Since") != "",
	}
}

// traced returns the request's context, which reports the connection.
func (x *exchange) traced() context.Context {
	return httptrace.WithClientTrace(x.ctx, &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if tcp, ok := c.Conn.RemoteAddr().(*net.TCPAddr); ok {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.ip = tcp.AddrPort().Addr().Unmap().WithZone("").String()
		}
	}})
}

// cancelled reports whether the answer is no longer wanted. A request whose
// time was over, or that its caller refused to go on with for a reason, is not
// cancelled: that is what became of it.
func (x *exchange) cancelled() bool { return errors.Is(context.Cause(x.ctx), context.Canceled) }

// fields begin a record of the exchange.
func (x *exchange) fields(kind, id string) Fields {
	f := Fields{{"WARC-Type", kind}, {"WARC-Record-ID", id}, {"WARC-Target-URI", x.url}, {"WARC-Date", x.date}}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ip != "" {
		f = append(f, Field{"WARC-IP-Address", x.ip})
	}
	return f
}

// failed records a request that got no answer.
func (x *exchange) failed(cause error) error {
	if x.cancelled() {
		return nil
	}
	id := newID()
	if err := x.writeRequest(id, ""); err != nil {
		return err
	}
	return x.writeFailure(id, cause)
}

// writeRequest writes the request record, beside its answer's if there is one.
func (x *exchange) writeRequest(id, answer string) error {
	f := x.fields(typeRequest, id)
	if answer != "" {
		f = append(f, Field{"WARC-Concurrent-To", answer})
	}
	f = append(f, Field{"WARC-Block-Digest", sha1Of(x.request)}, Field{"Content-Type", "application/http;msgtype=request"})
	return x.writer.Write(f, bytes.NewReader(x.request), int64(len(x.request)))
}

// fetchError names the field of a metadata record that says why an exchange
// failed, its first.
const fetchError = "fetch-error"

// maxFetchError is how many bytes of the reason are recorded.
const maxFetchError = 4 << 10

// writeFailure writes why the exchange failed, beside the record of what there
// is of it.
func (x *exchange) writeFailure(beside string, cause error) error {
	if c := context.Cause(x.ctx); c != nil {
		cause = c // the reason that the caller gave
	}
	text := cause.Error()
	return x.writer.metadata(
		Fields{{"WARC-Target-URI", x.url}, {"WARC-Date", x.date}, {"WARC-Concurrent-To", beside}},
		Fields{{fetchError, text[:min(len(text), maxFetchError)]}})
}

// An answer is what a recording has got when it ends.
type answer struct {
	status         int
	http2          bool
	head           []byte
	body           *spool.Spool
	block, payload []byte // SHA-1
	truncated      string // a reason of 5.13, "" for a whole body
	broke          error  // why reading failed
}

// wholePayload returns the digest of a body that is whole and not empty, else nil.
func (a *answer) wholePayload() []byte {
	if a.truncated != "" || a.body.Len() == 0 {
		return nil
	}
	return a.payload
}

// answered records an answer and its request.
func (x *exchange) answered(a answer) error {
	id := newID()
	if err := x.writeAnswer(id, a); err != nil {
		return err
	}
	if err := x.writeRequest(newID(), id); err != nil {
		return err
	}
	if a.broke != nil {
		return x.writeFailure(id, a.broke)
	}
	return nil
}

func (x *exchange) writeAnswer(id string, a answer) error {
	common := Fields{{"Content-Type", "application/http;msgtype=response"}}
	if a.http2 {
		common = append(common, Field{"WARC-Protocol", "h2"})
	}
	payload := a.wholePayload()
	unmodified := a.status == http.StatusNotModified && x.conditional
	before := x.writer.originals.before(x.url, unmodified, payload)
	if before != nil || unmodified {
		if err := x.writeRevisit(append(x.fields(typeRevisit, id), common...), before, unmodified, a.head); err != nil {
			return err
		}
		x.writer.originals.answered(x.url, a.status, before)
		return nil
	}
	f := append(append(x.fields(typeResponse, id), common...),
		Field{"WARC-Block-Digest", labelled(a.block)}, Field{"WARC-Payload-Digest", labelled(a.payload)})
	if a.truncated != "" {
		f = append(f, Field{"WARC-Truncated", a.truncated})
	}
	body, err := a.body.Rewind()
	if err != nil {
		return err
	}
	if err := x.writer.Write(f, io.MultiReader(bytes.NewReader(a.head), body), int64(len(a.head))+a.body.Len()); err != nil {
		return err
	}
	if payload != nil {
		before = &original{id: id, url: x.url, date: x.date, payload: [sha1.Size]byte(payload)}
		x.writer.originals.add(before)
	}
	x.writer.originals.answered(x.url, a.status, before)
	return nil
}

// writeRevisit writes an answer that brings nothing new, nil if what it was before
// is not known: an earlier crawl recorded it.
func (x *exchange) writeRevisit(f Fields, before *original, unmodified bool, head []byte) error {
	profile := sameDigest
	if unmodified {
		profile = notModified
	}
	f = append(f, Field{"WARC-Profile", profile})
	if before != nil {
		f = append(f, before.fields()...)
	} else {
		f = append(f, Field{"WARC-Refers-To-Target-URI", x.url})
	}
	if !unmodified {
		f = append(f, Field{"WARC-Truncated", "length"})
	}
	f = append(f, Field{"WARC-Block-Digest", sha1Of(head)})
	return x.writer.Write(f, bytes.NewReader(head), int64(len(head)))
}
