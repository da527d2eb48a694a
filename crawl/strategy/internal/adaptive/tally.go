package adaptive

// A tally counts the pages of a kind and sums what they were worth.
type tally struct{ pages, worth float64 }

func (t *tally) add(worth float64) {
	t.pages++
	t.worth += worth
}

// mean returns the mean worth, that of one more page being given.
func (t tally) mean(one float64) float64 { return (t.worth + one) / (t.pages + 1) }

// priorWorth is what a page of an unknown kind is taken to be worth.
const priorWorth = 0.1

// tallies are those of all pages, of blocks and of places in layouts.
type tallies struct {
	all   tally
	list  []tally          // of blocks and places, by number
	paths map[uint64]int32 // numbers of places in layouts
}

// numberOf returns the number of the tally of a key, a new one if necessary.
func numberOf[K comparable](t *tallies, numbers map[K]int32, key K) int32 {
	number, ok := numbers[key]
	if !ok {
		number = int32(len(t.list))
		numbers[key] = number
		t.list = append(t.list, tally{})
	}
	return number
}

// A tallyList is a few tallies by their numbers.
type tallyList struct {
	count   int32
	numbers [maxBlocks]int32
}

// What is kept of the places of the links to one URL.
const (
	maxBlocks = 6
	maxPaths  = 4 // not more than maxBlocks
)

func (l *tallyList) all() []int32 { return l.numbers[:l.count] }

func (l *tallyList) add(number int32) {
	l.numbers[l.count] = number
	l.count++
}

// sum returns several tallies together.
func (t *tallies) sum(l *tallyList) (sum tally) {
	for _, number := range l.all() {
		one := &t.list[number]
		sum.pages += one.pages
		sum.worth += one.worth
	}
	return sum
}
