package constraint

import (
	"maps"
	"slices"
)

// Keywords are what journals call their pages, language by language. Captions
// and headings are searched for them; they are data, to be added to.
var Keywords = map[string]struct{ Abstract, fullText, References, eliminated []string }{
	"de": {
		[]string{"Zusammenfassung", "Kurzfassung"},
		[]string{"Volltext", "Ganzer Text"},
		[]string{"Literatur", "Literaturverzeichnis", "Quellen"},
		[]string{"Startseite", "Anmelden", "Suche", "Hilfe", "Archiv", "Kontakt", "Impressum", "Redaktion", "Abonnement", "Datenschutz", "Registrieren"},
	},
	"en": {
		[]string{"abstract", "abs", "summary"},
		[]string{"full text", "fulltext", "full", "full article", "html"},
		[]string{"references", "bibliography", "works cited", "literature cited"},
		[]string{"home", "subscriptions", "subscribe", "archive", "archives", "mailto", "help", "login", "signin", "register", "search", "feedback", "contact", "editorial board", "copyright", "privacy", "sitemap", "rss", "cart", "javascript", "past issues", "current issue", "previous issue", "next issue", "author guidelines", "submit", "submission", "submissions", "submission guidelines", "for authors", "instructions for authors", "information for authors"},
	},
	"es": {
		[]string{"Resumen"},
		[]string{"Texto completo"},
		[]string{"Referencias", "Bibliografía", "Referencias bibliográficas"},
		[]string{"Inicio", "Buscar", "Ayuda", "Archivos", "Contacto", "Entrar", "Registrarse", "Suscripciones", "Equipo editorial"},
	},
	"fr": {
		[]string{"Résumé", "Resume"},
		[]string{"Texte intégral", "Texte complet"},
		[]string{"Références", "Bibliographie"},
		[]string{"Accueil", "Recherche", "Rechercher", "Aide", "Archives", "Connexion", "Abonnement", "Comité de rédaction"},
	},
	"it": {
		[]string{"Riassunto", "Sommario"},
		[]string{"Testo completo"},
		[]string{"Riferimenti", "Bibliografia", "Riferimenti bibliografici"},
		[]string{"Cerca", "Aiuto", "Archivio", "Contatti", "Registrazione"},
	},
	"ja": {
		[]string{"要旨", "抄録", "概要"}, []string{"全文", "本文"}, []string{"参考文献", "引用文献"},
		[]string{"ホーム", "検索", "ヘルプ", "ログイン"},
	},
	"ko": {
		[]string{"초록", "요약"}, []string{"전문", "원문"}, []string{"참고문헌"}, []string{"로그인", "검색", "도움말"},
	},
	"pt": {
		[]string{"Resumo"},
		[]string{"Texto completo"},
		[]string{"Referências", "Bibliografia", "Referências bibliográficas"},
		[]string{"Início", "Buscar", "Ajuda", "Arquivos", "Contato", "Cadastro", "Equipe editorial"},
	},
	"ru": {
		[]string{"Аннотация", "Реферат", "Резюме"},
		[]string{"Полный текст"},
		[]string{"Литература", "Список литературы", "Библиография"},
		[]string{"Главная", "Поиск", "Помощь", "Архив", "Архивы", "Контакты", "Вход", "Подписка", "Редколлегия"},
	},
	"zh": {
		[]string{"摘要"}, []string{"全文"}, []string{"参考文献", "參考文獻"},
		[]string{"首页", "搜索", "帮助", "登录", "联系我们"},
	},
}

// Words returns the words of languages, of all without any. An unknown language has none.
func Words(languages ...string) Sets {
	if len(languages) == 0 {
		languages = slices.Sorted(maps.Keys(Keywords))
	}
	c := Sets{PDF: []string{"pdf"}}
	for _, l := range languages {
		k := Keywords[l]
		c.Eliminated = append(c.Eliminated, k.eliminated...)
		c.Abstract = append(c.Abstract, k.Abstract...)
		c.FullText = append(c.FullText, k.fullText...)
	}
	return c
}
