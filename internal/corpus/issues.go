package corpus

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Journal is the contents pages of one journal, in the order of time.
type Journal struct {
	Name   string
	Issues []Issue
}

// An Issue is one contents page.
type Issue struct {
	URL, HTML string
	Articles  map[int]bool // links that lead to an article's main page: <a> elements by their place, from 0
	Titles    []string     // of the articles, in their order
}

const issuesOfJournal = 6

// Issues are the layouts of contents pages.
func Issues() []Journal {
	t, names := parse("issues.tmpl")
	var out []Journal
	for k, name := range names {
		j := Journal{Name: name}
		issues := issuesOfJournal
		if found := number.FindString(name); found != "" {
			issues, _ = strconv.Atoi(found)
		}
		for n := range issues {
			shown := contents{N: n + 1, Entries: entries(k, n+1)}
			if n > 0 {
				shown.Before = entries(k, n)[2:6]
			}
			issue := Issue{URL: fmt.Sprintf("http://j%d.example/toc/%d/", k, n+1), Articles: map[int]bool{}}
			for _, e := range shown.Entries {
				issue.Titles = append(issue.Titles, e.Title)
			}
			at := 0
			issue.HTML = links.ReplaceAllStringFunc(write(t, name, shown), func(tag string) string {
				if strings.HasPrefix(tag, "<a!") {
					issue.Articles[at] = true
				}
				at++
				return strings.Replace(tag, "<a!", "<a", 1)
			})
			j.Issues = append(j.Issues, issue)
		}
		out = append(out, j)
	}
	return out
}

var (
	links  = regexp.MustCompile(`<a!? `)
	number = regexp.MustCompile(`[0-9]+`) // in the name of a layout that has more issues
)

// contents is what a contents page shows.
type contents struct {
	N       int // of the issue, from 1
	Entries []entry
	Before  []entry // some of the issue before
}

// An entry is an article on a contents page.
type entry struct {
	I              int // in the issue, from 1
	Title, Section string
	Topic          string
	People         []person
	Long           bool // has what some have
}

type person struct{ Name string }

func (p person) Slug() string { return slug(p.Name) }

func (e entry) Slug() string { return slug(e.Title) }

func (e entry) Name() string { return slug(e.People[0].Name) + fmt.Sprint(e.I) }

// Teaser is the beginning of what the article says.
func (e entry) Teaser() string {
	return "We ask how " + e.Topic + " came to be as it is, and what it may become."
}

func slug(s string) string {
	return strings.Trim(noLetters.ReplaceAllString(strings.ToLower(plain(s)), "-"), "-")
}

// Titles are put together from these.
var (
	titleBeginnings = []string{"The decline of", "A field guide to", "On", "Towards a theory of", "How to measure", "Why we need", "Three views of", "The price of", "Notes on", "Rethinking", "What drives", "A century of"}
	titleTopics     = []string{"hedgerows", "spoken commands", "river ice", "school meals", "type inference", "paper money", "hearing aids", "caching", "moss gardens", "night trains", "small proofs", "harbour dues", "wheat rust", "street names", "sorting networks", "sleep in crows", "dry stone walls"}
	titleEnds       = []string{"", " in the northern provinces", ": a survey", " before 1900", " with few samples", " and its critics", ": evidence from registers", " under load", " revisited"}
	sectionNames    = []string{"Research articles", "Reviews", "Short notes"}
)

// entries are the articles of an issue: no title is there twice in a journal.
func entries(journal, issue int) []entry {
	people := readRecords()
	var out []entry
	for i := range 8 + (3*issue+journal)%7 {
		k := 16*issue + i
		e := entry{I: i + 1, Topic: titleTopics[(k+journal)%len(titleTopics)], Section: sectionNames[i/5], Long: (k*k+journal)%3 == 0}
		e.Title = titleBeginnings[(5*k+journal)%len(titleBeginnings)] + " " + e.Topic + titleEnds[(k/3)%len(titleEnds)]
		for a := range 1 + (k+journal)%3 {
			given := people[(k+a)%len(people)].Authors
			family := people[(3*k+2*a+1)%len(people)].Authors
			e.People = append(e.People, person{given[k%len(given)].Given + " " + family[a%len(family)].Family})
		}
		out = append(out, e)
	}
	return out
}
