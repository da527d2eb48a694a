package locate

import "testing"

func TestAgreement(t *testing.T) {
	var a Agreement
	a.Has(3, true)
	a.Has(1, false)
	if a.Share() != 0.75 || a.AtMost(4) != 0.875 {
		t.Errorf("share %v, at most %v: want 0.75, 0.875", a.Share(), a.AtMost(4))
	}
	if a.Add(4, 0.25); a.Share() != 0.5 {
		t.Errorf("share %v, want 0.5", a.Share())
	}
}

func TestLead(t *testing.T) {
	type votes struct {
		of string
		n  float64
	}
	for _, test := range []struct {
		name         string
		votes        []votes
		best         string
		most, margin float64
	}{
		{name: "none"},
		{"no vote for any", []votes{{"a", 0}}, "", 0, 0},
		{"one", []votes{{"a", 2}}, "a", 2, 2},
		{"the best last", []votes{{"a", 2}, {"b", 3}}, "b", 3, 1},
		{"the best first", []votes{{"a", 3}, {"b", 1}, {"c", 2}}, "a", 3, 1},
		{"of two equal ones the first", []votes{{"a", 3}, {"b", 3}}, "a", 3, 0},
		{"the best again with more", []votes{{"a", 2}, {"b", 1}, {"a", 3}}, "a", 3, 2},
		{"the best again with less", []votes{{"a", 3}, {"a", 2}}, "a", 3, 3},
	} {
		var l Lead[string]
		for _, v := range test.votes {
			was := l.Votes
			if leads := l.Add(v.of, v.n); leads != (v.n > was) {
				t.Errorf("%s: %v leads: %v", test.name, v, leads)
			}
		}
		if l.Best != test.best || l.Votes != test.most || l.Margin() != test.margin {
			t.Errorf("%s: %+v, want %s with %v, leading by %v", test.name, l, test.best, test.most, test.margin)
		}
	}
}
