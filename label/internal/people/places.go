package people

import (
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// places are the countries, in the languages of many pages, and the states that stand in their place, by the sum of
// the hashes of their words.
var places = func() map[uint64]bool {
	out := map[uint64]bool{}
	for name := range strings.SplitSeq(placeNames, ",") {
		out[sum(words.AppendHashes(nil, name))] = true
	}
	return out
}()

func sum(hashes []uint64) uint64 {
	n := uint64(0)
	for _, h := range hashes {
		n += h
	}
	return n
}

// isPlace reports whether the words of a text name a country or a state, by their hashes.
func isPlace(ws []uint64) bool {
	const longest = 5 // words
	return len(ws) <= longest && places[sum(ws)]
}

const placeNames = `Afghanistan,Albania,Algeria,Andorra,Angola,Argentina,Armenia,Australia,Austria,Azerbaijan,Bahamas,Bahrain,Bangladesh,Barbados,
Belarus,Belgium,Belize,Benin,Bhutan,Bolivia,Bosnia and Herzegovina,Botswana,Brazil,Brunei,Bulgaria,Burkina Faso,Burundi,Cambodia,Cameroon,Canada,
Cape Verde,Chile,China,PR China,P.R. China,People's Republic of China,Colombia,Congo,Democratic Republic of the Congo,Costa Rica,
Côte d'Ivoire,Ivory Coast,Croatia,Cuba,Cyprus,Czech Republic,Czechia,Denmark,Djibouti,Dominican Republic,Ecuador,Egypt,El Salvador,England,Eritrea,
Estonia,Eswatini,Ethiopia,Fiji,Finland,France,Gabon,Gambia,The Gambia,Germany,Ghana,Greece,Grenada,Guatemala,Guinea,Guyana,Haiti,Honduras,Hong Kong,
Hungary,Iceland,India,Indonesia,Iran,Iraq,Ireland,Northern Ireland,Republic of Ireland,Italy,Jamaica,Japan,Kazakhstan,Kenya,Korea,
South Korea,North Korea,Republic of Korea,Kosovo,Kuwait,Kyrgyzstan,Laos,Latvia,Lebanon,Lesotho,Liberia,Libya,Liechtenstein,Lithuania,Luxembourg,Macau,
Macao,Macedonia,North Macedonia,Madagascar,Malawi,Malaysia,Maldives,Mali,Malta,Mauritania,Mauritius,Mexico,Moldova,Monaco,Mongolia,Montenegro,Morocco,
Mozambique,Myanmar,Namibia,Nepal,Netherlands,The Netherlands,New Zealand,Nicaragua,Niger,Nigeria,Norway,Oman,Pakistan,Palestine,Panama,
Papua New Guinea,Paraguay,Peru,Philippines,The Philippines,Poland,Portugal,Puerto Rico,Qatar,Romania,Russia,Russian Federation,Rwanda,Samoa,San Marino,
Saudi Arabia,Scotland,Senegal,Serbia,Sierra Leone,Singapore,Slovakia,Slovak Republic,Slovenia,Somalia,South Africa,Spain,Sri Lanka,Sudan,South Sudan,
Suriname,Sweden,Switzerland,Syria,Taiwan,Taiwan ROC,Tajikistan,Tanzania,Thailand,Togo,Trinidad and Tobago,Tunisia,Turkey,Türkiye,Turkmenistan,Uganda,
Ukraine,United Arab Emirates,UAE,United Kingdom,UK,U.K.,Great Britain,United States,United States of America,USA,U.S.A.,U.S.,Uruguay,Uzbekistan,
Venezuela,Vietnam,Viet Nam,Wales,Yemen,Zambia,Zimbabwe,
Deutschland,Österreich,Schweiz,Frankreich,Italien,Spanien,Niederlande,Belgien,Dänemark,Schweden,Norwegen,Polen,Großbritannien,Vereinigtes Königreich,
Allemagne,Autriche,Suisse,Italie,Espagne,Pays-Bas,Belgique,Royaume-Uni,États-Unis,Brésil,Canadá,Maroc,Tunisie,Algérie,Grèce,Turquie,Japon,Chine,
España,Alemania,Francia,Italia,Reino Unido,Estados Unidos,EE. UU.,EUA,México,Perú,Brasil,Países Bajos,Suiza,Bélgica,Panamá,República Dominicana,Japón,
Alemanha,França,Itália,Espanha,Países Baixos,Suíça,Colômbia,Moçambique,Germania,Spagna,Regno Unito,Stati Uniti,Svizzera,Svezia,
Nederland,België,Duitsland,Danmark,Sverige,Norge,Suomi,Polska,Česká republika,Česko,Slovensko,Magyarország,România,Hrvatska,Srbija,Slovenija,
Россия,Российская Федерация,Украина,Україна,Беларусь,Казахстан,България,Србија,Ελλάδα,中国,中國,日本,대한민국,台灣,臺灣,香港,
Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,
Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,
North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,
Washington DC,Washington D.C.,West Virginia,Wisconsin,Wyoming,British Columbia,Ontario,Quebec,Québec,Nova Scotia,Manitoba,New South Wales,
Queensland,South Australia,Western Australia`
