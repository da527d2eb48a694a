package markup

// ScanLong reads a page with a Scanner that takes no short way.
func ScanLong(page []byte) *Fingerprint {
	s := Scanner{long: true}
	return s.Scan(page)
}
