package slab

// Pack writes small numbers, two in a number, and returns what follows.
func Pack(list []uint32, small []uint16) []uint32 {
	for i, x := range small {
		if i%2 == 0 {
			list[i/2] = uint32(x)
		} else {
			list[i/2] |= uint32(x) << 16
		}
	}
	return list[(len(small)+1)/2:]
}

// Unpack appends the first n of what Pack wrote.
func Unpack(to []uint16, packed []uint32, n int) []uint16 {
	for i := range n {
		to = append(to, uint16(packed[i/2]>>(i%2*16)))
	}
	return to
}
