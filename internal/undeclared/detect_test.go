package undeclared

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

func encode(t testing.TB, encoding, text string) []byte {
	t.Helper()
	enc, err := htmlindex.Get(encoding)
	if err != nil {
		t.Fatal(err)
	}
	b, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%q in %s: %v", text, encoding, err)
	}
	return b
}

var texts = []struct{ encoding, text string }{
	{"windows-1252", "Die Straße führt über die Brücke, und das Café öffnet später."},
	{"windows-1252", "L’été dernier, l’élève a déjà mangé des crêpes : ça lui a plu."},
	{"windows-1252", "¿Qué pasó mañana? El niño comió en el jardín."},
	{"windows-1252", "A informação não está nas cidades: são três opções."},
	{"windows-1252", "“Hello,” he said – it’s fine… © 2004 £5 25 °C"},
	{"windows-1252", "Blåbærsyltetøy på brød er godt."},
	{"windows-1252", "Het geïnstalleerde één van Blättermann"},
	{"windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy."},
	{"windows-1250", "Mały kotek śpi, a ślimak się łączy ze żółwiem."},
	{"windows-1250", "Az őrült nő fűszeres ételt főz a hűvös erdőben."},
	{"windows-1250", "Čaša vode će uvijek doći na red, a noć je još duga."},
	{"windows-1250", "Şi în această ţară sînt munţi înalţi."},
	{"iso-8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy, říkají šťastní."},
	{"iso-8859-2", "Gżegżółka śpi, a źdźbło się łamie."},
	{"windows-1254", "Bu sayfa Türkçe yazılmış bir örnek şeydir."},
	{"windows-1257", "Šis ir latviešu valodas teksts, kurā ir dažādi burti."},
	{"windows-1257", "Šiandien ąžuolas žydi, o ėriukas bėga į namų kiemą."},
	{"windows-1251", "Это русская страница с текстом."},
	{"windows-1251", "Ово је страница на српском језику, љубав и џеп."},
	{"koi8-r", "Это русская страница с текстом."},
	{"koi8-u", "Це українська сторінка, її текст."},
	{"iso-8859-5", "Это русская страница с текстом."},
	{"ibm866", "Это русская страница с текстом."},
	{"windows-1253", "Αυτή είναι μια ελληνική σελίδα. Ένα, Άλλο, Όλα"},
	{"iso-8859-7", "Αυτή είναι μια ελληνική σελίδα. Άλλο"},
	{"windows-1255", "זהו דף בעברית עם טקסט."},
	{"windows-1256", "هذه صفحة باللغة العربية."},
	{"windows-1256", "اين يک صفحه به زبان پارسي است، چاپ و گفتگو"},
	{"windows-874", "นี่คือหน้าภาษาไทยที่มีข้อความ"},
	{"shift_jis", "日本語のページです。"},
	{"euc-jp", "日本語のページです。"},
	{"iso-2022-jp", "日本語のページです。"},
	{"euc-kr", "이것은 한국어 페이지입니다."},
	{"gbk", "这是一个中文网页的例子。"},
	{"big5", "這是一個中文網頁的例子。"},
	{"utf-8", "Это страница в UTF-8."},
}

func TestEncoding(t *testing.T) {
	for _, c := range texts {
		for _, around := range [][2]string{{"", ""}, {"<p class=x>", "</p>"}, {strings.Repeat("<a href=/x>text</a> ", 5000), ""}} {
			page := around[0] + string(encode(t, c.encoding, c.text)) + around[1]
			if got := Encoding([]byte(page), "com"); got != c.encoding && !(c.encoding == "windows-1253" && got == "iso-8859-7") {
				t.Errorf("%q in %s: %s", c.text, c.encoding, got)
			}
		}
	}
}

// Pages with few letters beyond ASCII stay what they were before anything was detected.
func TestFewLetters(t *testing.T) {
	for _, text := range []string{
		"", "ASCII", "é", "à", "ÿ", "café", "MÜNCHEN", "AÑO NUEVO", "ÉTÉ À PARIS", "25 °C", "12 m²", "½ litre", "£5", "US£5", "¿qué?", "¡Hola!", "n° 5", "nº 5", "1ª",
		"cœur", "Citroën", "São Paulo, Malmö, Besançon, Ærø, Crète, Köln, Reykjavík", "don’t", "it’s", "users’ “T”", "naïve café", "±5 %", "10 µm", "a × b", "© 2004",
		"® ™", "1 – 2", "§ 5 Absatz 2", "Größe", "ß", "Ångström", "Gödel, Escher, Bach", "Señor", "»Zitat«", "«citation»", "« »", "x³", "Ça va?", "Curaçao", "a\u00a0b\u00a0£ 5",
		"Är du?", "på", "å", "È vero", "più", "€ 5", "l·l", "vóór één",
	} {
		if got := Encoding(encode(t, "windows-1252", text), "com"); got != "windows-1252" {
			t.Errorf("%q: %s", text, got)
		}
	}
	for _, junk := range []string{"\xff", "\x80", "\x1b$", "\x1b$B", "\x1b$Bab", "\x1b$B\x80", "a\x1bb"} {
		if got := Encoding([]byte(junk), ""); got != "windows-1252" {
			t.Errorf("%q: %s", junk, got)
		}
	}
}

func TestDomain(t *testing.T) {
	for _, c := range []struct{ encoding, text, domain, want string }{
		{"windows-1250", "a meggyőződés szabadsága", "com", "windows-1252"}, // õ, as in Portuguese
		{"windows-1250", "a meggyőződés szabadsága", "hu", "windows-1250"},
		{"windows-1257", "vārdi un brīvi", "com", "windows-1252"},
		{"windows-1257", "vārdi un brīvi", "lv", "windows-1257"},
		{"windows-1254", "değer kullanılır", "tr", "windows-1254"},
		{"windows-1252", "© 2004", "cz", "windows-1252"},
		{"windows-1252", "25 °C", "hu", "windows-1252"},
		{"windows-1252", "L’été dernier, l’élève a déjà mangé des crêpes", "hu", "windows-1252"},
		{"windows-1252", "Die Straße führt über die Brücke", "cz", "windows-1252"},
		{"windows-1251", "Это русская страница с текстом.", "hu", "windows-1251"},
	} {
		if got := Encoding(encode(t, c.encoding, c.text), c.domain); got != c.want {
			t.Errorf("%q in %s at .%s: %s, want %s", c.text, c.encoding, c.domain, got, c.want)
		}
	}
}

func TestBrokenUTF8(t *testing.T) {
	for _, text := range []string{"Это страница в UTF-8, и в ней есть ещё текст.", "Déjà vu, c’est l’été.", "日本語のページです。これは文字コードの例。"} {
		for _, broken := range []string{text + text[:1], text + "\xff" + text, "caf\xe9 " + text, text[:len(text)-1]} {
			if got := Encoding([]byte(broken), ""); got != "utf-8" {
				t.Errorf("%q: %s", broken, got)
			}
		}
	}
}

func TestSampleIsBounded(t *testing.T) {
	for _, unit := range []string{"\xff", "\xe9 a b", "a\xe9bcd", "\x81\x40"} {
		if n := len(sample([]byte(strings.Repeat(unit, 1<<20)))); n > maxSample || n < maxSample/2 {
			t.Errorf("%q: a sample of %d bytes", unit, n)
		}
	}
}

func FuzzEncoding(f *testing.F) {
	for _, c := range texts {
		f.Add(encode(f, c.encoding, c.text), "hu")
	}
	f.Fuzz(func(t *testing.T, text []byte, domain string) {
		name := Encoding(text, domain)
		if _, err := htmlindex.Get(name); err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		ascii := strings.IndexFunc(string(text), func(r rune) bool { return r >= utf8.RuneSelf }) < 0
		if ascii && name != "windows-1252" && name != "iso-2022-jp" {
			t.Fatalf("ASCII is %s", name)
		}
	})
}

func BenchmarkEncoding(b *testing.B) {
	for _, c := range texts {
		text := []byte(strings.Repeat(string(encode(b, c.encoding, c.text))+" ", 40))
		b.Run(c.encoding, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Encoding(text, "com")
			}
		})
	}
}
