package dashboard

import (
	"time"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// mostPoints bounds the points of a series.
const mostPoints = 512

// A point is the crawl as it was after a page.
type point struct {
	at       time.Duration // since the first event
	pages    int
	valued   int     // pages whose value is finite
	value    float64 // the sum of these
	relevant int
}

// series is the course of a crawl: its first pages one by one, later every 2nd,
// 4th ... so that at most mostPoints are kept.
type series struct {
	points []point
	last   point
	every  int
}

func (s *series) add(at time.Duration, value float64, relevant bool) {
	s.every = max(s.every, 1)
	s.last.at = at
	s.last.pages++
	if sum := s.last.value + value; legible.Finite(sum) {
		s.last.valued++
		s.last.value = sum
	}
	if relevant {
		s.last.relevant++
	}
	if s.last.pages%s.every != 0 {
		return
	}
	if len(s.points) == mostPoints {
		s.every *= 2
		for i := range mostPoints / 2 {
			s.points[i] = s.points[2*i+1]
		}
		s.points = s.points[:mostPoints/2]
		if s.last.pages%s.every != 0 {
			return
		}
	}
	s.points = append(s.points, s.last)
}

// course returns the points with the last page, whether kept or not.
func (s *series) course() []point {
	points := append([]point(nil), s.points...)
	if n := len(points); s.last.pages > 0 && (n == 0 || points[n-1].pages != s.last.pages) {
		points = append(points, s.last)
	}
	return points
}

// lately is how many pages the second line of a curve looks back.
const lately = 50

// since returns for each point what happened in the last pages before it.
func since(points []point, pages int) []point {
	diff := make([]point, len(points))
	from := -1 // the last point that is at least so many pages before
	for i, p := range points {
		for from+1 < i && points[from+1].pages <= p.pages-pages {
			from++
		}
		diff[i] = p
		if from >= 0 {
			b := points[from]
			diff[i].pages, diff[i].valued = p.pages-b.pages, p.valued-b.valued
			diff[i].value, diff[i].relevant = p.value-b.value, p.relevant-b.relevant
		}
	}
	return diff
}

// harvest is the share of relevant pages, 0 to 1.
func (p point) harvest() float64 { return float64(p.relevant) / float64(max(p.pages, 1)) }

// mean is the mean of the values.
func (p point) mean() float64 { return p.value / float64(max(p.valued, 1)) }
