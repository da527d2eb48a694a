package sitemap_test

import (
	"testing"
	"time"
)

// lastMod reads a date as that of an entry.
func lastMod(t *testing.T, date string) time.Time {
	t.Helper()
	entries, err := read(head + "<url><loc>/a</loc><lastmod><![CDATA[" + date + "]]></lastmod></url>" + tail)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%q: %d entries, %v", date, len(entries), err)
	}
	return entries[0].LastMod
}

func TestLastMod(t *testing.T) {
	at := func(hour, minute, second, nanosecond int) time.Time {
		return time.Date(2017, 1, 5, hour, minute, second, nanosecond, time.UTC)
	}
	for _, c := range []struct {
		in   string
		want time.Time
	}{
		// W3C
		{"2017", time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC)},
		{"2017-03", time.Date(2017, 3, 1, 0, 0, 0, 0, time.UTC)},
		{"2017-01-05", at(0, 0, 0, 0)},
		{"2017-01-05T13:34Z", at(13, 34, 0, 0)},
		{"2017-01-05T13:34+01:00", at(12, 34, 0, 0)},
		{"2017-01-05T13:34:51Z", at(13, 34, 51, 0)},
		{"2017-01-05T13:34:51-05:30", at(19, 4, 51, 0)},
		{"2017-01-05T13:34:51.45Z", at(13, 34, 51, 450_000_000)},
		{"2017-01-05T13:34:51.123456789012+00:00", at(13, 34, 51, 123456789)},
		{"2017-01-04T24:00:00Z", at(0, 0, 0, 0)},
		{"2017-01-05T23:59:60Z", time.Date(2017, 1, 6, 0, 0, 0, 0, time.UTC)},
		{"2016-02-29", time.Date(2016, 2, 29, 0, 0, 0, 0, time.UTC)},
		// what is written in its place
		{" 2017-01-05 13:34:51 ", at(13, 34, 51, 0)},
		{"2017-01-05t13:34:51z", at(13, 34, 51, 0)},
		{"2017-01-05T13:34:51", at(13, 34, 51, 0)},
		{"2017-01-05T13:34:51+0100", at(12, 34, 51, 0)},
		{"2017-01-05T13:34:51+01", at(12, 34, 51, 0)},
		{"2017-01-05 13:34:51 +0100", at(12, 34, 51, 0)},
		{"2017-01-05T13:34:51,5Z", at(13, 34, 51, 500_000_000)},
		{"2017-1-5", at(0, 0, 0, 0)},
		{"2017/01/05", at(0, 0, 0, 0)},
		{"2017-01-05T", at(0, 0, 0, 0)},
		{"2017-01-05T13:34:51 GMT", at(13, 34, 51, 0)},
		// RFC 822, 2822, 850 and the form of C
		{"Thu, 05 Jan 2017 12:34:51 GMT", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 2017 13:34:51 +0100", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 17 13:34 +0100", at(12, 34, 0, 0)},
		{"5 Jan 2017 07:34:51 EST", at(12, 34, 51, 0)},
		{"05 Jan 17", at(0, 0, 0, 0)},
		{"05 Jan 99 00:00 UT", time.Date(1999, 1, 5, 0, 0, 0, 0, time.UTC)},
		{"05 Jan 117 00:00 UT", at(0, 0, 0, 0)},
		{"Thursday, 05-Jan-17 12:34:51 GMT", at(12, 34, 51, 0)},
		{"Thu Jan  5 12:34:51 2017", at(12, 34, 51, 0)},
		// what is written in their place
		{"thu,05 january 2017 12:34:51 gmt", at(12, 34, 51, 0)},
		{"Jan. 5, 2017", at(0, 0, 0, 0)},
		{"Thu Jan 05 12:34:51 CET 2017", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 2017 12:34:51", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 2017 13:34:51 +01:00", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 2017 12:34:51 +0000 (UTC)", at(12, 34, 51, 0)},
		{"5 Sept 2017", time.Date(2017, 9, 5, 0, 0, 0, 0, time.UTC)},
		// nothing that can be understood
		{"", time.Time{}},
		{"yesterday", time.Time{}},
		{"0000-00-00", time.Time{}},
		{"2017-13-05", time.Time{}},
		{"2017-02-29", time.Time{}},
		{"2017-01-05T25:00Z", time.Time{}},
		{"2017-01-05T12:60Z", time.Time{}},
		{"2017-01-05T12Z", time.Time{}},
		{"2017-01-05T12:00:00.5:6Z", time.Time{}},
		{"2017-01T12:00Z", time.Time{}},
		{"2017-01-05-06", time.Time{}},
		{"2017--5", time.Time{}},
		{"20170105", time.Time{}},
		{"1483617291", time.Time{}},
		{"31 Feb 2017", time.Time{}},
		{"Jan 2017", time.Time{}},
		{"5 2017", time.Time{}},
		{"5 6 7 Jan", time.Time{}},
		{"--", time.Time{}},
		{":", time.Time{}},
		{"Thu, 05 Jan 2017 12:34:51 GMT                                                        ", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 2017 12:34:51 GMT                                                        .", time.Time{}},
	} {
		if got := lastMod(t, c.in); !got.Equal(c.want) {
			t.Errorf("%q is %v, want %v", c.in, got, c.want)
		} else if got.Location() != time.UTC {
			t.Errorf("%q is in %v", c.in, got.Location())
		}
	}
}
