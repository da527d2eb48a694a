package skos

import "github.com/lokman-crawler/lokman/internal/rdf"

// A role is what a property means to the builder.
type role uint8

const (
	typeRole role = iota + 1
	preferredRole
	labelRole
	formRole // the one name of a label of SKOS-XL
	synonymRole
	broadNameRole
	parentRole
	childRole
	superclassRole
	propertyRole // owl:onProperty
	fillerRole   // owl:someValuesFrom
	deprecatedRole
	replacedRole
	identifierRole
	xrefRole
	notationRole
	semanticRole
	preferredNodeRole // leads to a node that holds the preferred name
	synonymNodeRole
	meshConceptRole
)

const (
	rdfsNS   = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS    = "http://www.w3.org/2002/07/owl#"
	skosNS   = "http://www.w3.org/2004/02/skos/core#"
	xlNS     = "http://www.w3.org/2008/05/skos-xl#"
	dctNS    = "http://purl.org/dc/terms/"
	isoNS    = "http://purl.org/iso25964/skos-thes#"
	oboNS    = "http://purl.obolibrary.org/obo/"
	oboInOwl = "http://www.geneontology.org/formats/oboInOwl#"
	meshNS   = "http://id.nlm.nih.gov/mesh/vocab#"
	efoNS    = "http://www.ebi.ac.uk/efo/"
	nciNS    = "http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl#"
	omgNS    = "https://www.omg.org/spec/Commons/AnnotationVocabulary/"
)

// What identifies the property part_of: its IRI in the Relation Ontology or its
// label. Older files have an IRI of their own that ends in "#part_of".
const (
	partOf    = oboNS + "BFO_0000050"
	partLabel = "part of"
)

var roles = map[string]role{
	rdf.Namespace + "type": typeRole,

	rdfsNS + "label":      labelRole,
	rdfsNS + "subClassOf": superclassRole,

	owlNS + "onProperty":     propertyRole,
	owlNS + "someValuesFrom": fillerRole,
	owlNS + "deprecated":     deprecatedRole,

	skosNS + "prefLabel":   preferredRole,
	skosNS + "altLabel":    synonymRole,
	skosNS + "hiddenLabel": synonymRole,
	skosNS + "broader":     parentRole,
	skosNS + "narrower":    childRole,
	skosNS + "notation":    notationRole,

	isoNS + "broaderGeneric":       parentRole,
	isoNS + "broaderPartitive":     parentRole,
	isoNS + "broaderInstantial":    parentRole,
	isoNS + "narrowerGeneric":      childRole,
	isoNS + "narrowerPartitive":    childRole,
	isoNS + "narrowerInstantial":   childRole,
	xlNS + "prefLabel":             preferredNodeRole,
	xlNS + "altLabel":              synonymNodeRole,
	xlNS + "hiddenLabel":           synonymNodeRole,
	xlNS + "literalForm":           formRole,
	oboNS + "IAO_0000118":          synonymRole, // alternative term
	oboNS + "IAO_0100001":          replacedRole,
	dctNS + "isReplacedBy":         replacedRole,
	oboInOwl + "hasExactSynonym":   synonymRole,
	oboInOwl + "hasRelatedSynonym": synonymRole,
	oboInOwl + "hasNarrowSynonym":  synonymRole,
	oboInOwl + "hasSynonym":        synonymRole,
	oboInOwl + "hasBroadSynonym":   broadNameRole,
	oboInOwl + "id":                identifierRole,
	oboInOwl + "hasAlternativeId":  identifierRole,
	oboInOwl + "hasDbXref":         xrefRole,
	oboInOwl + "hasOBONamespace":   semanticRole,
	oboInOwl + "inSubset":          semanticRole,

	efoNS + "alternative_term": synonymRole, // of Orphanet's too
	nciNS + "P90":              synonymRole,
	omgNS + "synonym":          synonymRole, // of FIBO's too
	omgNS + "abbreviation":     synonymRole,

	meshNS + "identifier":        identifierRole,
	meshNS + "broaderDescriptor": parentRole,
	meshNS + "preferredConcept":  meshConceptRole,
	meshNS + "concept":           meshConceptRole,
	meshNS + "preferredTerm":     preferredNodeRole,
	meshNS + "term":              synonymNodeRole,
	meshNS + "prefLabel":         preferredRole,
	meshNS + "altLabel":          synonymRole,
}

// nodeTypes says about some types whether what has them is a concept or never
// one.
var nodeTypes = map[string]bool{
	skosNS + "Collection":        false,
	skosNS + "OrderedCollection": false,
	skosNS + "ConceptScheme":     false,

	skosNS + "Concept": true,
	owlNS + "Class":    true,
	rdfsNS + "Class":   true,

	meshNS + "Descriptor":                 true,
	meshNS + "TopicalDescriptor":          true,
	meshNS + "GeographicalDescriptor":     true,
	meshNS + "PublicationType":            true,
	meshNS + "CheckTag":                   true,
	meshNS + "SupplementaryConceptRecord": true,
	meshNS + "SCR_Chemical":               true,
	meshNS + "SCR_Disease":                true,
	meshNS + "SCR_Organism":               true,
	meshNS + "SCR_Protocol":               true,
}
