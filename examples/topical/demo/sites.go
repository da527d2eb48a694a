package demo

import (
	"fmt"
	"strconv"
	"strings"
)

// A site is one host of the plan.
type site struct {
	host     string
	layout   string
	title    string
	sections []*section
}

// A section is a directory of a site: an index page and the pages it lists.
type section struct {
	dir    string
	title  string
	parent string // dir of the section whose index alone links here; empty for a section in the navigation
	hub    string // the label of the index page itself, or empty
	items  []item
}

// An item of the plan stands for count pages of the same kind.
type item struct {
	subjects  []string
	domain    string // of a directory page; such pages have no subject
	hidden    bool
	directory bool
	count     int
}

// parseSites reads the plan. The file is embedded, so a mistake in it is a mistake in the program.
func parseSites(text string) []*site {
	var sites []*site
	var host *site
	var part *section
	for n, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "", "#":
		case "host":
			name, rest, _ := strings.Cut(rest, " ")
			layout, title, _ := strings.Cut(rest, " ")
			host = &site{host: name, layout: layout, title: title}
			sites = append(sites, host)
		case "section":
			dir, title, _ := strings.Cut(rest, " ")
			part = &section{dir: dir, title: title}
			host.sections = append(host.sections, part)
		case "below":
			dir, rest, _ := strings.Cut(rest, " ")
			parent, title, _ := strings.Cut(rest, " ")
			part = &section{dir: dir, title: title, parent: parent}
			host.sections = append(host.sections, part)
		case "hub":
			part.hub = rest
		case "page", "hidden", "directory":
			part.items = append(part.items, parseItem(word, rest, n+1))
		default:
			panic(fmt.Sprintf("demo: sites.txt:%d: unknown word %q", n+1, word))
		}
	}
	return sites
}

func parseItem(word, rest string, line int) item {
	name, digits, _ := strings.Cut(rest, " ")
	count, err := strconv.Atoi(digits)
	if err != nil {
		panic(fmt.Sprintf("demo: sites.txt:%d: %v", line, err))
	}
	if word == "directory" {
		return item{domain: name, directory: true, count: count}
	}
	return item{subjects: strings.Split(name, "+"), hidden: word == "hidden", count: count}
}
