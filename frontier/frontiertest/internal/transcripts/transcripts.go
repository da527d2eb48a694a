// Package transcripts has cases of frontiertest that are transcripts alone.
package transcripts

// A Case is one thing that a frontier must do.
type Case struct {
	Name   string
	Why    string // what the contract asks for
	Rows   string // the transcript is played for each, if there are any
	Script string
}
