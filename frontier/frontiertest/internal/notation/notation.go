// Package notation reads what transcripts of frontiertest are written in.
package notation

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// Page returns a discovery of a page, given as "host/path".
func Page(name string, value float64) frontier.Entry {
	host, path, _ := strings.Cut(name, "/")
	return frontier.Entry{URL: "http://" + host + ".test/" + path, Value: value}
}

// URL returns the URL of a page.
func URL(page string) string { return Page(page, 0).URL }

// Name returns the page of a URL.
func Name(url string) string {
	return strings.Replace(strings.TrimPrefix(url, "http://"), ".test/", "/", 1)
}

// HostOf returns the host and port of a URL.
func HostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// Outcome returns an outcome that is written as a transcript does.
func Outcome(result string, words []string, soon time.Duration) (o frontier.Outcome) {
	for o.Result.String() != result {
		o.Result++
	}
	text, links, _ := strings.Cut(strings.Join(words, " "), "->")
	o.Links = Entries(strings.Fields(links))
	text, o.Reason, _ = strings.Cut(text, "because ")
	o.Reason = strings.TrimSpace(o.Reason)
	for _, word := range strings.Fields(text) {
		switch word {
		case "again=far":
			o.Again = time.Now().Add(24 * time.Hour)
		case "again=past":
			o.Again = time.Now().Add(-time.Hour)
		case "again=soon":
			o.Again = time.Now().Add(soon)
		case "at=far":
			o.RetryAt = time.Now().Add(24 * time.Hour)
		case "at=past":
			o.RetryAt = time.Now().Add(-time.Hour)
		case "at=soon":
			o.RetryAt = time.Now().Add(soon)
		case "host=far":
			o.HostWait = time.Hour
		case "host=1ms":
			o.HostWait = time.Millisecond
		case "host=soon":
			o.HostWait = soon
		default:
			if worth, ok := strings.CutPrefix(word, "worth="); ok {
				o.Value = Number(worth)
			} else if seen, ok := strings.CutPrefix(word, "seen="); ok {
				o.Observation = []byte(Observed(seen))
			} else {
				panic("no such outcome: " + word)
			}
		}
	}
	return o
}

// Observed returns the data of an observation, which are not text.
func Observed(word string) string { return "\x00 " + word }

// Options returns the options that words name.
func Options(words []string) (o frontier.Options) {
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "best-first", "fifo", "lifo", "best-n-first":
			o.Order = map[string]frontier.Order{"fifo": frontier.FIFO, "lifo": frontier.LIFO, "best-n-first": frontier.BestNFirst}[key]
		case "greater", "increment", "noisyor", "hosts", "replace":
			for o.Reevaluation.String() != key {
				o.Reevaluation++
			}
		case "lease":
			o.LeaseTime, _ = time.ParseDuration(value)
		case "bytes":
			o.Bytes = int64(Number(value))
		case "history":
			o.History = true
		case "refresh":
			o.Refresh = Number(value)
		case "continuous":
			o.Continuous = true
		default:
			*map[string]*int{"batch": &o.BatchSize, "capacity": &o.Capacity, "per-host": &o.PerHost}[key] = int(Number(value))
		}
	}
	return o
}

var written = regexp.MustCompile(`^([a-zA-Z]\w*/[\w.]*)(?:=([-.e\d]+))?(?:@([\w/]+))?(?:\*(\d+))?((?:\+\w+)*)$`)

// Entries returns discoveries as push writes them. A value that is not given is 1.
func Entries(words []string) (all []frontier.Entry) {
	for _, word := range words {
		m := written.FindStringSubmatch(word)
		if m == nil {
			panic("no such entry: " + word)
		}
		e := Page(m[1], 1)
		if m[2] != "" {
			e.Value = Number(m[2])
		}
		if m[3] != "" {
			e.Source = URL(m[3])
		}
		if m[4] != "" {
			e.Note = strings.Repeat("n", int(Number(m[4]))-len(e.URL)-len(e.Source))
		}
		for also := range strings.SplitSeq(m[5], "+") {
			switch also {
			case "known":
				e.Known = true
			case "stale":
				e.Stale = true
			case "hop":
				e.Hops = 1
			case "group":
				e.Host = "group"
			case "full":
				e.Depth, e.Hops, e.Note = 3, 2, "{\"ç\": \"\n\x00\"}"
			case "":
			default:
				e.Depth = int(Number(also))
			}
		}
		all = append(all, e)
	}
	return all
}

// Stats returns counts that are written as names and numbers.
func Stats(words []string) (s frontier.Stats) {
	counts := map[string]*int{
		"queued": &s.Queued, "leased": &s.Leased, "done": &s.Done, "dead": &s.Dead, "evicted": &s.Evicted, "hosts": &s.Hosts,
		"due": &s.Due, "overdue": &s.Overdue,
	}
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		*counts[key] = int(Number(value))
	}
	return s
}

// Failures returns failures that are written as page, attempts, source and reason.
func Failures(list string) (all []frontier.Failure) {
	if list == "" {
		return nil
	}
	for one := range strings.SplitSeq(list, " | ") {
		words, reason, _ := strings.Cut(one, " because ")
		f := frontier.Failure{Attempts: 1, Reason: reason}
		for i, word := range strings.Fields(words) {
			switch {
			case i == 0:
				f.URL = URL(word)
			case word[0] == 'x':
				f.Attempts = int(Number(word[1:]))
			default:
				f.Source = URL(word[1:])
			}
		}
		all = append(all, f)
	}
	return all
}

// History returns events that are written as kind, value, "given" and the value that
// was, and the reason.
func History(list string) (all []frontier.Event) {
	if list == "" {
		return nil
	}
	for one := range strings.SplitSeq(list, " | ") {
		text, reason, _ := strings.Cut(one, " because ")
		words := strings.Fields(text)
		e := frontier.Event{Kind: words[0], Value: Number(words[1]), Reason: reason}
		switch {
		case len(words) > 2 && words[2] == "rank":
			e.Rank = int(Number(words[3]))
		case len(words) > 2:
			e.Given = Number(words[3])
		}
		all = append(all, e)
	}
	return all
}

// Record returns a record that is written as page, state and properties.
func Record(words []string) frontier.Record {
	text, reason, _ := strings.Cut(strings.Join(words, " "), " because ")
	r := frontier.Record{Reason: reason}
	for i, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		switch {
		case i == 0:
			r.URL = URL(word)
		case key == "value":
			r.Value = Number(value)
		case key == "depth":
			r.Depth = int(Number(value))
		case key == "attempt":
			r.Attempts = int(Number(value))
		default:
			if word != "ended" {
				r.State = key
			}
		}
	}
	return r
}

// Number returns the number of a word, 0 of none.
func Number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && s != "" && s != "no" {
		panic(err)
	}
	return x
}
