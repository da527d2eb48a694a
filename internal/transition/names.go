package transition

import (
	"fmt"
	"slices"
	"strings"
)

var stateNames = [States]string{"fresh", "queued", "delayed", "revisiting", "leased", "done", "dead", "evicted", "due", "overdue", "refreshing"}

func (s State) String() string {
	if int(s) < States {
		return stateNames[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// Named returns which states have one of some names, all but Fresh for no names.
func Named(names []string) (is [States]bool, err error) {
	for _, name := range names {
		i := slices.Index(stateNames[:], name)
		if i <= int(Fresh) {
			return is, fmt.Errorf("frontier: no record is %q: want %s", name, strings.Join(stateNames[Fresh+1:], ", "))
		}
		is[i] = true
	}
	for s := Fresh + 1; len(names) == 0 && int(s) < States; s++ {
		is[s] = true
	}
	return is, nil
}

// The results of a lease have the names of frontier.Result.
var eventNames = [Events]string{
	Fetched: "fetched", Retry: "retry", Revisit: "revisit", GiveUp: "dead", Return: "returned",
	RetryLater: "retry later", ReturnLater: "returned later", FetchedAgain: "fetched again",
	Find: "find", Value: "value", Recover: "recover", Evict: "evict", FallDue: "fall due", Reopen: "reopen",
	Lease: "lease", Expire: "expire", Requeue: "requeue",
}

func (e Event) String() string {
	if int(e) < Events {
		return eventNames[e]
	}
	return fmt.Sprintf("Event(%d)", uint8(e))
}
