package legible

import "strings"

// formula is what spreadsheets take a cell for a formula by, or look behind for one.
const formula = "=+-@\t\r\n＝＋－＠"

// Cell writes a text for a cell of a CSV file: one that a
// spreadsheet would take for a formula has an apostrophe before it.
func Cell(text string) string {
	if isFormula(text) {
		return "'" + text
	}
	return text
}

// FromCell returns the text of which Cell has made a cell.
func FromCell(cell string) string {
	if text, quoted := strings.CutPrefix(cell, "'"); quoted && isFormula(text) {
		return text
	}
	return cell
}

// isFormula takes a text with apostrophes for what is behind them, so that FromCell can
// tell whose they are.
func isFormula(text string) bool {
	return strings.IndexAny(strings.TrimLeft(text, "'"), formula) == 0
}
