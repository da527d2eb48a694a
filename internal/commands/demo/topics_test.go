package demo

import (
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

func TestTopics(t *testing.T) {
	pages := must(documents())
	web := byURL(pages)
	links := neighbours(t, pages)
	names := make(map[string]bool)
	for _, topic := range must(Topics()) {
		names[topic.Name] = true
		least, most := 12, 18
		if topic.Name == DefaultTopic {
			least, most = 40, 50
		}
		if n := len(topic.Relevant); n < least || n > most {
			t.Errorf("%s has %d relevant pages, want %d to %d", topic.Name, n, least, most)
		}
		for _, starts := range [][]string{topic.Seeds, topic.Portal} {
			reached := reach(links, starts)
			for _, u := range topic.Relevant {
				if web[u].Status != 200 {
					t.Errorf("%s: %s does not exist", topic.Name, u)
				}
				if !reached[u] {
					t.Errorf("%s: %s is out of reach", topic.Name, u)
				}
			}
		}
		onTopic := 0
		for _, u := range topic.Seeds {
			if slices.Contains(topic.Relevant, u) {
				onTopic++
			}
		}
		if onTopic != 1 {
			t.Errorf("%s: %d of the seeds are on the topic, want 1", topic.Name, onTopic)
		}
		if !strings.Contains(Ontology(), "\nid: "+topic.OntologyID+"\nname: "+topic.Name+"\n") {
			t.Errorf("%s is not %s in the ontology", topic.OntologyID, topic.Name)
		}
	}
	if len(names) != 10 || !names[DefaultTopic] {
		t.Errorf("topics: %v", names)
	}
}

// neighbours says where each page leads, by the links that robots.txt leaves open.
func neighbours(t *testing.T, pages []webs.Document) map[string][]string {
	links := make(map[string][]string)
	for _, p := range pages {
		switch {
		case strings.HasPrefix(p.URL, "http://www.university.example/staff/"):
		case p.Status == 301:
			links[p.URL] = []string{p.Location}
		case isHTML(p):
			for _, l := range linksOf(t, p) {
				links[p.URL] = append(links[p.URL], l.url)
			}
		}
	}
	return links
}

func reach(links map[string][]string, starts []string) map[string]bool {
	reached := make(map[string]bool)
	queue := slices.Clone(starts)
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		if !reached[u] {
			reached[u] = true
			queue = append(queue, links[u]...)
		}
	}
	return reached
}

// Much of a topic must go without the topic's name, and some of what is off the topic must have it:
// without the first no ontology could help, without the second no judge would be needed.
func TestVocabularyMismatch(t *testing.T) {
	pages := must(documents())
	for _, topic := range must(Topics()) {
		named, strays := 0, 0
		for _, p := range pages {
			if !isHTML(p) {
				continue
			}
			says := strings.Contains(strings.ToLower(ownText(p)), topic.Name)
			switch relevant := slices.Contains(topic.Relevant, p.URL); {
			case says && relevant:
				named++
			case says:
				strays++
			}
		}
		share := float64(named) / float64(len(topic.Relevant))
		if share < 0.2 || share > 0.65 || strays < 1 {
			t.Errorf("%s: %.2f of its pages say its name, and %d others", topic.Name, share, strays)
		}
	}
}

// ownText is the text of a page's title and paragraphs, without that of links.
func ownText(p webs.Document) string {
	var b strings.Builder
	for _, m := range textPattern.FindAllSubmatch(hrefPattern.ReplaceAll(p.Body, nil), -1) {
		b.WriteString(html.UnescapeString(tagPattern.ReplaceAllString(string(m[1]), "")) + " ")
	}
	return b.String()
}
