package classify

import "github.com/lokman-crawler/lokman/classify/internal/propose"

// A LinkGroup is links of one page that look alike: one question to an operator
// who is to label them.
type LinkGroup struct {
	Links   []int    // by their place in the list of links
	Likely  string   // ClassArticle or ClassOther: a proposal, never a label
	Score   float64  // of Likely being Article, 0 to 1
	Why     []string // the parts of the score
	Example string   // the caption of one, cut short
}

// Propose groups the links of an unlabelled journal's page by what they look
// like and says which groups are likely to lead to articles: those with titles, or captions
// of articles, in the page's list of them. Where such groups lead to fewer than five pages,
// the text beside links, in their rows or behind them, counts for their captions. The likeliest
// come first. Nothing is learned by it: show a group to a person who knows, and Learn what
// they say about it.
func Propose(links []Link, pageURL string) []LinkGroup {
	groups := propose.Groups(plain(links), pageURL)
	out := make([]LinkGroup, len(groups))
	for i, g := range groups {
		out[i] = LinkGroup(g)
	}
	return out
}
