package zones

import "strings"

// Values are the zones of one page, as label.Values has them.
type Values struct {
	Title        string   // of the article
	Authors      []string // one name each, in order
	Affiliations []string // one each, in order
	Abstract     string   // without its heading
	Guessed      []Label  // the zones whose values are guesses
}

// Forget drops the value of a label.
func (v *Values) Forget(l Label) {
	switch l {
	case Title:
		v.Title = ""
	case Authors:
		v.Authors = nil
	case Affiliations:
		v.Affiliations = nil
	case Abstract:
		v.Abstract = ""
	}
}

// Fill takes what is missing from other values.
func (v *Values) Fill(w Values) {
	if v.Title == "" {
		v.Title = w.Title
	}
	if len(v.Authors) == 0 {
		v.Authors = w.Authors
	}
	if len(v.Affiliations) == 0 {
		v.Affiliations = w.Affiliations
	}
	if v.Abstract == "" {
		v.Abstract = w.Abstract
	}
}

// Of returns the value of a label as a list.
func (v *Values) Of(l Label) []string {
	switch l {
	case Title:
		return oneOrNone(v.Title)
	case Authors:
		return v.Authors
	case Affiliations:
		return v.Affiliations
	case Abstract:
		return oneOrNone(v.Abstract)
	}
	return nil
}

// Size is the length of the values of a label in bytes.
func (v *Values) Size(l Label) int {
	n := 0
	for _, s := range v.Of(l) {
		n += len(s)
	}
	return n
}

func oneOrNone(s string) []string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return []string{s}
}

// Zones returns how many zones the values are of.
func (v *Values) Zones() int {
	n := 0
	for _, l := range All {
		n += min(len(v.Of(l)), 1)
	}
	return n
}

// MaxSuffix bounds the words behind a title in its element: of a track or a year, "(Short paper)".
const MaxSuffix = 5

// MaxLines bounds the lines of a zone.
const MaxLines = 400
