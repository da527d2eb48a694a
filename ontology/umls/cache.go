package umls

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// A cacheFile is the place of one answer on disk: the answer as it came, nothing
// if the service says that there is none. Its name is a hash of the request
// without the key. The zero cacheFile holds nothing.
type cacheFile struct {
	path string
	age  time.Duration
}

func (c *Client) cached(path string, query url.Values) cacheFile {
	if c.Cache == "" {
		return cacheFile{}
	}
	sum := sha256.Sum256([]byte(c.base() + path + "?" + query.Encode()))
	age := c.CacheAge
	if age <= 0 {
		age = 24 * time.Hour
	}
	return cacheFile{filepath.Join(c.Cache, hex.EncodeToString(sum[:])+".json"), age}
}

// read returns the answer unless it is too old, or cannot be read.
func (f cacheFile) read() ([]byte, bool) {
	if f.path == "" {
		return nil, false
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || time.Since(info.ModTime()) > f.age || info.Size() > maxAnswer {
		return nil, false
	}
	body, err := io.ReadAll(io.LimitReader(file, maxAnswer))
	return body, err == nil
}

// write replaces the answer atomically. An answer that contains the key is not
// kept.
func (f cacheFile) write(body []byte, key string) error {
	if f.path == "" || holds(body, key) {
		return nil
	}
	if err := f.replace(body); err != nil {
		return fmt.Errorf("umls: the cache of answers: %w", err)
	}
	return nil
}

func (f cacheFile) replace(body []byte) error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(f.path), "answer-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(body)
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp.Name(), f.path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
