package experiment

import (
	"encoding/csv"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Judge says whether a page is relevant to the topic of a crawl.
type Judge interface {
	// Relevant reports whether the page of a canonical URL is relevant.
	Relevant(url string) bool
}

// HeldOut is a Judge by a scorer that no strategy uses: for example that of the
// editors' description of a topic, when the crawler has the topic's name. It judges the pages of a web, fetched or not.
type HeldOut struct {
	Scorer    classify.Scorer // of the pages' texts
	Threshold float64         // a page that scores at least this, and above 0, is relevant
	Web       *webs.Web       // has the pages that are judged
}

// Relevant implements [Judge].
func (h HeldOut) Relevant(url string) bool {
	score, _ := h.score(url)
	return score > 0 && score >= h.Threshold
}

func (h HeldOut) score(url string) (float64, bool) {
	d, ok := h.Web.Document(url)
	if !ok {
		return 0, false
	}
	return h.Scorer.Score(d.Text()), true
}

// Judgments are a [Judge]: for each canonical URL that a person judged, whether
// the page is relevant. Pages that were not judged count as not relevant;
// [Judgments.Judged] distinguishes them. Those of a topics file are [Topic.Judge].
type Judgments map[string]bool

// Relevant implements [Judge].
func (s Judgments) Relevant(url string) bool { return s[url] }

// Judged reports whether a person has looked at a page.
func (s Judgments) Judged(url string) bool {
	_, ok := s[url]
	return ok
}

// WriteJudgmentForm writes a form for a person to fill in: CSV with the columns
// url and relevant, the second one empty. Each URL is listed once, in an order
// that depends on the seed alone, so that the order does not show which
// strategy found a page, or when.
func WriteJudgmentForm(w io.Writer, urls []string, seed uint64) error {
	urls = slices.Compact(slices.Sorted(slices.Values(urls)))
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
	out := csv.NewWriter(w)
	rows := [][]string{{"url", "relevant"}}
	for _, u := range urls {
		rows = append(rows, []string{u, ""})
	}
	return out.WriteAll(rows)
}

// ReadJudgments reads a form that was filled in. In the column relevant, yes, y,
// true, x and 1 mean that the page is relevant, no, n, false and 0 that it is
// not; an empty cell means that it was not judged. The form may begin with a byte order
// mark and have further columns.
func ReadJudgments(r io.Reader) (Judgments, error) {
	in, column, err := readHead(r, "url", "relevant")
	if err != nil {
		return nil, fmt.Errorf("experiment: judgments: %w", err)
	}
	url, relevant := column["url"], column["relevant"]
	s := Judgments{}
	for {
		row, err := in.Read()
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return nil, fmt.Errorf("experiment: judgments: %w", err)
		}
		line, _ := in.FieldPos(0)
		u, err := weburl.Parse(row[url])
		if err != nil {
			return nil, fmt.Errorf("experiment: judgments: line %d: %w", line, err)
		}
		yes, judged, err := verdict(row[relevant])
		if err != nil {
			return nil, fmt.Errorf("experiment: judgments: line %d: %w", line, err)
		}
		if !judged {
			continue
		}
		if before, again := s[u.Canonical()]; again && before != yes {
			return nil, fmt.Errorf("experiment: judgments: line %d: %.200s is judged both ways", line, weburl.Redact(u.Canonical()))
		}
		s[u.Canonical()] = yes
	}
}

func verdict(cell string) (relevant, judged bool, err error) {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "":
		return false, false, nil
	case "yes", "y", "true", "x", "1":
		return true, true, nil
	case "no", "n", "false", "0":
		return false, true, nil
	}
	return false, false, fmt.Errorf("expected yes, no or nothing, found %.20q", cell)
}

// A NoisyJudge is a Judge that makes mistakes, to see whether conclusions hold when
// judges do: it misses relevant pages and takes others for relevant, each page
// always the same way.
type NoisyJudge struct {
	Judge    Judge
	Seed     uint64  // of the pages that are drawn
	Missed   float64 // relevant pages, 0 to 1
	Mistaken float64 // other pages, 0 to 1
}

// Relevant implements [Judge].
func (j NoisyJudge) Relevant(url string) bool {
	lot := rand.New(rand.NewPCG(j.Seed, hashOf(url))).Float64()
	if j.Judge.Relevant(url) {
		return lot >= j.Missed
	}
	return lot < j.Mistaken
}

func (j NoisyJudge) score(url string) (float64, bool) {
	if s, ok := j.Judge.(scoring); ok {
		return s.score(url)
	}
	return 0, false
}

// hashOf returns a number that depends on the text alone.
func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// ErrSelfJudged is the error for an experiment that would judge a strategy by its
// own scorer: on every page of a crawl the score of a [HeldOut] judge, also within a [NoisyJudge]
// or a type that embeds one of them, was the strategy's, and it was above 0 on one.
//
// What is not found: a strategy that makes something else of what its scorer says, such as a
// share of the most there can be; and a list of relevant pages that a scorer once made.
var ErrSelfJudged = errors.New("experiment: the judge's scorer is the strategy's own")

// scoring is a judge by the score of a page, if it has one.
type scoring interface {
	score(url string) (score float64, ok bool)
}

// likeness compares a strategy's scores with its judge's.
type likeness struct{ same, differ bool }

func (l *likeness) add(j Judge, v Visit) {
	s, ok := j.(scoring)
	if !ok || l.differ {
		return
	}
	score, ok := s.score(v.URL)
	l.differ = !ok || score != v.Score
	l.same = l.same || ok && score > 0
}

// err returns ErrSelfJudged if the scores were the same.
func (l *likeness) err() error {
	if l.same && !l.differ {
		return ErrSelfJudged
	}
	return nil
}
