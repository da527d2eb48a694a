package records_test

import (
	"time"
)

var day = time.Date(2011, 4, 1, 0, 0, 0, 0, time.UTC)
