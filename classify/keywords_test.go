package classify_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
)

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
			root, _ := html.Parse(strings.NewReader("<p>" + word))
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
