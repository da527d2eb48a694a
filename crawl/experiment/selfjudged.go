package experiment

import "errors"

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

func (h HeldOut) score(url string) (float64, bool) {
	d, ok := h.Web.Document(url)
	if !ok {
		return 0, false
	}
	return h.Scorer.Score(d.Text()), true
}

func (j NoisyJudge) score(url string) (float64, bool) {
	if s, ok := j.Judge.(scoring); ok {
		return s.score(url)
	}
	return 0, false
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
