package pdf

import (
	"context"
	"strings"
	"time"

	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"
)

// Text returns the text of the first pages of a file that have 1 MiB of it, with an error that
// of the pages before.
func (r *Reader) Text(ctx context.Context, file []byte) (string, error) {
	var text strings.Builder
	machine, err := r.pool.GetInstanceWithContext(ctx)
	if err != nil {
		return "", err
	}
	defer machine.Close()
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	defer context.AfterFunc(ctx, func() { machine.Kill() })()
	doc, err := machine.OpenDocument(&requests.OpenDocument{File: &file})
	if err != nil {
		return "", err
	}
	count, err := machine.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc.Document})
	for i := 0; err == nil && i < count.PageCount && text.Len() < 1<<20; i++ {
		var page *responses.GetPageText
		page, err = machine.GetPageText(&requests.GetPageText{Page: requests.Page{ByIndex: &requests.PageByIndex{Document: doc.Document, Index: i}}})
		if err == nil {
			text.WriteString(page.Text + "\n\n")
		}
	}
	return text.String(), err
}
