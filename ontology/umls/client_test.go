package umls_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

const (
	key  = "11111111-2222-3333-4444-555555555555"
	rest = "https://uts-ws.nlm.nih.gov/rest"
)

// A service answers as UTS does, about a few concepts.
type service struct {
	t        *testing.T
	answers  map[string]string // path and the query that matters, to the result of each page
	mu       sync.Mutex
	requests []string
	fault    func(w http.ResponseWriter, r *http.Request, n int) bool // answers the nth request in its own way
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("apiKey") != key {
		http.Error(w, `{"name":"UnauthorizedError","message":"Invalid API key","status":401}`, http.StatusUnauthorized)
		return
	}
	q.Del("apiKey")
	question := strings.TrimPrefix(r.URL.Path, "/rest")
	s.mu.Lock()
	s.requests = append(s.requests, question+"?"+q.Encode())
	n := len(s.requests)
	s.mu.Unlock()
	if s.fault != nil && s.fault(w, r, n) {
		return
	}
	if strings.HasPrefix(question, "/search/") {
		question += " " + q.Get("searchType") + " " + q.Get("inputType") + " " + q.Get("string")
	}
	if labels := q.Get("includeRelationLabels"); labels != "" {
		question += " " + labels
	}
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	number := q.Get("pageNumber")
	if number == "" {
		number = "1"
	}
	result, ok := s.answers[question+" #"+number]
	switch {
	case strings.HasPrefix(question, "/search/"):
		// The end of the results has a page of its own, and pages have no count.
		if !ok {
			result = `{"ui":"NONE","name":"NO RESULTS"}`
		}
		fmt.Fprintf(w, `{"pageSize":200,"pageNumber":%s,"result":{"classType":"searchResults","results":[%s]}}`, number, result)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `{"name":"NotFoundError","message":"No results found","status":404}`)
	default:
		count := 1
		for s.answers[fmt.Sprintf("%s #%d", question, count+1)] != "" {
			count++
		}
		fmt.Fprintf(w, `{"pageSize":200,"pageNumber":%s,"pageCount":%d,"result":%s}`, number, count, result)
	}
}

func list(items ...string) string { return "[" + strings.Join(items, ",") + "]" }

func hit(cui, name string) string {
	return fmt.Sprintf(`{"ui":%q,"rootSource":"MTH","uri":"%s/content/2025AA/CUI/%s","name":%q}`, cui, rest, cui, name)
}

func concept(cui, name string) string {
	return fmt.Sprintf(`{"classType":"Concept","ui":%q,"suppressible":false,"dateAdded":"09-30-1990","majorRevisionDate":"08-18-2015","status":"R",
		"semanticTypes":[{"name":"Disease or Syndrome","uri":"%s/semantic-network/2025AA/TUI/T047"}],"atomCount":9,"attributeCount":0,"cvMemberCount":0,
		"atoms":"%[2]s/content/2025AA/CUI/%[1]s/atoms","definitions":"NONE","relationCount":5,"name":%[3]q}`, cui, rest, name)
}

func atom(sab, code, lang, name, above, below string) string {
	return fmt.Sprintf(`{"classType":"Atom","ui":"A1","sourceDescriptor":"NONE","sourceConcept":"NONE","concept":"%s/content/2025AA/CUI/C0000001","obsolete":"false","suppressible":"false",
		"rootSource":%q,"termType":"PT","code":"%[1]s/content/2025AA/source/%[2]s/%s","language":%q,"name":%q,"parents":%q,"children":%q}`,
		rest, sab, code, lang, name, above, below)
}

func cluster(sab, code, name string) string {
	return fmt.Sprintf(`{"classType":"SourceAtomCluster","ui":%q,"suppressible":false,"obsolete":false,"rootSource":%q,"atomCount":1,"cVMemberCount":0,
		"parents":"%s/content/2025AA/source/MSH/x/parents","children":"NONE","name":%q}`, code, sab, rest, name)
}

func relation(label, to, name string) string {
	return fmt.Sprintf(`{"classType":"AtomClusterRelation","ui":"R1","suppressible":false,"sourceUi":"NONE","obsolete":false,"sourceOriginated":false,"rootSource":"MSH","groupId":"NONE","attributeCount":0,
		"relatedFromId":"%s/content/2025AA/source/MSH/D002644","relatedFromIdName":"Chickenpox","relationLabel":%q,"additionalRelationLabel":"","relatedId":"%[1]s/content/2025AA/%[3]s","relatedIdName":%[4]q}`,
		rest, label, to, name)
}

func newService(t *testing.T) *service {
	const up = rest + "/content/2025AA/AUI/A1/parents"
	return &service{t: t, answers: map[string]string{
		"/search/current exact  chickenpox #1":              hit("C9", "Vaccine for chickenpox") + "," + hit("C0008049", "Chickenpox"),
		"/search/current normalizedString  Chickenpoxes #1": hit("C0008049", "Chickenpox"),
		"/search/current exact sourceUi D002644 #1":         hit("C0008049", "Chickenpox"),
		"/search/current exact sourceUi D000002 #1":         hit("C0000002", "Pox diseases"),
		"/search/current words  chiken pox #1":              hit("C7", "Pox of the chicken coop") + "," + hit("C0008049", "Chicken pox"),
		"/search/current words  chiken pox #2":              hit("C8", "Dog"),

		"/content/current/CUI/C0008049 #1": concept("C0008049", "Chickenpox"),
		"/content/current/CUI/C0008049/atoms #1": list(
			atom("MSH", "D002644", "ENG", "Chickenpox", up, "NONE"), atom("MSH", "D002644", "ENG", "Varicella", "NONE", "NONE"),
			atom("SNOMEDCT_US", "38907003", "ENG", "Varicella", "NONE", "NONE")),
		"/content/current/CUI/C0008049/atoms #2":           list(atom("MSHFRE", "D002644", "FRE", "Varicelle", "NONE", "NONE")),
		"/content/current/source/MSH/D002644/parents #1":   list(cluster("MSH", "D000002", "Pox diseases")),
		"/content/current/source/MSH/D000002/children #1":  list(cluster("MSH", "D002644", "Chickenpox"), cluster("MSH", "D000003", "Cowpox")),
		"/content/current/source/MSH/D000002/children #2":  list(cluster("MSH", "D000004", "Monkeypox")),
		"/content/current/CUI/C0008049/relations RB,RN #1": list(relation("RN", "CUI/C0000005", "Rash"), relation("RB", "source/MSH/D000006", "Adult chickenpox")),

		"/content/current/CUI/C0000002 #1":       concept("C0000002", "Pox diseases"),
		"/content/current/CUI/C0000002/atoms #1": list(atom("MSH", "D000002", "ENG", "Pox diseases", "NONE", up)),
	}}
}

// start serves and returns a client of it.
func (s *service) start() *umls.Client {
	server := httptest.NewServer(s)
	s.t.Cleanup(server.Close)
	return &umls.Client{APIKey: key, BaseURL: server.URL + "/rest", Limit: rate.NewLimiter(rate.Inf, 1)}
}

// RoundTrip answers without a network, for tests with a clock of their own.
func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result(), nil
}

func (s *service) offline() *umls.Client {
	return &umls.Client{APIKey: key, HTTP: &http.Client{Transport: s}}
}

func TestClientFind(t *testing.T) {
	c := newService(t).start()
	for _, q := range []struct {
		name string
		want []string
	}{
		{"chickenpox", []string{"C0008049", "C9"}},
		{"Chickenpoxes", []string{"C0008049"}},
		{"C0008049", []string{"C0008049"}},
		{"UMLS:C0008049", []string{"C0008049"}},
		{"D002644", []string{"C0008049"}},
		{"MSH:D002644", []string{"C0008049"}},
		{"MESH:D002644", []string{"C0008049"}},
		{"D999999", nil},
		{"C9999999", nil},
		{"nothing of the kind", nil},
		{" ", nil},
	} {
		got, err := c.Find(context.Background(), q.name)
		if err != nil || !slices.Equal(got, q.want) {
			t.Errorf("%q: %v %v, want %v", q.name, got, err, q.want)
		}
	}
}

func TestClientConcepts(t *testing.T) {
	c := newService(t).start()
	got, err := c.Concepts(context.Background(), []string{"C0008049", "C9999999", "MSH:D000002", "odd"})
	if err != nil {
		t.Fatal(err)
	}
	types := []string{"T047", "Disease or Syndrome"}
	want := []ontology.Concept{
		{ID: "C0008049", Name: "Chickenpox", Language: "en", Source: "MSH", AltIDs: []string{"D002644", "38907003"}, Types: types,
			Names: []ontology.Name{{Text: "Varicella", Relation: ontology.Synonym, Language: "en", Source: "MSH"},
				{Text: "Varicella", Relation: ontology.Synonym, Language: "en", Source: "SNOMEDCT_US"}},
			Parents: []string{"MSH:D000002", "C0000005"}, Children: []string{"MSH:D000006"}},
		{ID: "C0000002", Name: "Pox diseases", Language: "en", Source: "MSH", AltIDs: []string{"D000002"}, Types: types,
			Children: []string{"MSH:D002644", "MSH:D000003", "MSH:D000004"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestClientTopic(t *testing.T) {
	s := newService(t)
	topic, err := s.start().Topic(context.Background(), "chickenpox")
	if err != nil {
		t.Fatal(err)
	}
	want := ontology.Topic{Name: "chickenpox", ID: "C0008049", Terms: []ontology.Term{
		{Text: "chickenpox", Relation: ontology.Exact, Concept: "C0008049"},
		{Text: "Varicella", Relation: ontology.Synonym, Concept: "C0008049"},
		{Text: "Pox diseases", Relation: ontology.Partial, Concept: "MSH:D000002"},
		{Text: "Rash", Relation: ontology.Partial, Concept: "C0000005"},
		{Text: "Cowpox", Relation: ontology.Contextual, Concept: "MSH:D000003"},
		{Text: "Monkeypox", Relation: ontology.Contextual, Concept: "MSH:D000004"},
	}}
	if diff := cmp.Diff(want, topic); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(s.requests) > 9 {
		t.Errorf("%d requests:\n%s", len(s.requests), strings.Join(s.requests, "\n"))
	}

	var unknown *ontology.UnknownTopicError
	if _, err := s.start().Topic(context.Background(), "chiken pox"); !errors.As(err, &unknown) ||
		!slices.Equal(unknown.Nearest, []string{"Chicken pox", "Pox of the chicken coop"}) {
		t.Errorf("error %v", err)
	}
}

// All that a client and the service may say about faults; the clock is the
// test's.
func TestClientFaults(t *testing.T) {
	status := func(code int, body string) func(http.ResponseWriter, *http.Request, int) bool {
		return func(w http.ResponseWriter, r *http.Request, n int) bool {
			w.WriteHeader(code)
			io.WriteString(w, body)
			return true
		}
	}
	first := func(times int, fault func(http.ResponseWriter, *http.Request, int) bool) func(http.ResponseWriter, *http.Request, int) bool {
		return func(w http.ResponseWriter, r *http.Request, n int) bool { return n <= times && fault(w, r, n) }
	}
	after := func(value string) func(http.ResponseWriter, *http.Request, int) bool {
		return func(w http.ResponseWriter, r *http.Request, n int) bool {
			w.Header().Set("Retry-After", value)
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		}
	}
	const html = "<!DOCTYPE html><html><body>Down for maintenance " + key + "</body></html>"
	for _, c := range []struct {
		name     string
		fault    func(http.ResponseWriter, *http.Request, int) bool
		requests int
		least    time.Duration // that it takes
		want     string        // in the error
	}{
		{"none", nil, 2, 0, ""},
		{"500 twice", first(2, status(500, "oops")), 4, 750 * time.Millisecond, ""},
		{"500 always", status(500, "oops "+key), 5, 3750 * time.Millisecond, `status 500: the service says "oops KEY"`},
		{"429 with seconds", first(1, after("7")), 3, 7 * time.Second, ""},
		{"429 with a date", first(1, after("Sat, 01 Jan 2000 00:01:00 GMT")), 3, time.Minute, ""},
		{"429 for hours", after("7200"), 1, 0, "wants a pause of 2h0m0s"},
		{"400", status(400, "no such source"), 1, 0, `status 400: the service says "no such source"`},
		{"403", status(403, "no"), 1, 0, umls.ErrKey.Error()},
		{"redirect", status(302, ""), 1, 0, "status 302"},
		{"HTML once", first(1, status(200, html)), 3, 250 * time.Millisecond, ""},
		{"HTML always", status(200, html), 5, 3 * time.Second, `expected an answer as documented, found "<!DOCTYPE html>`},
		{"cut JSON", first(1, status(200, `{"pageSize":25,"result":{"classType":"searchRes`)), 3, 250 * time.Millisecond, ""},
		{"another shape", status(200, `{"result":["a"]}`), 5, 3 * time.Second, "cannot unmarshal"},
		{"no result", status(200, `{}`), 5, 3 * time.Second, "it has no result"},
		{"too large", status(200, strings.Repeat(" ", 17<<20)), 1, 0, "an answer of more than 16777216 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newService(t)
				s.fault = c.fault
				start := time.Now()
				got, err := s.offline().Find(t.Context(), "chickenpox")
				switch {
				case c.want == "":
					if err != nil || len(got) != 2 {
						t.Errorf("%v %v", got, err)
					}
				case err == nil || !strings.Contains(err.Error(), c.want) || got != nil:
					t.Errorf("%v with error %v, want %q", got, err, c.want)
				default:
					var refused *umls.ServiceError
					if !errors.As(err, &refused) || !strings.HasPrefix(refused.URL, rest+"/search/current?") {
						t.Errorf("error %#v", err)
					}
				}
				if err != nil && strings.Contains(err.Error(), key) {
					t.Errorf("the key is in %q", err)
				}
				if len(s.requests) != c.requests {
					t.Errorf("%d requests, want %d", len(s.requests), c.requests)
				}
				if took := time.Since(start); took < c.least {
					t.Errorf("took %v, want at least %v", took, c.least)
				}
			})
		})
	}
}

func TestClientPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService(t)
		c := s.offline()
		start := time.Now()
		ids := slices.Repeat([]string{"C9999999"}, 41)
		if _, err := c.Concepts(t.Context(), ids); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < 2*time.Second || took > 3*time.Second {
			t.Errorf("%d requests took %v, want 20 a second", len(s.requests), took)
		}
	})
}

// A list without an end is refused, a search that goes on is cut.
func TestClientEndlessPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService(t)
		s.fault = func(w http.ResponseWriter, r *http.Request, n int) bool {
			if strings.HasSuffix(r.URL.Path, "/atoms") {
				io.WriteString(w, `{"result":`+list(atom("MSH", "D1", "ENG", "again", "NONE", "NONE"))+`}`)
				return true
			}
			if strings.Contains(r.URL.Path, "/search/") {
				io.WriteString(w, `{"result":{"results":[`+hit("C0008049", "again")+`]}}`)
				return true
			}
			return false
		}
		c := s.offline()
		if got, err := c.Concepts(t.Context(), []string{"C0008049"}); err == nil || !strings.Contains(err.Error(), "more than 100 pages") || got != nil {
			t.Errorf("%v with error %v", got, err)
		}
		if got, err := c.Find(t.Context(), "again"); err == nil || !strings.Contains(err.Error(), "more than 100 pages") || got != nil {
			t.Errorf("%v with error %v", got, err)
		}
	})
}

func TestClientStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService(t)
		s.fault = func(w http.ResponseWriter, r *http.Request, n int) bool { // slow
			select {
			case <-r.Context().Done():
			case <-time.After(time.Hour):
			}
			w.WriteHeader(500)
			return true
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c := s.offline()
		if _, err := c.Find(ctx, "chickenpox"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if _, err := c.Concepts(ctx, []string{"C0008049", "C0000002"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	})
}

// A server that breaks off in the middle of an answer, or is not there, over a
// true network.
func TestClientNetwork(t *testing.T) {
	s := newService(t)
	s.fault = func(w http.ResponseWriter, r *http.Request, n int) bool {
		if n > 1 {
			return false
		}
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"result":`)
		return true
	}
	if got, err := s.start().Find(context.Background(), "chickenpox"); err != nil || len(got) != 2 {
		t.Errorf("%v %v", got, err)
	}
	synctest.Test(t, func(t *testing.T) { // the client waits between its tries
		c := &umls.Client{APIKey: key, BaseURL: "http://user:secret@127.0.0.1:1/rest"}
		_, err := c.Find(t.Context(), "chickenpox")
		if err == nil || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "secret") {
			t.Errorf("error %v", err)
		}
	})
	if _, err := (&umls.Client{}).Find(context.Background(), "chickenpox"); !errors.Is(err, umls.ErrKey) {
		t.Errorf("error %v", err)
	}
	if _, err := (&umls.Client{APIKey: key, BaseURL: "::"}).Find(context.Background(), "chickenpox"); err == nil {
		t.Error("no error for a BaseURL that is none")
	}
}

func TestClientCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService(t)
		s.fault = func(w http.ResponseWriter, r *http.Request, n int) bool {
			if r.URL.Query().Get("string") != "echo" {
				return false
			}
			io.WriteString(w, `{"result":{"results":[{"ui":"C1","name":"`+url.QueryEscape(key)+`"}]},"pageCount":1}`)
			return true
		}
		c := s.offline()
		c.Cache = filepath.Join(t.TempDir(), "answers")
		ask := func(c *umls.Client) {
			t.Helper()
			for _, name := range []string{"chickenpox", "nothing", "echo"} {
				if _, err := c.Find(t.Context(), name); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := c.Concepts(t.Context(), []string{"C0008049", "C9999999"}); err != nil {
				t.Fatal(err)
			}
		}
		ask(c)
		asked := len(s.requests)
		other := s.offline()
		other.Cache = c.Cache
		ask(other)
		if again := len(s.requests) - asked; again != 1 {
			t.Errorf("%d requests for what is in the cache, want the one whose answer has the key", again)
		}

		files, err := filepath.Glob(filepath.Join(c.Cache, "*"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for i, f := range files {
			body, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(f, key) || strings.Contains(string(body), key) || filepath.Ext(f) != ".json" {
				t.Errorf("the key or a rest of writing is in %s", f)
			}
			// Answers that are damaged are asked for again, in any way.
			damaged := []string{"{", "[]", `{"result":{"results":3}}`, "\x00"}
			if err := os.WriteFile(f, []byte(damaged[i%len(damaged)]), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		ask(c)

		asked = len(s.requests)
		c.CacheAge = time.Nanosecond
		for _, f := range files {
			if err := os.Chtimes(f, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		ask(c)
		if len(s.requests) == asked {
			t.Error("old answers were used")
		}

		blocked := s.offline()
		blocked.Cache = files[0]
		if _, err := blocked.Find(t.Context(), "chickenpox"); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("error %v", err)
		}
	})
}

// Several clients may write and read one cache at once.
func TestClientCacheShared(t *testing.T) {
	s := newService(t)
	dir := t.TempDir()
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			c := s.offline()
			c.Cache, c.Limit = dir, rate.NewLimiter(rate.Inf, 1)
			if topic, err := c.Topic(t.Context(), "chickenpox"); err != nil || len(topic.Terms) != 6 {
				t.Errorf("%v %v", topic, err)
			}
		})
	}
	running.Wait()
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"pageCount":1,"result":` + concept("C1", "a") + `}`))
	f.Add([]byte(`{"pageCount":1,"result":` + list(atom("MSH", "D1", "ENG", "a", rest, rest)) + `}`))
	f.Add([]byte(`{"pageCount":1,"result":` + list(relation("RN", "CUI/C2", "b"), cluster("MSH", "D2", "c")) + `}`))
	f.Add([]byte(`{"result":{"results":[` + hit("C1", "a") + `]}}`))
	f.Add([]byte(`{"result":{"results":[{"ui":null,"name":"NO RESULTS"}]}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		synctest.Test(t, func(t *testing.T) {
			s := &service{t: t, fault: func(w http.ResponseWriter, r *http.Request, n int) bool {
				w.Write(body)
				return true
			}}
			c := s.offline()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			topic, err := c.Topic(ctx, "a")
			if err != nil && topic.Terms != nil {
				t.Error("half a topic came with the error")
			}
			c.Concepts(ctx, []string{"C0000001"})
		})
	})
}

func ExampleClient() {
	// A service in place of NLM's.
	service := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		results := `{"ui":"NONE","name":"NO RESULTS"}`
		if r.URL.Query().Get("pageNumber") == "1" {
			results = `{"ui":"C0008049","rootSource":"MTH","name":"Chickenpox"}`
		}
		fmt.Fprintf(w, `{"result":{"classType":"searchResults","results":[%s]}}`, results)
	})
	server := httptest.NewServer(service)
	defer server.Close()

	client := umls.Client{APIKey: "a key", BaseURL: server.URL}
	ids, err := client.Find(context.Background(), "chickenpox")
	fmt.Println(ids, err)
	// Output: [C0008049] <nil>
}
