package transition

// A Share is how much of a lease is owed to pages that are due again. It deals leases out so
// that in any row of them such pages have their share, to within one lease.
type Share float64

// Again says whether such a page is next, where there are others too.
func (s *Share) Again(share float64) bool {
	*s += Share(share)
	if *s < 1-1e-9 {
		return false
	}
	*s--
	return true
}
