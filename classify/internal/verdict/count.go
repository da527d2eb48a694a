package verdict

// Count is how many links were of class Other and of class Article.
type Count [2]float64

// ArticleIndex is the place of Article in a Count.
const ArticleIndex = 1

// Add adds the links of another count.
func (c *Count) Add(o Count) {
	c[0] += o[0]
	c[1] += o[1]
}

// ClassIndex returns the place of a class in a Count: all but Article are as Other.
func ClassIndex(class string) int {
	if class == Article {
		return ArticleIndex
	}
	return 0
}

// ClassName returns the class that has a place in a Count.
func ClassName(index int) string {
	if index == ArticleIndex {
		return Article
	}
	return Other
}
