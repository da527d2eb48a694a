package label_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// TestOtherScripts: pages whose lists have the commas of their own script, and texts that have no spaces,
// are read as others are.
func TestOtherScripts(t *testing.T) {
	for _, c := range []struct {
		name, comma, heading string
		taught, other        label.Values
	}{
		{"Chinese", "，", "摘要：",
			label.Values{Title: "大豆在夜间的生长研究", Authors: []string{"张三", "李四光"}, Affiliations: []string{"北京大学生命科学学院"}, Abstract: "我们研究了大豆在夜间的生长情况。结果表明大豆在夜间生长良好，与灯光无关。"},
			label.Values{Title: "玉米种子的萌发机制", Authors: []string{"刘洋", "孙伟", "陈国强"}, Affiliations: []string{"复旦大学生物系"}, Abstract: "玉米种子的萌发受多种因素影响。我们测量了不同温度下的萌发率，并讨论了其机制。"}},
		{"Japanese", "、", "要旨",
			label.Values{Title: "夜間における大豆の成長について", Authors: []string{"山田 太郎", "鈴木 花子"}, Affiliations: []string{"東京大学農学部"}, Abstract: "夜間における大豆の成長を調べた。その結果、大豆は夜間によく成長することが分かった。"},
			label.Values{Title: "小麦の根の形態", Authors: []string{"佐藤 健", "高橋 美咲", "田中 一郎"}, Affiliations: []string{"京都大学理学部"}, Abstract: "小麦の根の形態を分析した。根の形態は土壌の湿度によって変化し、温度にも影響される。"}},
		{"Arabic", "، ", "الملخص",
			label.Values{Title: "نمو الفول في الليل", Authors: []string{"أحمد علي", "سارة محمد"}, Affiliations: []string{"جامعة القاهرة، كلية الزراعة"}, Abstract: "درسنا نمو الفول في الليل على مدى أربعين ليلة ووجدنا أن الفول ينمو جيدا في الليل ولا علاقة لذلك بالمصابيح."},
			label.Values{Title: "شكل جذور القمح", Authors: []string{"خالد حسن", "ليلى إبراهيم", "عمر يوسف"}, Affiliations: []string{"جامعة بغداد، قسم الأحياء"}, Abstract: "حللنا شكل جذور القمح في أنواع مختلفة من التربة ووجدنا أن الشكل يتغير مع رطوبة التربة ويتأثر بدرجة الحرارة."}},
		{"Russian", ", ", "Аннотация",
			label.Values{Title: "Рост бобов ночью", Authors: []string{"Иванов И. И.", "Петрова А. С."}, Affiliations: []string{"Московский университет"}, Abstract: "Мы изучали рост бобов ночью в течение сорока ночей и обнаружили, что бобы хорошо растут независимо от ламп."},
			label.Values{Title: "Форма корней пшеницы", Authors: []string{"Сидоров П. К.", "Кузнецова Е. В.", "Попов Д. А."}, Affiliations: []string{"Институт биологии"}, Abstract: "Мы проанализировали форму корней пшеницы в разных почвах и нашли, что форма меняется с влажностью почвы."}},
	} {
		page := func(v label.Values) *html.Node {
			return parse(t, []byte("<div class=nav>Home</div><h1>"+v.Title+"</h1><p class=au>"+strings.Join(v.Authors, c.comma)+"</p><p class=aff>"+v.Affiliations[0]+
				"</p><div class=abs><b>"+c.heading+"</b> "+v.Abstract+"</div><p>2020</p>"))
		}
		m := mustLearn(t, []label.Example{{Root: page(c.taught), Values: c.taught}})
		if len(m.NotFound) > 0 {
			t.Errorf("%s: not found: %v", c.name, m.NotFound)
		}
		a := mustLabel(t, m, page(c.other))
		title, _ := a.Zone(label.Title)
		authors, _ := a.Zone(label.Authors)
		places, _ := a.Zone(label.Affiliations)
		abstract, _ := a.Zone(label.Abstract)
		if title.Text != c.other.Title || !slices.Equal(authors.Items, c.other.Authors) || !slices.Equal(places.Items, c.other.Affiliations) || abstract.Text != c.other.Abstract {
			t.Errorf("%s: %q, %q, %q, %q", c.name, title.Text, authors.Items, places.Items, abstract.Text)
		}
	}
}

// TestNamesInOneMeta: a meta that holds a list of names holds it with the signs of any script.
func TestNamesInOneMeta(t *testing.T) {
	for _, list := range []string{"Ada Bean; Bert Pea", "张三；李四", "山田 太郎、鈴木 花子", "أحمد علي؛ سارة محمد"} {
		v, err := label.MetaValues(parse(t, []byte(`<meta name=citation_authors content="`+list+`">`)))
		if err != nil || len(v.Authors) != 2 {
			t.Errorf("%s: %q, %v", list, v.Authors, err)
		}
	}
}
