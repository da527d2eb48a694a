package classify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
)

// TestPaperWords: each word that Tran et al. 2001 print counts.
func TestPaperWords(t *testing.T) {
	c := paper.NewConstraints()
	for set, words := range map[string]string{
		"V":        "home subscriptions archive mailto help login search feedback findex shtml lookup",
		"Abstract": "abstract abs list [Abstract] Abstract",
		"FullText": "full,Full Text,Full text,References",
		"PDF":      "PDF pdf",
	} {
		for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return r == ',' || r == ' ' && set != "FullText" }) {
			for _, l := range []classify.Link{{Href: "/a" + word + "b", URL: page}, {Href: "/a", Text: word, URL: page}} {
				_, why := c.Elimination(l, page)
				if got := append(why, c.Classify(l).Evidence...); !slices.Contains(got, set+": "+word) {
					t.Errorf("%s, %+v: %q", word, l, got)
				}
			}
		}
	}
}

// TestUnits has one link for each rule of what of an href is compared in token
// mode: the class and whether the link is kept.
func TestUnits(t *testing.T) {
	c := classify.NewConstraints("en")
	for _, tt := range []struct{ rule, href, text, want string }{
		{"between slashes", "/a/pdf/b", "", "PDF true"},
		{"between dots", "/a.pdf.b", "", "PDF true"},
		{"a value of the query", "/a?b=pdf&c", "", "PDF true"},
		{"behind a semicolon", "/a;pdf", "", "PDF true"},
		{"a part of a word is none", "/pdfs/a", "", "Other true"},
		{"words of a title are none", "/a-pdf-of-beans", "", "Other true"},
		{"numbers aside", "/12pdf34/a", "", "PDF true"},
		{"a fragment is none", "/a#pdf", "", "Other true"},
		{"a host is none", "http://www.example.org/a", "", "Other true"},
		{"a host with the word", "http://pdf.example.org/a", "", "Other false"},
		{"a host without a scheme", "//pdf/a", "", "Other false"},
		{"two slashes inside a path", "/a//pdf/b", "", "PDF true"},
		{"the path behind two slashes after a colon", "http://www.example.org/pdf", "", "PDF true"},
		{"a scheme without pages is the word", "mailto:pdf@x", "", "Other false"},
		{"white space before", " /pdf", "", "PDF true"},
		{"upper case", "/PDF", "", "PDF true"},
		{".html is how", "/a.html", "", "Other true"},
		{".htm is how", "/a.htm", "", "Other true"},
		{"html in the path is what", "/html/a", "", "FullText true"},
		{"a word of V in the last part", "/a/search", "", "Other false"},
		{"and in a part before it", "/search/a", "", "Other true"},
		{"and before a last slash", "/a/search/", "", "Other false"},
		{"and in the query", "/a?search=b", "", "Other false"},
		{"a caption of V", "/a", "Search", "Other false"},
		{"a caption of more words", "/a", "Search beans", "Other true"},
		{"a label of two words more", "/a", "a pdf b", "PDF true"},
		{"a caption of three words more", "/a", "a pdf b c", "Other true"},
		{"two words and two more", "/a", "a full article b", "FullText true"},
		{"two words and three more", "/a", "a full article b c", "Other true"},
		{"words in another order", "/a", "article full of pdfs x", "Other true"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			links := classify.Reader{}.Scan(fmt.Appendf(nil, "<a href='%s'>%s</a>", tt.href, tt.text), page).Links
			kept, _ := c.Elimination(links[0], page)
			if got := fmt.Sprint(c.Classify(links[0]).Class, " ", kept); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	how := classify.Constraints{PDF: strings.Fields("htm html xhtml php asp aspx jsp bib")}
	for _, ext := range how.PDF {
		want := classify.ClassUnfiled
		if ext == "bib" {
			want = classify.ClassPDF
		}
		if got := how.Classify(classify.Link{Href: "/a." + ext}); got.Class != want {
			t.Errorf("the format %q is %+v, want %s", ext, got, want)
		}
	}
}

// TestEmptyWords: a word of nothing is had by no link, in either mode.
func TestEmptyWords(t *testing.T) {
	for tokens, c := range map[bool]constraints{
		false: paper.Constraints{Eliminated: []string{""}, PDF: []string{""}}, true: classify.Constraints{Eliminated: []string{""}, PDF: []string{""}},
	} {
		l := classify.Link{Href: "/a", URL: page}
		if kept, why := c.Elimination(l, page); !kept || c.Classify(l).Class != classify.ClassUnfiled {
			t.Errorf("tokens %v: kept %v %q, %+v", tokens, kept, why, c.Classify(l))
		}
	}
}

// TestOrderOfLanguages: without a language the words come language by language
// in the order of their codes, so that the evidence never changes.
func TestOrderOfLanguages(t *testing.T) {
	words := classify.NewConstraints().Eliminated
	if words[0] != "Startseite" || words[len(words)-1] != "联系我们" {
		t.Errorf("from %q to %q", words[0], words[len(words)-1])
	}
}

// TestKeywords: each word of each language counts where that language is asked
// for alone: as the caption of an abstract or a full text, as a heading of
// references, as the caption of a link that nobody wants.
func TestKeywords(t *testing.T) {
	for _, tt := range []struct{ language, abstract, fullText, references, eliminated string }{
		{"de", "Zusammenfassung; Kurzfassung",
			"Volltext; Ganzer Text", "Literatur; Literaturverzeichnis; Quellen",
			"Startseite; Anmelden; Suche; Hilfe; Archiv; Kontakt; Impressum; Redaktion; Abonnement; Datenschutz; Registrieren"},
		{"en", "abstract; abs; summary",
			"full text; fulltext; full; full article; html", "references; bibliography; works cited; literature cited",
			"home; subscriptions; subscribe; archive; archives; mailto; help; login; signin; register; search; feedback; contact; editorial board; copyright; privacy; sitemap; rss; cart; javascript; past issues; current issue; previous issue; next issue; author guidelines; submit; submission; submissions; submission guidelines; for authors; instructions for authors; information for authors"},
		{"es", "Resumen",
			"Texto completo", "Referencias; Bibliografía; Referencias bibliográficas",
			"Inicio; Buscar; Ayuda; Archivos; Contacto; Entrar; Registrarse; Suscripciones; Equipo editorial"},
		{"fr", "Résumé; Resume",
			"Texte intégral; Texte complet", "Références; Bibliographie",
			"Accueil; Recherche; Rechercher; Aide; Archives; Connexion; Abonnement; Comité de rédaction"},
		{"it", "Riassunto; Sommario",
			"Testo completo", "Riferimenti; Bibliografia; Riferimenti bibliografici",
			"Cerca; Aiuto; Archivio; Contatti; Registrazione"},
		{"ja", "要旨; 抄録; 概要",
			"全文; 本文", "参考文献; 引用文献",
			"ホーム; 検索; ヘルプ; ログイン"},
		{"ko", "초록; 요약",
			"전문; 원문", "참고문헌",
			"로그인; 검색; 도움말"},
		{"pt", "Resumo",
			"Texto completo", "Referências; Bibliografia; Referências bibliográficas",
			"Início; Buscar; Ajuda; Arquivos; Contato; Cadastro; Equipe editorial"},
		{"ru", "Аннотация; Реферат; Резюме",
			"Полный текст", "Литература; Список литературы; Библиография",
			"Главная; Поиск; Помощь; Архив; Архивы; Контакты; Вход; Подписка; Редколлегия"},
		{"zh", "摘要",
			"全文", "参考文献; 參考文獻",
			"首页; 搜索; 帮助; 登录; 联系我们"},
	} {
		c := classify.NewConstraints(tt.language)
		for class, words := range map[string]string{classify.ClassAbstract: tt.abstract, classify.ClassFullText: tt.fullText} {
			for word := range strings.SplitSeq(words, "; ") {
				got := c.Classify(classify.Link{Text: word})
				if got.Class != class || !slices.Contains(got.Evidence, class+": "+word) {
					t.Errorf("%s: %q is %+v, want %s", tt.language, word, got, class)
				}
			}
		}
		for word := range strings.SplitSeq(tt.references, "; ") {
			root := tree(t, "<p>"+word)
			got := strings.Join(c.Page(classify.Resource{Root: root}).Evidence, "\n")
			if !strings.HasSuffix(got, ", references") {
				t.Errorf("%s: the heading %q: %s", tt.language, word, got)
			}
		}
		for word := range strings.SplitSeq(tt.eliminated, "; ") {
			kept, why := c.Elimination(classify.Link{Text: word, URL: page}, page)
			if kept || strings.Join(why, "; ") != "V: "+word {
				t.Errorf("%s: %q: kept %v, %q", tt.language, word, kept, why)
			}
		}
	}
}
