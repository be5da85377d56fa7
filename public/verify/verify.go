package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Verify returns an error unless the request was signed with the secret within
// the last 5 minutes. body is the raw body, unparsed.
func Verify(secret string, headers http.Header, body []byte) error {
	id := headers.Get("webhook-id")
	timestamp := headers.Get("webhook-timestamp")
	signatures := headers.Get("webhook-signature")
	if id == "" || timestamp == "" || signatures == "" {
		return errors.New("a webhook header is missing")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return errors.New("the timestamp is too old or too new")
	}
	key := []byte(secret)
	if strings.HasPrefix(secret, "whsec_") {
		encoded := strings.TrimRight(secret[len("whsec_"):], "=")
		key, err = base64.RawStdEncoding.DecodeString(encoded)
		if err != nil {
			return err
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, entry := range strings.Fields(signatures) {
		if hmac.Equal([]byte(entry), expected) {
			return nil
		}
	}
	return errors.New("no signature is right")
}
