package lokman_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unrun are the packages whose examples are compiled only.
var unrun = map[string]string{
	"crawl/chrome":          "needs a browser",
	"frontier/frontiertest": "needs a *testing.T",
}

// public returns the directories of the packages that users import, those of the
// nested modules too, each with its Go files.
func public(t *testing.T) map[string][]string {
	t.Helper()
	dirs := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "internal" || d.Name() == "testdata" || d.Name() == "cmd" || d.Name() == "examples" || d.Name() == "bench" || strings.HasPrefix(d.Name(), ".") && path != "."):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".go"):
			dir := filepath.ToSlash(filepath.Dir(path))
			dirs[dir] = append(dirs[dir], path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(dirs, ".") // documentation alone
	return dirs
}

func parse(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Each public package has an Example that is run, in a package of its own, as
// its users would write it.
func TestPackagesHaveExamples(t *testing.T) {
	for dir, paths := range public(t) {
		var files []*ast.File
		for _, path := range paths {
			if file := parse(t, path); strings.HasSuffix(path, "_test.go") && strings.HasSuffix(file.Name.Name, "_test") {
				files = append(files, file)
			}
		}
		found, run := 0, 0
		for _, e := range doc.Examples(files...) {
			found++
			if e.Output != "" || e.EmptyOutput {
				run++
			}
		}
		switch {
		case found == 0:
			t.Errorf("%s has no Example", dir)
		case run == 0 && unrun[dir] == "":
			t.Errorf("%s has no Example with an Output", dir)
		}
	}
}

// Each exported name has a comment: functions, methods, types, constants and
// variables, and the fields of structs and methods of interfaces. It is the
// name's own one, that of the group of lines it belongs to, or that of its type,
// which calls it by its name or is a struct on one line.
func TestNamesHaveComments(t *testing.T) {
	for _, paths := range public(t) {
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				for _, n := range uncommented(fset, d) {
					t.Errorf("%s: %s has no comment", fset.Position(n.Pos()), n.Name)
				}
			}
		}
	}
}

func uncommented(fset *token.FileSet, d ast.Decl) []*ast.Ident {
	var names []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		introduced := d.Doc != nil
		last := fset.Position(d.Pos()).Line
		for _, s := range d.Specs {
			if fset.Position(start(s)).Line > last+1 {
				introduced = d.Doc != nil && d.Tok == token.CONST
			}
			last = fset.Position(s.End()).Line
			switch s := s.(type) {
			case *ast.ValueSpec:
				introduced = introduced || s.Doc != nil || d.Doc != nil
				for _, n := range s.Names {
					if n.IsExported() && !introduced && s.Comment == nil {
						names = append(names, n)
					}
				}
			case *ast.TypeSpec:
				if !s.Name.IsExported() {
					continue
				}
				if d.Doc == nil && s.Doc == nil && s.Comment == nil {
					names = append(names, s.Name)
				}
				said := d.Doc.Text() + s.Doc.Text()
				switch kind := s.Type.(type) {
				case *ast.StructType:
					names = append(names, bare(fset, kind.Fields, said)...)
				case *ast.InterfaceType:
					names = append(names, bare(fset, kind.Methods, said)...)
				}
			}
		}
	}
	return names
}

// bare returns the exported members that have no comment, do not follow, line by
// line, one that has, and are not named in what is said of their type.
func bare(fset *token.FileSet, l *ast.FieldList, said string) []*ast.Ident {
	var names []*ast.Ident
	introduced, last := said != "" && fset.Position(l.Opening).Line == fset.Position(l.Closing).Line, -1
	for _, f := range l.List {
		from := f.Pos()
		if f.Doc != nil {
			from = f.Doc.Pos()
		}
		if last > 0 && fset.Position(from).Line > last+1 {
			introduced = false
		}
		introduced = introduced || f.Doc != nil
		last = fset.Position(f.End()).Line
		for _, n := range f.Names {
			named := regexp.MustCompile(`\b` + n.Name + `\b`).MatchString(said)
			if n.IsExported() && !introduced && f.Comment == nil && !named {
				names = append(names, n)
			}
		}
	}
	return names
}

func start(s ast.Spec) token.Pos {
	if v, ok := s.(*ast.ValueSpec); ok && v.Doc != nil {
		return v.Doc.Pos()
	}
	return s.Pos()
}

func receiver(d *ast.FuncDecl) string {
	kind := d.Recv.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	if generic, ok := kind.(*ast.IndexExpr); ok {
		kind = generic.X
	}
	if name, ok := kind.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
