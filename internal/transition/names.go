package transition

import "fmt"

var stateNames = [States]string{"fresh", "queued", "delayed", "revisiting", "leased", "done", "dead", "evicted"}

func (s State) String() string {
	if int(s) < States {
		return stateNames[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// The results of a lease have the names of frontier.Result.
var eventNames = [Events]string{
	Fetched: "fetched", Retry: "retry", Revisit: "revisit", GiveUp: "dead", Return: "returned",
	RetryLater: "retry later", ReturnLater: "returned later",
	Find: "find", Value: "value", Recover: "recover", Evict: "evict", FallDue: "fall due", Reopen: "reopen",
	Lease: "lease", Expire: "expire", Requeue: "requeue",
}

func (e Event) String() string {
	if int(e) < Events {
		return eventNames[e]
	}
	return fmt.Sprintf("Event(%d)", uint8(e))
}
