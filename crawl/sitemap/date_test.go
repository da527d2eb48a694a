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
		{"Thu Jan 05 12:34:51 CET 2017", at(11, 34, 51, 0)},
		{"Thu, 05 Jan 2017 12:34:51", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 2017 13:34:51 +01:00", at(12, 34, 51, 0)},
		{"Thu, 05 Jan 2017 12:34:51 +0000 (UTC)", at(12, 34, 51, 0)},
		{"5 Sept 2017", time.Date(2017, 9, 5, 0, 0, 0, 0, time.UTC)},
		{"2017-01-05 08:53:11 AM", at(8, 53, 11, 0)},
		{"2017-01-05 08:53:11 PM", at(20, 53, 11, 0)},
		{"2017-01-05T08:53:11 p.m.", at(20, 53, 11, 0)},
		{"2017-01-05 8:53PM", at(20, 53, 0, 0)},
		{"2017-01-05 PM 08:53:11", at(20, 53, 11, 0)},
		{"2017-01-05 12:05 am", at(0, 5, 0, 0)},
		{"2017-01-05 12:05 pm", at(12, 5, 0, 0)},
		{"2017-01-05 20:53 PM", at(20, 53, 0, 0)},
		{"Thu, Jan 5 2017 08:53:11 PM", at(20, 53, 11, 0)},
		{"Thu, 5 Jan 2017 8:53:11 PM EST", time.Date(2017, 1, 6, 1, 53, 11, 0, time.UTC)},
		{"Jan 5, 2017, 8:53:11\u202fPM", at(20, 53, 11, 0)},
		{"January 5th, 2017 at 8:00 am", at(8, 0, 0, 0)},
		{"Thu Jan 05 2017 08:53:11 GMT+0200 (CEST)", at(6, 53, 11, 0)},
		{"Thu Jan 05 2017 08:53:11 GMT-0800 (Pacific Standard Time)", at(16, 53, 11, 0)},
		{"Thu Jan 05 2017 19:00:00 GMT+1100 (Australian Eastern Daylight Time)", at(8, 0, 0, 0)},
		{"Thu Jan 05 08:53:11 UTC+0200 2017", at(6, 53, 11, 0)},
		{"Thu, 05 Jan 2017 08:53:11 UTC+2", at(6, 53, 11, 0)},
		{"Thu, 05 Jan 2017 08:53:11 UTC-03:30", at(12, 23, 11, 0)},
		{"Thu, 05 Jan 2017 08:53:11 GMT +02:00", at(6, 53, 11, 0)},
		{"2017-01-05T08:53:11GMT+5:30", at(3, 23, 11, 0)},
		{"Thu, 05 Jan 2017 12:34:51 (PST)", at(20, 34, 51, 0)},
		{"Thu, 05 Jan 2017 14:34:51 CEST", at(12, 34, 51, 0)},
		{"2017-01-05 13:34:51.5 +0100 CET m=+0.0012", at(12, 34, 51, 500_000_000)},
		{"2017-01-05 13:34:51 +0530 IST", at(8, 4, 51, 0)},
		{"2017-01-05T13:34:51+01:00[Europe/Paris]", at(12, 34, 51, 0)},
		{"2017-01-05Z", at(0, 0, 0, 0)},
		{"2017-01-05-05:00", at(5, 0, 0, 0)},
		{"2017-01-05 Thu 12:34", at(12, 34, 0, 0)},
		{"2017-Jan-05", at(0, 0, 0, 0)},
		{"2017 Jan 5", at(0, 0, 0, 0)},
		{"5. January 2017 - 12:34", at(12, 34, 0, 0)},
		{"12:34, Jan 5, 2017", at(12, 34, 0, 0)},
		{"do, 05 Jan 2017 12:34:51 +0000", at(12, 34, 51, 0)}, // Thursday in Dutch
		{"31.05.2017 12:34", time.Date(2017, 5, 31, 12, 34, 0, 0, time.UTC)},
		{"1/31/2017 9:00:00 PM", time.Date(2017, 1, 31, 21, 0, 0, 0, time.UTC)},
		{"31/01/2017", time.Date(2017, 1, 31, 0, 0, 0, 0, time.UTC)},
		{"1-1-2017", time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC)},
		// what could be another moment
		{"5/8/2017, 8:53:11 PM", time.Time{}},
		{"21/08/17", time.Time{}},
		{"05.01.17", time.Time{}},
		{"2017-01-05 0:30 PM", time.Time{}},
		{"2017-01-05 13:30 AM", time.Time{}},
		{"2017-01-05 PM", time.Time{}},
		{"5 Jan 2017 8 PM", time.Time{}},
		{"ma, 05 okt 2017 10:09:29 +0000", time.Time{}},
		{"mar, 05 dic 2017 10:00:00 +0000", time.Time{}}, // Tuesday in Spanish, not March
		{"mar, 05 jun 2017", time.Time{}},
		{"Thu, 05 Jan 2017 12:34:51 IST", time.Time{}},
		{"Thu, 05 Jan 2017 12:34:51 (Kyiv)", time.Time{}},
		{"2017-01-05 12:34:51 America/New_York", time.Time{}},
		{"2017-01-05 12:34:51 Etc/GMT+2", time.Time{}},
		{"Thu, 05 Jan 2017 12:34:51 GMT Daylight Time", time.Time{}},
		{"2017-01-05T13:34:51 01:00", time.Time{}}, // a "+" that became a space
		{"2017-01-05T13:34:51Z+01:00", time.Time{}},
		{"2017-01-05T13:34:51 +01:00 +02:00", time.Time{}},
		{"2017-01-05T13:34:51+15:00", time.Time{}},
		{"2017-01-05T13:34:51+1:5", time.Time{}},
		{"2017-01-05T13:34:51Z 2016-01-05T13:34:51Z", time.Time{}},
		{"2017-01-05 \uc624\ud6c4 11:23:17", time.Time{}}, // PM in Korean
		{"5 Jan 2017 circa 12:34", time.Time{}},
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
