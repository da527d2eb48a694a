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

// An item of the plan is count pages of the same kind.
type item struct {
	subjects  []string
	domain    string // of a directory page; such pages have no subject
	hidden    bool
	directory bool
	count     int
}

// parseSites reads the plan. An error names the line.
func parseSites(text string) ([]*site, error) {
	var sites []*site
	var host *site
	var part *section
	for n, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if mistake := misplaced(word, host, part); mistake != "" {
			return nil, fmt.Errorf("demo: sites.txt:%d: %s", n+1, mistake)
		}
		switch word {
		case "", "#":
		case "host":
			name, rest, _ := strings.Cut(rest, " ")
			layout, title, _ := strings.Cut(rest, " ")
			host, part = &site{host: name, layout: layout, title: title}, nil
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
			it, err := parseItem(word, rest)
			if err != nil {
				return nil, fmt.Errorf("demo: sites.txt:%d: %w", n+1, err)
			}
			part.items = append(part.items, it)
		default:
			return nil, fmt.Errorf("demo: sites.txt:%d: unknown word %q", n+1, word)
		}
	}
	return sites, nil
}

// misplaced describes a line that is before what it belongs to.
func misplaced(word string, host *site, part *section) string {
	switch word {
	case "section", "below":
		if host == nil {
			return "a section before any host"
		}
	case "hub", "page", "hidden", "directory":
		if part == nil {
			return "a " + word + " before any section of its host"
		}
	}
	return ""
}

func parseItem(word, rest string) (item, error) {
	name, digits, _ := strings.Cut(rest, " ")
	count, err := strconv.Atoi(digits)
	if err != nil {
		return item{}, err
	}
	if word == "directory" {
		return item{domain: name, directory: true, count: count}, nil
	}
	return item{subjects: strings.Split(name, "+"), hidden: word == "hidden", count: count}, nil
}
