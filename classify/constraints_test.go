package classify_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/linktest"
	"github.com/lokman-crawler/lokman/classify/paper"
)

// constraints are those of either package.
type constraints interface {
	classify.Classifier
	Elimination(l classify.Link, pageURL string) (kept bool, evidence []string)
	ClassifyPage(links []classify.Link, pageURL string) []classify.Classification
}

func TestElimination(t *testing.T) {
	for _, c := range []struct {
		src          string
		paper, token bool // kept
	}{
		{`<a href=/v1/a.html>On cells</a>`, true, true},
		{`<a href=/search>Find</a>`, false, false},
		{`<a href=/x>home</a>`, false, false},
		{`<a href=/x>Home</a>`, true, false},
		{`<a href=/research/a.html>x</a>`, false, true},
		{`<a href=/archive/2/b.html>x</a>`, false, true},
		{`<a href=/phelps.html>x</a>`, false, true},
		{`<a href=/in-search-of-time.html>x</a>`, false, true},
		{`<a href=/x>Home care of the elderly</a>`, true, true},
		{`<a href=/x>Suche</a>`, true, false},
		{`<a href=/x>参考文献</a>`, true, true},
		{`<a href=/x>首页</a>`, true, false},
		{`<a href=http://other.example/a.html>x</a>`, false, false},
		{`<a href=http://www.example.org:81/a.html>x</a>`, false, false},
		{`<a href=mailto:a@example.org>x</a>`, false, false},
		{`<a href="javascript:x()">x</a>`, false, false},
		{`<a name=x>x</a>`, false, false},
	} {
		l := parse(t, c.src).Links[0]
		for _, mode := range []struct {
			name string
			constraints
			want bool
		}{{"paper", paper.NewConstraints(), c.paper}, {"tokens", classify.NewConstraints(), c.token}} {
			kept, why := mode.Elimination(l, page)
			if kept != mode.want || kept != (len(why) == 0) {
				t.Errorf("%s, %s: kept %v %v", c.src, mode.name, kept, why)
			}
		}
	}
	l := parse(t, "<a href=/archive/search/>b</a>").Links[0]
	for from, want := range map[string]bool{"http://www.example.org/search/1/": true, "http://www.example.org/archive/": false} {
		if kept, why := classify.NewConstraints().Elimination(l, from); kept != want {
			t.Errorf("from %s: kept %v %v", from, kept, why)
		}
	}
}

// ClassifyPage is Elimination and Classify of each link.
func TestConstraintsOfAPage(t *testing.T) {
	links := parse(t, `<a href=/search>x</a><a href=/1.pdf>x</a><a href=http://other.example/abs/1>x</a><a href=/2>[Abstract]</a><a href=/about>x</a><a name=x>x</a>`).Links
	for _, c := range []constraints{paper.NewConstraints(), classify.NewConstraints()} {
		classes := c.ClassifyPage(links, page)
		if len(classes) != len(links) {
			t.Fatalf("%d classes of %d links", len(classes), len(links))
		}
		for i, got := range classes {
			want := c.Classify(links[i])
			if kept, why := c.Elimination(links[i], page); !kept {
				want = classify.Classification{Evidence: why}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, want %+v", links[i].Href, got, want)
			}
		}
	}
}

func TestLocation(t *testing.T) {
	for _, c := range []struct{ src, paper, token string }{
		{`<a href=/1.pdf>x</a>`, "PDF", "PDF"},
		{`<a href=/abs/1.pdf>x</a>`, "PDF", "PDF"}, // P before A
		{`<a href=/cgi/abstract/1>x</a>`, "Abstract", "Abstract"},
		{`<a href=/x>[Abstract]</a>`, "Abstract", "Abstract"},
		{`<a href=/x>Full Text</a>`, "FullText", "FullText"},
		{`<a href=/x>Full Text (PDF)</a>`, "Other", "PDF"},
		{`<a href=/listing/1>x</a>`, "Abstract", "Other"},
		{`<a href=/x>Zusammenfassung</a>`, "Other", "Abstract"},
		{`<a href=/x>Texto completo</a>`, "Other", "FullText"},
		{`<a href=/x>全文</a>`, "Other", "FullText"},
		{`<a href=/x>Полный текст</a>`, "Other", "FullText"},
		{`<a href=/x><img alt="Résumé"></a>`, "Other", "Abstract"},
		{`<a href=/x>References</a>`, "FullText", "Other"},
		{`<a href=/x>A full account of abstract algebra and its history</a>`, "Other", "Other"},
	} {
		l := parse(t, c.src).Links[0]
		if got := paper.NewConstraints().Classify(l); got.Class != c.paper {
			t.Errorf("%s: paper mode says %+v, want %s", c.src, got, c.paper)
		}
		if got := classify.NewConstraints().Classify(l); got.Class != c.token {
			t.Errorf("%s: token mode says %+v, want %s", c.src, got, c.token)
		}
	}
	l := parse(t, `<a href=/x>Zusammenfassung</a>`).Links[0]
	if got := classify.NewConstraints("en", "fr").Classify(l); got.Class != classify.ClassUnfiled {
		t.Errorf("a language that was not asked for: %+v", got)
	}
}

func TestPage(t *testing.T) {
	long := strings.Repeat("the many words of a study of cells and genes ", 150)
	for _, c := range []struct {
		name string
		src  string
		r    classify.Resource
		want string
		why  string
	}{
		{"magic before type", "", classify.Resource{ContentType: "text/html", Body: []byte("%PDF-1.4 x")}, "PDF", "*content: begins as a PDF"},
		{"type", "", classify.Resource{ContentType: "application/pdf; x=y", Body: []byte("x")}, "PDF", "*type: application/pdf"},
		{"an image", "", classify.Resource{ContentType: "image/png", Body: []byte("x")}, "Other", "*type: image/png"},
		{"meta before link", "<meta name=Citation_Fulltext_HTML_URL content=/a>", classify.Resource{Link: classify.Classification{Class: "Abstract"}}, "FullText", "*meta: citation_fulltext_html_url is this page"},
		{"meta of another page", "<meta name=citation_fulltext_html_url content=/b><p>x", classify.Resource{}, "Other", ""},
		{"link", "<p>x", classify.Resource{Link: classify.Classification{Class: "Abstract", Evidence: []string{"Abstract: abs"}}}, "Abstract", "*link: Abstract: abs"},
		{"a PDF's link to a viewer", "<p>x", classify.Resource{Link: classify.Classification{Class: "PDF"}}, "Other", ""},
		{"URL", "<p>" + long, classify.Resource{URL: "http://www.example.org/full/7"}, "FullText", "*URL: FullText: full"},
		{"full text", "<h1>T</h1><p>" + long + "<h2>References</h2><ol><li>x", classify.Resource{}, "FullText", ""},
		{"full text in Spanish", "<p>" + long + "<p><b>5. Referencias</b><p>x", classify.Resource{}, "FullText", ""},
		{"abstract", "<h1>T</h1><h2>Abstract</h2><p>We study cells.", classify.Resource{}, "Abstract", ""},
		{"article link, short", "<h1>T</h1><p>We study cells.", classify.Resource{Link: classify.Classification{Class: "article"}}, "Abstract", ""},
		{"article link, long", "<h1>T</h1><p>" + long + long, classify.Resource{Link: classify.Classification{Class: "article"}}, "FullText", ""},
		{"instructions for authors", "<h2>Abstract</h2><p>" + long[:len(long)/2] + long[:len(long)/2] + "<h2>References</h2>x", classify.Resource{Link: classify.Classification{Class: "Other"}}, "Other", ""},
		{"metas of an article, short", "<meta name=citation_title content=T><p>We study.", classify.Resource{}, "Abstract", ""},
		{"a list", strings.Repeat("<li><a href=/x>On the study of cells</a>", 40), classify.Resource{}, "Other", ""},
		{"about", "<h1>About</h1><p>We are.", classify.Resource{}, "Other", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.r.URL == "" {
				c.r.URL = "http://www.example.org/a"
			}
			if c.src != "" {
				c.r.Root = tree(t, c.src)
				c.r.ContentType, c.r.Body = "text/html", []byte(c.src)
			}
			got := classify.NewConstraints().Page(c.r)
			if got.Class != c.want {
				t.Errorf("%+v, want %s", got, c.want)
			}
			if c.why != "" && !strings.Contains(strings.Join(got.Evidence, "\n"), c.why) {
				t.Errorf("evidence %q, want %q in it", got.Evidence, c.why)
			}
		})
	}
}

func TestCitationURLs(t *testing.T) {
	root := tree(t, `<meta name=citation_pdf_url content="1.pdf"><meta name=citation_pdf_url content="javascript:x"><meta name=citation_author content=A>`)
	got := fmt.Sprint(classify.CitationURLs(root, page))
	if want := "map[http://www.example.org/a/1.pdf:PDF]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPropose(t *testing.T) {
	d := parse(t, linktest.Issue(1, 12))
	clusters := classify.Propose(d.Links, page)
	links := 0
	for i, c := range clusters {
		links += len(c.Links)
		isArticles := strings.HasSuffix(d.Links[c.Links[0]].Href, ".html")
		isPDF := strings.HasSuffix(d.Links[c.Links[0]].Href, ".pdf")
		if (c.Likely == classify.ClassArticle) != (isArticles || isPDF) {
			t.Errorf("cluster %d, %q: %s, %v", i, c.Example, c.Likely, c.Why)
		}
		if isArticles && len(c.Links) != 12 {
			t.Errorf("%d articles, want 12", len(c.Links))
		}
	}
	if links != len(d.Links) {
		t.Errorf("%d links in clusters, want %d", links, len(d.Links))
	}
	if got := classify.Propose(nil, page); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

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
