package rdf

// A listWriter emits an RDF collection item by item.
type listWriter struct {
	*sink
	head, last Term
}

var listEnd = Term{Value: Namespace + "nil"}

func (l *listWriter) add(item Term) error {
	cell := l.blank()
	if l.head.Value == "" {
		l.head = cell
	} else if err := l.emit(l.last, Namespace+"rest", cell); err != nil {
		return err
	}
	l.last = cell
	return l.emit(cell, Namespace+"first", item)
}

// close ends the collection and returns its first cell.
func (l *listWriter) close() (Term, error) {
	if l.head.Value == "" {
		return listEnd, nil
	}
	return l.head, l.emit(l.last, Namespace+"rest", listEnd)
}
