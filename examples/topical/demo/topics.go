package demo

import (
	"math/rand/v2"
	"slices"
)

// DefaultTopic is the topic with the most pages.
const DefaultTopic = "influenza"

// Topic is something to crawl for. Its URLs are in byte order but for the seeds.
type Topic struct {
	Name        string
	OntologyID  string   // in the ontology of this package
	Seeds       []string // a page on the topic, the library's home page and the newspaper's
	PortalSeeds []string // start pages far from every topic
	Relevant    []string // by the subject the generator gave the page; its text is not looked at
}

// thesisTopics are the ten topics of the thesis's Table 5: our label, its name, its id in ontology.obo.
var thesisTopics = [10]struct{ label, name, id string }{
	{"chickenpox", "chickenpox", "DEMO:0000031"},
	{"bedwetting", "bedwetting", "DEMO:0000131"},
	{"breastcarcinoma", "breast carcinoma", "DEMO:0000121"},
	{"deafness", "deafness", "DEMO:0000061"},
	{"influenza", "influenza", "DEMO:0000011"},
	{"vasectomy", "vasectomy", "DEMO:0000141"},
	{"tinnitus", "tinnitus", "DEMO:0000071"},
	{"sunburn", "sunburn", "DEMO:0000091"},
	{"motionsickness", "motion sickness", "DEMO:0000081"},
	{"insomnia", "insomnia", "DEMO:0000101"},
}

// Topics returns the ten topics for the web of the same seed. An error is of the
// files that are embedded here.
func Topics(seed uint64) ([]Topic, error) {
	w, err := newWeb(seed)
	if err != nil {
		return nil, err
	}
	rng := stream(seed, "seeds")
	portal := w.sites[len(w.sites)-1]
	topics := make([]Topic, 0, len(thesisTopics))
	for _, t := range thesisTopics {
		topics = append(topics, Topic{
			Name:        t.name,
			OntologyID:  t.id,
			Seeds:       []string{w.seedPage(rng, t.label), "http://www.health-library.example/", "http://news.example/"},
			PortalSeeds: []string{w.homes[portal].url, "http://travel.example/"},
			Relevant:    w.relevant(t.label),
		})
	}
	return topics, nil
}

func (w *web) relevant(label string) []string {
	var urls []string
	for _, p := range w.pages {
		if p.about(label) {
			urls = append(urls, p.url)
		}
	}
	slices.Sort(urls)
	return urls
}

// seedPage is an article on the topic that stands outside the sections devoted to it, so that most of what
// surrounds it is about other things.
func (w *web) seedPage(rng *rand.Rand, label string) string {
	var urls []string
	for _, p := range w.pages {
		if p.kind == articleKind && !p.hidden && p.about(label) && p.section.hub != label {
			urls = append(urls, p.url)
		}
	}
	return urls[rng.IntN(len(urls))]
}
