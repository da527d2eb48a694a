package treesize

// traits say how the standard's algorithms treat an element.
type traits uint16

const (
	formatting traits = 1 << iota // is opened again where it was not closed
	tracked                       // may stand between a formatting element and its end tag
	stop                          // hides what it stands in from most end tags
	marker                        // hides the formatting elements outside of it
	closesP                       // its start tag closes a p
	calm                          // its start tag closes nothing
	plain                         // its start tag opens no formatting element again
	breakout                      // its start tag leaves foreign content
	point                         // where foreign content may go over to HTML
	raw                           // its content is text
	inTable                       // a part of a table
	object                        // applet, marquee or object
	void                          // nothing is inside, and what is around stays open
)

// name identifies the elements that have rules of their own.
type name uint8

const (
	other name = iota
	a
	font
	nobr
	firstOther
)

// Names from firstOther on are of the other formatting elements, those from
// address on have rules of their own, and those from unnamed on have none.
const (
	address name = iota + 16
	div
	p
	ol
	ul
	li
	dd
	dt
	heading // h1 to h6
	form
	button
	choice // select
	table
	cell     // td
	headCell // th
	caption
	template
	row // tr
	tbody
	tfoot
	thead
	column // col or colgroup
	root   // html or body
	br
	input
	script
	plaintext
	frameset
	outer       // svg or math
	integration // any point, in the list
	unnamed
	names           = 80
	formattingNames = address
)

const block = tracked | closesP | plain

// elements lists the names that have traits. Names of a line without one of
// the constants above get one of their own each.
var elements = []struct {
	words  string
	name   name
	traits traits
}{
	{"a", a, formatting | calm},
	{"font", font, formatting | calm},
	{"nobr", nobr, formatting | calm | breakout},
	{"b big code em i s small strike strong tt u", unnamed, formatting | calm | breakout},

	{"address", address, block},
	{"div", div, block | breakout},
	{"p", p, block | breakout},
	{"ol", ol, block | breakout},
	{"ul", ul, block | breakout},
	{"article aside details dir fieldset figcaption figure footer header hgroup main nav section summary dialog search", unnamed, block},
	{"blockquote center dl listing menu pre", unnamed, block | breakout},
	{"li", li, block | breakout},
	{"dd", dd, block | breakout},
	{"dt", dt, block | breakout},
	{"h1 h2 h3 h4 h5 h6", heading, block | breakout},
	{"form", form, tracked | plain},
	{"button", button, tracked},
	{"select", choice, tracked | stop},
	{"table", table, tracked | stop | plain | breakout},
	{"td", cell, tracked | stop | marker | plain | inTable},
	{"th", headCell, tracked | stop | marker | plain | inTable},
	{"caption", caption, tracked | stop | marker | plain | inTable},
	{"applet marquee object", unnamed, tracked | stop | marker | object},
	{"template", template, tracked | stop | marker | plain},

	{"tr", row, plain | inTable},
	{"tbody", tbody, plain | inTable},
	{"tfoot", tfoot, plain | inTable},
	{"thead", thead, plain | inTable},
	{"col colgroup", column, plain | inTable},
	{"html", root, plain | calm},
	{"body head", root, plain | calm | breakout},
	{"frame", other, plain},
	{"frameset", frameset, plain},
	{"br", br, calm | breakout},
	{"embed img", other, calm | breakout | void},
	{"area keygen wbr", other, calm | void},
	{"param source track base basefont bgsound link", other, calm | plain},
	{"meta", other, calm | plain | breakout},
	{"hr", other, closesP | plain | breakout},
	{"input", input, 0},
	{"optgroup option", other, 0},
	{"rb rp rt rtc", other, plain},
	{"ruby span sub sup var", other, calm | breakout},

	{"script", script, raw | calm | plain},
	{"iframe noembed noframes noscript style textarea", other, raw | calm | plain},
	{"title", other, raw | calm | plain | point},
	{"xmp", other, raw | closesP},
	{"plaintext", plaintext, closesP | plain},
	{"math svg", outer, calm},
	{"annotation-xml desc foreignobject mi mn mo ms mtext", other, calm | point},
}
