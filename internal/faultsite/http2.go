package faultsite

import (
	"bytes"
	"crypto/tls"
	"strings"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

func http2Faults() []fault {
	return []fault{
		speaking("HTTP/2 resets of every stream", func(h *http2Conn, stream uint32) bool {
			return h.framer.WriteRSTStream(stream, http2.ErrCodeInternal) == nil
		}),
		speaking("HTTP/2 streams refused", func(h *http2Conn, stream uint32) bool {
			return h.framer.WriteRSTStream(stream, http2.ErrCodeRefusedStream) == nil
		}),
		speaking("HTTP/2 flood of resets", func(h *http2Conn, stream uint32) bool {
			return h.flood(func() error { return h.framer.WriteRSTStream(stream, http2.ErrCodeCancel) })
		}),
		speaking("HTTP/2 GOAWAY instead of an answer", func(h *http2Conn, _ uint32) bool {
			_ = h.framer.WriteGoAway(0, http2.ErrCodeNo, nil)
			return false
		}),
		speaking("HTTP/2 GOAWAY with an error", func(h *http2Conn, stream uint32) bool {
			_ = h.framer.WriteGoAway(stream, http2.ErrCodeEnhanceYourCalm, []byte("too many pings"))
			return false
		}),
		speaking("HTTP/2 CONTINUATION flood", func(h *http2Conn, stream uint32) bool {
			first := http2.HeadersFrameParam{StreamID: stream, BlockFragment: h.fields(":status", "200")}
			err := h.framer.WriteHeaders(first)
			for err == nil {
				err = h.framer.WriteContinuation(stream, false, h.fields("x-more", strings.Repeat("y", 4000)))
			}
			return false
		}),
		speaking("HTTP/2 flood of empty DATA", func(h *http2Conn, stream uint32) bool {
			_ = h.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, EndHeaders: true, BlockFragment: h.fields(":status", "200")})
			return h.flood(func() error { return h.framer.WriteData(stream, false, nil) })
		}),
		speaking("HTTP/2 flood of PING", func(h *http2Conn, _ uint32) bool {
			return h.flood(func() error { return h.framer.WritePing(false, [8]byte{}) })
		}),
		speaking("HTTP/2 flood of SETTINGS", func(h *http2Conn, _ uint32) bool {
			return h.flood(func() error {
				return h.framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 65535})
			})
		}),
		speaking("HTTP/2 header of 10 MB", func(h *http2Conn, stream uint32) bool {
			block := h.fields(":status", "200", "x-large", strings.Repeat("Z", 10<<20))
			first, rest := block[:16<<10], block[16<<10:]
			err := h.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: first})
			for err == nil && len(rest) > 0 {
				n := min(len(rest), 16<<10)
				err = h.framer.WriteContinuation(stream, n == len(rest), rest[:n])
				rest = rest[n:]
			}
			return err == nil
		}),
		speaking("HTTP/2 that falls silent", func(h *http2Conn, _ uint32) bool { return true }),
		speaking("HTTP/2 of no sense", func(h *http2Conn, _ uint32) bool {
			_ = h.framer.WriteRawFrame(http2.FrameHeaders, 0xff, 0, []byte(strings.Repeat("\xff", 1000)))
			return true
		}),
	}
}

// http2Conn is a connection on which a fault writes frames.
type http2Conn struct {
	framer *http2.Framer
	block  bytes.Buffer
	coder  *hpack.Encoder
}

// fields encodes header fields, names and values by turns.
func (h *http2Conn) fields(pairs ...string) []byte {
	h.block.Reset()
	for i := 0; i < len(pairs); i += 2 {
		_ = h.coder.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]})
	}
	return h.block.Bytes()
}

// flood writes frames, up to 100,000 in a second, until the other side has
// enough. More would starve the machine that all this runs on.
func (h *http2Conn) flood(frame func() error) bool {
	for {
		for range 100 {
			if frame() != nil {
				return false
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// speaking is a fault that speaks HTTP/2 until it is asked for something but
// /robots.txt. It goes on as long as answer reports true.
func speaking(name string, answer func(h *http2Conn, stream uint32) bool) fault {
	return fault{
		name: name,
		tls: func() (*tls.Config, error) {
			config, err := certificate("127.0.0.1", time.Hour)()
			if err == nil {
				config.NextProtos = []string{http2.NextProtoTLS}
			}
			return config, err
		},
		conn: func(w *wire) { w.speak(answer) },
	}
}

func (w *wire) speak(answer func(h *http2Conn, stream uint32) bool) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := w.Read(preface); err != nil || string(preface) != http2.ClientPreface {
		return
	}
	h := &http2Conn{framer: http2.NewFramer(w.Conn, w.Conn)}
	h.framer.AllowIllegalWrites = true
	h.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	h.coder = hpack.NewEncoder(&h.block)
	if h.framer.WriteSettings() != nil {
		return
	}
	for {
		frame, err := h.framer.ReadFrame()
		if err != nil {
			return
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() && h.framer.WriteSettingsAck() != nil {
				return
			}
		case *http2.MetaHeadersFrame:
			w.server.counts.requests.Add(1)
			if frame.PseudoValue("path") == "/robots.txt" {
				_ = h.framer.WriteHeaders(http2.HeadersFrameParam{
					StreamID: frame.StreamID, EndHeaders: true, EndStream: true, BlockFragment: h.fields(":status", "404"),
				})
			} else if !answer(h, frame.StreamID) {
				return
			}
		}
	}
}
