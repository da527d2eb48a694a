package fresh

// page is what is known of a page, in 64 bytes.
type page struct {
	history
	share
	last    uint32  // fetch, in seconds since 1970
	weight  float32 // above 0
	signed  float32 // signs before the last fetch
	over    float32 // days that they came in
	visits  uint16  // at most 65,535 are counted, and so are changes
	changes uint16
	group   uint16 // of Policy.groups
	signs   uint8  // since the last fetch
	lists   uint8  // how many pages it dates as a list, coded by listsCode
	seen    uint32 // what Fetched knows the page's content by, 0 for nothing
	told    uint32 // the latest change that a sign has named, as last
}
