package pageclass

import (
	"fmt"
)

// folders are the pages of a set by the directory that they lie in. Those whose names differ
// by numbers are one.
type folders struct {
	by       map[string]*folderPages
	articles int // in all
}

// folderPages is what is known of the pages in one.
type folderPages struct {
	articles []*setPage // those taken for articles'
	others   int        // without those in doubt
}

func foldersOf(pages []setPage) *folders {
	fs := &folders{by: map[string]*folderPages{}}
	for i := range pages {
		p := &pages[i]
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
	return fs
}

// stray returns the directories in which half of the pages or more are none of articles, and half
// of the articles or more are elsewhere, with what speaks against those there.
func (fs *folders) stray() map[string]string {
	out := map[string]string{}
	for name, f := range fs.by {
		articles, all := len(f.articles), len(f.articles)+f.others
		if all >= fewestTold && 2*articles <= all && 2*articles <= fs.articles {
			out[name] = fmt.Sprintf("pages: %d of %d in its directory are none of articles", f.others, all)
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

// foreign returns the directories whose pages lack what the articles of another have, where nearly
// all lie, with what speaks against them.
func (fs *folders) foreign(c *commons) map[string]string {
	home := false
	out := map[string]string{}
	for name, f := range fs.by {
		if fs.share(name) >= sharedBy {
			home = true
		} else if n := f.lacking(c.kinds); n >= fewestLacked {
			out[name] = fmt.Sprintf("pages: those in its directory lack %d of %d kinds of elements that those of articles share", n, len(c.kinds))
		}
	}
	if !home || !c.tell() {
		return nil
	}
	return out
}

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
		if float64(having[k]) <= (1-sharedBy)*float64(len(f.articles)) {
			lacking++
		}
	}
	return lacking
}
