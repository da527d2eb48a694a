package fresh

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
	"unsafe"
)

// TestSignedValue compares the value with its definition, the gain of fresh time less the loss by longer cycles, of a
// page that is fetched whenever its effective time passes x.
func TestSignedValue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct{ precision, recall, rate, x float64 }{{0.6, 0.5, 0.3, 4}, {0.8, 0.7, 2, 0.5}, {0.9, 0.9, 0.05, 60}, {0.5, 0.1, 1, 1}} {
		told := test.recall * test.rate
		page := signed{alpha: test.rate - told, gamma: told / test.precision, precision: test.precision}
		page.nu = page.gamma - told
		page.beta = -math.Log1p(-test.precision) / page.alpha
		fresh, length := 0., 0.
		const cycles = 400_000
		for range cycles {
			now, effective, stale := 0., 0., math.Inf(1)
			if page.alpha > 0 {
				stale = r.ExpFloat64() / page.alpha
			}
			for {
				wait := r.ExpFloat64() / page.gamma
				if effective+wait >= test.x {
					now += test.x - effective
					break
				}
				now += wait
				if effective += wait + page.beta; r.Float64() < test.precision {
					stale = min(stale, now)
				}
				if effective >= test.x {
					break
				}
			}
			fresh, length = fresh+min(stale, now), length+now
		}
		want := (fresh - length*math.Exp(-page.alpha*test.x)) / cycles
		if got := page.value(test.x); math.Abs(got-want) > 0.02*want {
			t.Errorf("%+v: value %.5f, want %.5f", test, got, want)
		}
	}
}

// Without signs the value is that of Azar and others.
func TestValueWithoutSigns(t *testing.T) {
	for _, x := range []float64{0.001, 0.1, 1, 10} {
		page := signed{alpha: 1, gamma: 1e-12, nu: 1e-12, beta: 1e9}
		want := 1 - (1+x)*math.Exp(-x)
		if got := page.value(x); math.Abs(got-want) > 1e-3*want {
			t.Errorf("t = %g: %.6g, want %.6g", x, got, want)
		}
		certain := belief{0, 1e-12}.rates()
		if got, _ := certain.value(x); math.Abs(got-want) > 1e-3*want {
			t.Errorf("t = %g, of a belief: %.6g, want %.6g", x, got, want)
		}
		if got := certain.interval(want, 1000); math.Abs(got-x) > 5e-3*x {
			t.Errorf("the value of %g passes its threshold at %.5g", x, got)
		}
	}
}

// TestBelief compares the mean and the variance with those of a sum over a fine grid.
func TestBelief(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 200 {
		prior := belief{r.NormFloat64() * 2, 0.5 + 5*r.Float64()}
		rate := math.Exp(prior.mean + math.Sqrt(prior.variance)*r.NormFloat64())
		var h history
		for range r.IntN(30) {
			days := math.Exp(r.NormFloat64()) / rate
			h.see(days, r.Float64() < -math.Expm1(-rate*days), 0, 1)
		}
		l := likelihood{history: h}
		for i := range h.filled {
			l.days[i] = spanDays(h.spans[i])
		}
		var sum, first, second float64
		top := math.Inf(-1)
		for pass := range 2 {
			for z := -8.; z <= 8; z += 0.01 {
				x := prior.mean + z*math.Sqrt(prior.variance)
				v, _, _ := l.at(math.Exp(x))
				if v -= z * z / 2; pass == 0 {
					top = max(top, v)
					continue
				}
				w := math.Exp(v - top)
				sum, first, second = sum+w, first+w*x, second+w*x*x
			}
		}
		mean := first / sum
		variance := second/sum - mean*mean
		got := h.belief(prior)
		if math.Abs(got.mean-mean) > 0.1*math.Sqrt(variance) || math.Abs(got.variance-variance) > 0.15*variance {
			t.Errorf("%+v after %+v: %+v, want mean %.3f and variance %.3f", prior, h, got, mean, variance)
		}
	}
}

func TestPageIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(page{}); n > 64 {
		t.Errorf("a page takes %d bytes", n)
	}
}

func TestExplain(t *testing.T) {
	p, at := &Policy{Requests: 10}, time.Unix(1_700_000_000, 0)
	for i := range 9 {
		p.Visited(Visit{URL: "https://a.example/", Site: "a.example", At: at, Changed: i%3 == 0})
		at = at.Add(24 * time.Hour)
	}
	const want = "changes every 5.1 days, seen 9 times and changed 2 times; stale with probability 0.21"
	if got := p.Explain("https://a.example/", at); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := p.Explain("https://a.example/other", at); got != "" {
		t.Errorf("%q of a page that was not visited", got)
	}
}

func BenchmarkVisited(b *testing.B) {
	p, at := &Policy{Requests: 1000}, time.Unix(1_700_000_000, 0)
	for i := range b.N {
		at = at.Add(86 * time.Second)
		p.Visited(Visit{URL: string(rune('a' + i%5000)), Site: "a", At: at, Changed: i*7%11 < i%5000%9})
	}
}
