package strategy

import (
	"encoding/json"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// note is what Follow notes on a link: a JSON object.
type note struct {
	Class    string   `json:"class,omitempty"`
	Evidence []string `json:"evidence,omitempty"`
	Refused  bool     `json:"refused,omitempty"`
	Server   string   `json:"server,omitempty"` // that a crawl by constraints keeps to
	Note     string   `json:"note,omitempty"`   // of the strategy within
}

func (n note) String() string {
	b, _ := json.Marshal(n) // of strings: cannot fail
	return string(b)
}

// noteOf reads the note of the link by which a page was found. A seed has none.
func noteOf(p *crawl.Page) note {
	var n note
	if err := json.Unmarshal([]byte(p.Note), &n); err != nil {
		return note{}
	}
	return n
}

// Followed returns what the classifier said about the link by which a page was
// found: its class, the evidence, and whether it was refused. A seed has none.
func Followed(p *crawl.Page) classify.Classification {
	n := noteOf(p)
	return classify.Classification{Class: n.Class, Evidence: n.Evidence, Refused: n.Refused}
}

// FollowNote returns the note of a link that a strategy of one's own adds to
// those of [Follow]: what Followed will read on its page.
func FollowNote(c classify.Classification) string {
	return note{Class: c.Class, Evidence: c.Evidence, Refused: c.Refused}.String()
}
