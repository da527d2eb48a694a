// Package demo carries a small web and a small medical ontology, so that a focused crawl can be shown
// and measured without a network.
//
// # The web
//
// Some 470 pages on 14 hosts with invented texts: a health library, a hospital, a public health bulletin, a
// parents' board, a newspaper, a university, a portal, a diary, and magazines on cooking, sport, travel, the
// house, church bells and the weather, each kind of host in a layout of its own. Every page had its subject before
// it was written; that subject is what [Topics] judges by, never the words.
// web.warc.gz is a WARC file and topics.jsonl a file of topics as the example programs take them:
//
//	go run ./examples/experiment -web internal/commands/demo/web.warc.gz -topics internal/commands/demo/topics.jsonl -ontology internal/commands/demo/ontology.obo -pages 120
//
// The web is meant to be neither easy nor hopeless, and each difficulty is one of the real web's:
//
//   - Vocabulary. Of ten pages on a topic four use its name, three only synonyms, two names of narrower kinds,
//     and one words that no thesaurus lists. A search for the name alone misses the others; an ontology finds
//     most of them, but not all: ontology.obo was written apart from the vocabulary.
//   - Ambiguity. Chimneys have flues, fronts are cold, bells are rung, a council shows deafness, tomatoes suffer
//     sunburn, and neighbouring illnesses name the topic to distinguish themselves from it.
//   - Anchors. Four in ten say nothing of their target ("read more") or only its field; one in twenty is
//     wrong; the others carry the title or a name for the subject that the target itself need not use.
//   - Sites. Navigation, breadcrumbs and footers stand on every page of a host; three links in four stay on it.
//   - Locality. Links are drawn towards the same topic, then the same family of subjects, the same field, the same
//     host, and pages that are linked already; so relevance fades with distance.
//   - Hubs. Directories with many links and no subject; hubs on a topic with next to no text, in part pictures.
//   - Tunnels. A quarter of the topics' pages stand in sections that only the index of an unrelated
//     section leads to (the travellers' logbook, the sweep's diary), or are linked vaguely from other fields.
//   - Disorder. Dead links, two redirects, copies for the printer, a link out of the web, a base element,
//     fragments, hosts in capitals, entities in URLs, nofollow, and robots.txt on two hosts.
//
// Links lead to a page of the web, some of them to one with status 404, or to the host adverts.outside.example,
// which is no part of it. No relevant page lies behind what robots.txt forbids.
//
// On the default topic and 120 pages a crawl that follows the true labels reaches a harvest rate of
// 0.30, a plain matcher of ontology terms 0.28, one of the topic's name alone 0.27, breadth-first order 0.16 and
// random order 0.08. The topic has some 45 pages, so that 0.38 is the most there could be. The differences are greater
// earlier in the crawl. Nothing in the web was made for one strategy, but its size is small: figures
// worth quoting come from real pages.
//
// # The ontology
//
// 160 terms around the ten topics in OBO 1.2: their synonyms, parents, siblings and kinds, with definitions of our
// own. It is an example, and no medical advice.
package demo
