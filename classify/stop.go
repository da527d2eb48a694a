package classify

import "strings"

// EnglishStop reports whether a lower-case word is one of those that make sentences
// in English and say nothing about a topic: articles, pronouns, prepositions,
// conjunctions and auxiliary verbs.
func EnglishStop(word string) bool { return englishStops[word] }

var englishStops = func() map[string]bool {
	stops := map[string]bool{}
	for word := range strings.FieldsSeq(`
		a an the this that these those
		i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
		myself ourselves yourself yourselves himself herself itself themselves who whom whose which what
		am is are was were be been being have has had having do does did doing done
		can could may might must shall should will would
		and or but nor so if then than because while as although though unless until whether
		of at by for with about against between into through during before after above below to from up down in out
		on off over under upon within without among per via
		not no only also just very too more most much many such some any each every both all few other another same own
		here there when where why how again once further now
	`) {
		stops[word] = true
	}
	return stops
}()
