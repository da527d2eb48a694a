package zones

import "github.com/lokman-crawler/lokman/label"

// Prediction is what -predictions holds of a page.
type Prediction struct {
	Journal      string                  `json:"journal"`
	ID           string                  `json:"id"`
	Title        string                  `json:"title"`
	Authors      []string                `json:"authors"`
	Affiliations []string                `json:"affiliations"`
	Abstract     string                  `json:"abstract"`
	Confidence   map[label.Label]float64 `json:"confidence"`
	Source       map[label.Label]string  `json:"source"`
	Changed      bool                    `json:"changed"`
}

// PredictionOf says what was found on a page.
func PredictionOf(journal, id string, a *label.Article) Prediction {
	p := Prediction{Journal: journal, ID: id, Authors: []string{}, Affiliations: []string{}, Confidence: map[label.Label]float64{},
		Source: map[label.Label]string{}, Changed: a.Changed}
	for _, z := range a.Zones {
		p.Confidence[z.Label], p.Source[z.Label] = z.Confidence, z.Source
		switch z.Label {
		case label.Title:
			p.Title = z.Text
		case label.Authors:
			p.Authors = append(p.Authors, z.Items...)
		case label.Affiliations:
			p.Affiliations = append(p.Affiliations, z.Items...)
		case label.Abstract:
			p.Abstract = z.Text
		}
	}
	return p
}
