package classify

// BruteForce is Classify by comparing with every example: the obvious way.
func (m *NearestNeighbor) BruteForce(l Link) Classification {
	if len(m.examples) == 0 {
		return m.Classify(l)
	}
	v := m.Mode.Vector(l)
	found := make([]nearest, len(m.index.classes))
	for k := range found {
		found[k] = nearest{distance: far, example: -1}
	}
	for e, ex := range m.examples {
		var sum int32
		for c, comp := range m.Mode.components() {
			by := m.distance()
			if comp.words {
				by = DistanceJaccard
			}
			sum += comp.weight * by.parts(v[c], ex.vector[c])
		}
		m.index.meet(found, int32(e), sum, leaveNone)
	}
	return m.classification(m.index.decide(found))
}
