package classify

import "fmt"

// folders are the pages of a set by the directory that they lie in. Those whose names differ
// by numbers are one.
type folders struct {
	by       map[string]*folderPages
	home     string // the one with most of the articles' pages
	articles int    // in all
}

// folderPages is what is known of the pages in one.
type folderPages struct {
	articles []*setPage // those taken for articles'
	others   int        // without those in doubt
}

func (s *PageSet) folders() *folders {
	fs := &folders{by: map[string]*folderPages{"": {}}}
	for i := range s.pages {
		p := &s.pages[i]
		if len(p.kinds) == 0 {
			continue
		}
		f := fs.by[p.folder]
		if f == nil {
			f = &folderPages{}
			fs.by[p.folder] = f
		}
		switch {
		case p.isArticle():
			f.articles = append(f.articles, p)
			fs.articles++
		case !p.inDoubt():
			f.others++
		}
	}
	for name, f := range fs.by {
		n, most := len(f.articles), len(fs.by[fs.home].articles)
		if n > most || n == most && name > fs.home {
			fs.home = name
		}
	}
	return fs
}

// stray returns the directories in which few pages, and few of the articles, are articles', with
// what speaks against those.
func (fs *folders) stray() map[string]string {
	out := map[string]string{}
	for name, f := range fs.by {
		if n := len(f.articles) + f.others; n >= fewestTold && few(len(f.articles), n) && few(len(f.articles), fs.articles) {
			out[name] = fmt.Sprintf("pages: %d of %d in its directory are none of articles", f.others, n)
		}
	}
	return out
}

// share returns how many of the articles' pages lie in a directory.
func (fs *folders) share(name string) float64 {
	if f := fs.by[name]; f != nil {
		return float64(len(f.articles)) / float64(max(1, fs.articles))
	}
	return 0
}

// foreign returns the directories whose pages are none of articles, with what speaks against
// them: they stand in menus, or lack what the articles of another have, where nearly all lie.
func (fs *folders) foreign(c *commons) map[string]string {
	out := map[string]string{}
	for _, name := range fs.inMenus() {
		out[name] = "pages: those in its directory are in the menu of articles, which are not in theirs"
	}
	nearlyAll := most(len(fs.by[fs.home].articles), fs.articles)
	for name, f := range fs.by {
		if n := f.lacking(c.kinds); n >= fewestLacked && nearlyAll && name != fs.home && c.tell() {
			out[name] = fmt.Sprintf("pages: those in its directory lack %d of %d kinds of elements that those of articles share", n, len(c.kinds))
		}
	}
	return out
}

func most(n, of int) bool { return float64(n) >= sharedBy*float64(of) }

func few(n, of int) bool { return float64(n) <= (1-sharedBy)*float64(of) }

// lacking counts the kinds of elements that hardly any page of articles in a directory has.
func (f *folderPages) lacking(kinds map[uint64]bool) int {
	having := map[uint64]int{}
	for _, p := range f.articles {
		for _, k := range p.kinds {
			having[k]++
		}
	}
	lacking := 0
	for k := range kinds {
		if few(having[k], len(f.articles)) {
			lacking++
		}
	}
	return lacking
}

// inMenus returns the directories whose pages of articles stand in the menu of those in another.
// Two that stand in each other's have a menu of all articles.
func (fs *folders) inMenus() []string {
	at := map[uint64]string{} // where the targets lie
	menus := map[string]map[uint64]bool{}
	for name, f := range fs.by {
		menus[name] = f.menu()
		for _, p := range f.articles {
			at[p.target] = name
		}
	}
	var out []string
	for name, f := range fs.by {
		if len(f.articles) < fewestAlike {
			continue
		}
		looked := map[string]bool{name: true}
		for target := range menus[name] {
			other, ok := at[target]
			if ok && !looked[other] && fs.by[other].in(menus[name]) && !f.in(menus[other]) {
				out = append(out, other)
			}
			looked[other] = true
		}
	}
	return out
}

// menu returns what most pages of articles in a directory link to.
func (f *folderPages) menu() map[uint64]bool {
	links := map[uint64]int{}
	for _, p := range f.articles {
		for _, target := range p.links {
			links[target]++
		}
	}
	menu := map[uint64]bool{}
	for target, n := range links {
		if most(n, len(f.articles)) {
			menu[target] = true
		}
	}
	return menu
}

// in reports whether most pages of articles in a directory are in a menu.
func (f *folderPages) in(menu map[uint64]bool) bool {
	n := 0
	for _, p := range f.articles {
		if menu[p.target] {
			n++
		}
	}
	return most(n, len(f.articles))
}
