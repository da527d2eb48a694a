package redis

// The keys of a crawl begin with lokman:{name}: and so share one hash tag: on
// a cluster the whole crawl lives on one node. <digest> is 16 characters of a
// URL, <member> is 12 digits of age and the digest.
//
//	crawl      hash    the format, the options all workers share, the counters, the clock
//	url        hash    digest -> record; cut short once it is done and another is
//	host       hash    host -> leases, earliest next visit, place
//	q:<host>   sorted  members of a host's queue by value (or age: FIFO, LIFO)
//	ready      sorted  the best member of each host that may be visited now
//	due        sorted  what falls due when: h<host>, u<member> a URL for a
//	                   later time, l<member> a lease; microseconds
//	again      sorted  members of pages that are due again later, by that time
//	o:<host>, ready:o  likewise q:<host> and ready of pages that are overdue, by value
//	revisits   sorted  digests that wait for a revisit by the order in which they failed
//	failures   sorted  digest and reason of each dead URL by the count of deaths
//	                   up to it
//	given      hash    digest -> what sources gave (NoisyOr, DistinctHosts)
//	all, late  sorted  queued and delayed members (bounds, history, BestNFirst)
//	batch, b:<host>, ready:b   the batch of BestNFirst, like all, q:<host> and ready
//	observations  hash  number -> who observed and what, from 1 on or after what a snapshot
//	                   has taken the place of
//	snapshot:<n>  hash  number -> piece of the snapshot that first covered n observations
//	inbox      hash    number -> entry that is still to be taken in
//	e:<digest> list    events (history)
//	wake       channel that says when a blocked Pop should look again
//	due:old, revisits:old, again:old, listed   while the crawl is repaired
//
// A crawl of n shards, more than one, has all this n times. Their keys begin with
// lokman/n:{name/i}: for i from 0 on, so that each shard has a hash tag of its own; and
// lokman:{name}:crawl has only its format and n. The observations of all are in shard 0.
// Besides there are:
//
//	out:<j>    list    batches for shard j: a number and what is to be taken there
//
// The scripts in lua/ change them and describe them further. Nothing expires
// and nothing may be evicted by the server: its maxmemory-policy has to be
// noeviction, as it is by default, or one that evicts only what expires. Of
// what is lost all the same, crawl, url, host and inbox are missed by each
// script, and the others are made again from them; see repair.lua. What given had
// is forgotten, as after Rescore. Without failures, observations and e:<digest> a
// crawl goes on; Failures, Requeue and Observations return an error for what the
// first two lack.
const prefix = "lokman:"

// format is the version of all this, and sharded that of the key that has the number of shards.
const format, sharded = "6", "7"

// key returns the name of a key of the crawl that is not a shard's.
func (f *Frontier) key(name string) string { return prefix + "{" + f.name + "}:" + name }
