package botauth

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

// directoryAge is how long a directory may be kept, and the proof in its header is valid.
const directoryAge = 24 * time.Hour

// ServeHTTP serves the directory of the key, with the proof that the server has it. It belongs at
// /.well-known/http-message-signatures-directory of Agent, by https.
func (s *Signer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := s.agent(); err != nil {
		http.Error(w, "the directory is not set up", http.StatusInternalServerError)
		return
	}
	body := `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"` + s.KeyID() + `","x":"` + s.x() + `","use":"sig"}]}`
	sum := sha256.Sum256([]byte(body))
	digest := "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
	base, input, err := signatureBase(r, []component{
		{name: "@authority", params: ";req", value: strings.TrimSuffix(strings.ToLower(r.Host), ":443")},
		{name: "content-digest", value: digest},
	}, s.params(directoryAge, `;tag="http-message-signatures-directory"`))
	if err != nil {
		http.Error(w, "no host", http.StatusBadRequest)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/http-message-signatures-directory+json")
	h.Set("Cache-Control", "max-age=86400")
	h.Set("Content-Digest", digest)
	h.Set("Signature-Input", "binding="+input)
	h.Set("Signature", "binding="+s.sign(base))
	_, _ = w.Write([]byte(body)) // an error is the asker's, who went away
}
