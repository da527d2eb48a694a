package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out, again, errs bytes.Buffer
	args := []string{"-pages", "10", "-seeds", "2", "-precision", "0.9", "-recall", "0.5"}
	if code := run(context.Background(), args, &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	if run(context.Background(), args, &again, &errs); out.String() != again.String() {
		t.Error("the same seeds give another table")
	}
	if n := strings.Count(out.String(), "StormCrawler"); n != 5 {
		t.Errorf("%d rows of StormCrawler, want 5:\n%s", n, out.String())
	}
	if code := run(context.Background(), []string{"-recall", "2"}, &out, &errs); code != 2 {
		t.Errorf("exit %d for a recall of 2", code)
	}
}
