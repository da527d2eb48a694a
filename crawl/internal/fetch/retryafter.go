package fetch

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter bounds how long a server can have its host left alone.
const maxRetryAfter = time.Hour

// retryLayouts are forms of dates that servers send besides those of HTTP.
var retryLayouts = []string{
	time.RFC1123Z, time.RFC1123, time.RFC822Z, time.RFC822, time.RFC3339, "2006-01-02T15:04:05", time.DateTime, "2006-01-02 15:04:05Z07:00",
}

// retryAfter reads a Retry-After header: seconds or a date (RFC 9110, 10.2.3), a
// fraction of seconds, a duration such as 2m, and the seconds or milliseconds of Unix time
// too. Anything else is 0, and the most is maxRetryAfter.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.Trim(value, ` "\t`)
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return within(retryDate(value, now))
	}
	for _, scale := range []float64{1, 1000} {
		const day = 24 * 60 * 60
		if wait := seconds/scale - float64(now.UnixMilli())/1000; math.Abs(wait) < day {
			return within(time.Duration(wait * float64(time.Second)))
		}
	}
	return within(time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second)))
}

// retryDate returns the time until a date, or a duration; 0 for anything else.
func retryDate(value string, now time.Time) time.Duration {
	if wish, err := time.ParseDuration(strings.ToLower(value)); err == nil {
		return wish
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now)
	}
	for _, layout := range retryLayouts {
		if at, err := time.Parse(layout, value); err == nil {
			return at.Sub(now)
		}
	}
	return 0
}

func within(wish time.Duration) time.Duration { return min(max(wish, 0), maxRetryAfter) }
