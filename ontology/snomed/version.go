package snomed

import "math"

// maxRows is the most components of a kind that are read. The International
// Edition has under four million relationships.
const maxRows = 1 << 25

// latest keeps of every component the newest version read so far.
type latest[K comparable, V any] struct {
	once     bool        // every component has one row: no others are looked for and inactive ones are not kept
	at       map[K]int32 // places in versions
	versions []version[V]
}

type version[V any] struct {
	time   uint32 // as in 20240101
	active bool
	value  V
}

// put returns the version that a row is to be written to, nil if it is not to
// be. Ok is false if there are maxRows components already.
func (l *latest[K, V]) put(key K, h head) (v *version[V], ok bool) {
	i, known := l.at[key]
	switch {
	case l.once && !h.active:
		return nil, true
	case !known && len(l.versions) == maxRows:
		return nil, false
	case !known:
		i = int32(len(l.versions))
		l.versions = append(l.versions, version[V]{})
		if !l.once {
			l.remember(key, i)
		}
	case h.time < l.versions[i].time:
		return nil, true
	}
	v = &l.versions[i]
	v.time, v.active = h.time, h.active
	return v, true
}

func (l *latest[K, V]) remember(key K, i int32) {
	if l.at == nil {
		l.at = map[K]int32{}
	}
	l.at[key] = i
}

// A head is the columns that all rows have after the id.
type head struct {
	time   uint32
	active bool
}

// parseHead reads effectiveTime and active. Want is what they lack.
func parseHead(row [][]byte) (h head, want string) {
	switch time := row[1]; {
	case len(time) == 0:
		h.time = math.MaxUint32 // not released yet
	case len(time) == 8:
		n, ok := number(time)
		if !ok {
			return h, "an effectiveTime such as 20240101"
		}
		h.time = uint32(n)
	default:
		return h, "an effectiveTime such as 20240101"
	}
	switch string(row[2]) {
	case "1":
		h.active = true
	case "0":
	default:
		return h, "0 or 1 for active"
	}
	return h, ""
}

// number reads an identifier of SNOMED CT or another number of at most 18
// digits.
func number(field []byte) (uint64, bool) {
	var n uint64
	for _, c := range field {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + uint64(c-'0')
	}
	return n, len(field) > 0 && len(field) <= 18
}

// uuid reads an identifier such as 1d780197-78bc-47db-a9a4-6af7b0c2477d.
func uuid(field []byte) (id [16]byte, ok bool) {
	if len(field) != 36 {
		return id, false
	}
	n := 0
	for i, c := range field {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return id, false
			}
			continue
		}
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return id, false
		}
		id[n/2] = id[n/2]<<4 | c
		n++
	}
	return id, true
}
