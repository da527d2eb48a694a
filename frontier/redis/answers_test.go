package redis

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// A liar is a server that gives one answer to all that is asked of it, but for what
// a client says first.
type liar struct {
	addr   string
	answer atomic.Pointer[string]
}

// mostAnswers is how many a liar gives on a connection: some calls ask until there is
// nothing left.
const mostAnswers = 20

func startLiar(t testing.TB) *liar {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	l := &liar{addr: listener.Addr().String()}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go l.serve(c)
		}
	}()
	return l
}

func (l *liar) serve(c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	for range mostAnswers {
		words, err := readWords(r)
		if err != nil {
			return
		}
		answer := *l.answer.Load()
		switch words[0] {
		case "hello":
			answer = "-ERR unknown command\r\n"
		case "client":
			answer = "+OK\r\n"
		}
		c.SetWriteDeadline(time.Now().Add(time.Minute))
		_, err = io.WriteString(c, answer)
		var r wire.Replies
		if refused := r.Read([]byte(answer)) != nil; !refused && !r.Over() || strings.HasPrefix(answer, ">") || err != nil {
			return // the client waits for more
		}
	}
}

func readWords(r *bufio.Reader) (words []string, err error) {
	length := func() (n int) {
		line, failed := r.ReadString('\n')
		if err == nil {
			err = failed
		}
		if err == nil {
			n, err = strconv.Atoi(strings.TrimSpace(line[1:]))
		}
		return n
	}
	for range length() {
		word := make([]byte, length()+2)
		if _, failed := io.ReadFull(r, word); err == nil {
			err = failed
		}
		words = append(words, string(word[:len(word)-2]))
	}
	if err == nil && len(words) == 0 {
		err = io.ErrUnexpectedEOF
	}
	return words, err
}

// ask has all calls made and returns what they come to.
func (l *liar) ask(t testing.TB, answer string) map[string]error {
	l.answer.Store(&answer)
	f, err := dial("redis://"+l.addr+"?read_timeout=1s", "x") // an answer may be one that more has to follow
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.options.Outage, f.options.History, f.form.History, f.lease = none, true, true, time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	errs := map[string]error{"server": f.wrap("open", f.shards[0].checkServer(ctx)), "agree": f.wrap("open", f.shards[0].agree(ctx, 0))}
	_, _, errs["pop"] = f.take(ctx, 3, false)
	if errs["pop"] == io.EOF {
		errs["pop"] = nil
	}
	l1 := frontier.Lease{Entry: frontier.Entry{URL: "http://a.test/"}, Token: 7}
	errs["push"] = f.Push(ctx, l1.Entry)
	errs["done"] = f.Done(ctx, l1, frontier.Outcome{})
	_, errs["renew"] = f.Renew(ctx, l1)
	errs["block"] = f.Block(ctx, "a.test", time.Now().Add(time.Hour))
	_, errs["stats"] = f.Stats(ctx)
	_, errs["explain"] = f.Explain(ctx, l1.URL)
	_, errs["peek"] = f.Peek(ctx, 3)
	_, errs["record"] = f.Record(ctx, l1.URL)
	for _, err := range f.Records(ctx) {
		errs["records"] = err
	}
	errs["rescore"] = f.Rescore(ctx, func(frontier.Entry) float64 { return 1 })
	_, errs["requeue"] = f.Requeue(ctx, every)
	for _, err := range f.Observations(ctx, 0) {
		errs["observations"] = err
	}
	_, err = f.drop(ctx)
	errs["drop"] = f.wrap("drop", err)
	errs["listen"] = f.waiting.listen()
	return errs
}

func bulk(texts ...string) string {
	s := fmt.Sprintf("*%d\r\n", len(texts))
	for _, text := range texts {
		s += fmt.Sprintf("$%d\r\n%s\r\n", len(text), text)
	}
	return s
}

// answers are malformed, each in the way of its name.
var answers = map[string]string{
	"nil": "$-1\r\n", "nil array": "*-1\r\n", "no elements": "*0\r\n", "number": ":5\r\n", "negative number": ":-9\r\n", "word": "+OK\r\n", "text": "$5\r\nhello\r\n", "no word": "+\r\n",
	"nils": "*7\r\n" + strings.Repeat("$-1\r\n", 7), "numbers": "*7\r\n" + strings.Repeat(":0\r\n", 7), "two numbers": "*2\r\n:0\r\n:0\r\n", "negative numbers": "*6\r\n" + strings.Repeat(":-1\r\n", 6),
	"one number": "*1\r\n:0\r\n", "one text": bulk("5"), "three texts": bulk("5", "5", "x"), "eight texts": bulk("5", "5", "5", "x", "y", "z", "1", "2"),
	"deep": strings.Repeat("*1\r\n", 100_000) + ":1\r\n", "long array": "*2147483647\r\n:1\r\n", "longest array": "*9223372036854775807\r\n:1\r\n", "negative array": "*-5\r\n:1\r\n",
	"long arrays": strings.Repeat("*1000000\r\n", 20), "long map": "%1000000000\r\n", "longest map": "%9223372036854775807\r\n", "long set": "~99999999999\r\n", "long error": "!99999999999\r\n",
	"long text": "$2147483647\r\nx", "longest text": "$9223372036854775807\r\nx", "negative text": "$-7\r\nx\r\n", "padded length": "$0000000000000000000000000000000000000009\r\nx\r\n", "long line": "+" + strings.Repeat("x", 1<<20) + "\r\n",
	"error": "-ERR \x1b[31mno\x07\r\n", "torn": "-TORN \r\n", "torn, cut": "-TORN\r\n", "torn, wrapped": "-ERR TORN \r\n", "lost": "-LOST \r\n", "lost, wrapped": "-ERR LOST \r\n", "moved": "-MOVED 1 10.0.0.1:6379\r\n", "ask": "-ASK\r\n",
	"garbage": "\x00\xff\r\n", "line end": "\r\n", "map": "%1\r\n+a\r\n:1\r\n", "map of arrays": "%1\r\n*1\r\n:1\r\n:1\r\n", "attribute": "|1\r\n+a\r\n:1\r\n:5\r\n", "message": ">2\r\n+message\r\n+x\r\n", "stream": "$?\r\n;4\r\nabcd\r\n;0\r\n", "stream array": "*?\r\n:1\r\n.\r\n",
	"infinite": ",inf\r\n", "big": "(99999999999999999999999999\r\n", "no boolean": "#x\r\n",
	"not a number": "*8\r\n:0\r\n$0\r\n\r\n" + bulk("1", "1", "0", "h", "nan", "0 0 14 0 http://a.test/")[4:],
	"no URL":       "*8\r\n:0\r\n$0\r\n\r\n" + bulk("1", "1", "0", "h", "1", "0 0 0 0 ")[4:],
	"overflow":     "*8\r\n:0\r\n$0\r\n\r\n" + bulk("1", "1", "0", "h", "1", "0 0 9223372036854775807 9223372036854775807 x")[4:],
	"peeked":       "*6\r\n:5\r\n" + bulk("1", "m", "h", "1", "0 0 9223372036854775807 1 x")[4:],
	"failure":      bulk("5", "5", "5", "0", "AAAAAAAAAAAAAAAAtimeout", "1", "0 0 14 0 http://a.test/"),
	"event":        bulk("found 1 0 0 0 9223372036854775807 x"),
	"scanned":      bulk("0", "", "q 999999999999 0 0 0 0.5 9223372036854775807 x"),
	"record":       bulk("0", "", "q 1 0 0 0 1 0 9223372036854775807 9223372036854775807 x"),
	"observed":     bulk("9", "9", "0", "again", "0", "again"),
}

// Malformed answers are errors, or no worse than a wrong answer: nothing panics,
// nothing waits for ever, and nothing takes memory for what has not come.
func TestMalformedAnswers(t *testing.T) {
	l := startLiar(t)
	for name, answer := range answers {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		errs := l.ask(t, answer)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 200<<20 {
			t.Errorf("%s: %d MB are taken", name, n>>20)
		}
		var r wire.Replies
		if refused := r.Read([]byte(answer)); refused != nil && !errors.Is(errs["push"], wire.ErrMalformed) {
			t.Errorf("%s: Push: %v, want %v", name, errs["push"], refused)
		}
		for call, err := range errs {
			if err != nil && (len(err.Error()) > 600 || strings.ContainsAny(err.Error(), "\x1b\x07\r\n")) {
				t.Errorf("%s: %s: an error of %d bytes: %.200q", name, call, len(err.Error()), err)
			}
			if errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %s does not end", name, call)
			}
		}
	}
	for name, call := range map[string]string{
		"no elements": "stats", "two numbers": "stats", "not a number": "pop", "no URL": "pop", "overflow": "pop", "one number": "pop", "peeked": "peek", "event": "explain",
		"scanned": "rescore", "record": "records", "observed": "observations", "one text": "agree", "eight texts": "agree", "three texts": "requeue", "message": "listen", "long array": "push", "deep": "push",
	} {
		if err := l.ask(t, answers[name])[call]; err == nil {
			t.Errorf("%s: %s: no error", name, call)
		}
	}
}

// Any answer is an error or an answer.
func FuzzAnswer(f *testing.F) {
	for _, answer := range answers {
		f.Add(answer)
	}
	l := startLiar(f)
	f.Fuzz(func(t *testing.T, answer string) { l.ask(t, answer) })
}
