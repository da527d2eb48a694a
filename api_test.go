package lokman_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/api.txt")

// TestAPI compares what the packages export, those of the nested modules too,
// with the golden file, so that no change of it goes unseen:
//
//	go test . -run TestAPI -update
//
// accepts one.
func TestAPI(t *testing.T) {
	got := strings.Join(exported(t), "\n") + "\n"
	const golden = "testdata/api.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the exported names differ from %s (-want +got); if they should, update it with -update:\n%s", golden, diff)
	}
}

// exported returns a line for each exported name, field and method of the
// packages that users import, sorted.
func exported(t *testing.T) []string {
	var lines []string
	for dir, paths := range public(t) {
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			for _, d := range parse(t, path).Decls {
				for _, line := range declared(d) {
					lines = append(lines, dir+": "+line)
				}
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines) // a name may be declared once for each system
}

func declared(d ast.Decl) []string {
	var lines []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() {
			return nil
		}
		signature := strings.TrimPrefix(text(d.Type), "func")
		if d.Recv == nil {
			return []string{"func " + d.Name.Name + signature}
		}
		receiver := text(d.Recv.List[0].Type)
		if name, _, _ := strings.Cut(strings.TrimPrefix(receiver, "*"), "["); ast.IsExported(name) {
			return []string{fmt.Sprintf("method (%s) %s%s", receiver, d.Name.Name, signature)}
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() {
						lines = append(lines, strings.TrimSpace(d.Tok.String()+" "+n.Name+" "+text(s.Type)))
					}
				}
			case *ast.TypeSpec:
				if s.Name.IsExported() {
					lines = append(lines, typed(s)...)
				}
			}
		}
	}
	return lines
}

// typed returns the lines of a type: of a struct its exported fields, of an
// interface its methods.
func typed(s *ast.TypeSpec) []string {
	name := "type " + s.Name.Name
	if s.TypeParams != nil {
		name += "[" + fields(s.TypeParams) + "]"
	}
	var members *ast.FieldList
	switch kind := s.Type.(type) {
	case *ast.StructType:
		name, members = name+" struct", kind.Fields
	case *ast.InterfaceType:
		name, members = name+" interface", kind.Methods
	default:
		if s.Assign.IsValid() {
			name += " ="
		}
		return []string{name + " " + text(s.Type)}
	}
	lines := []string{name}
	for _, m := range members.List {
		if len(m.Names) == 0 {
			lines = append(lines, name+", "+text(m.Type))
		}
		for _, n := range m.Names {
			if n.IsExported() {
				lines = append(lines, name+", "+n.Name+" "+text(m.Type))
			}
		}
	}
	return lines
}

func fields(l *ast.FieldList) string {
	var parts []string
	for _, f := range l.List {
		for _, n := range f.Names {
			parts = append(parts, n.Name+" "+text(f.Type))
		}
	}
	return strings.Join(parts, ", ")
}

// text is a type as it is written, on one line.
func text(node ast.Node) string {
	if node == nil || node == ast.Expr(nil) {
		return ""
	}
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), node); err != nil {
		panic(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
