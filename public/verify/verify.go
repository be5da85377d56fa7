package webhooks

import (
	"crypto/ed25519"
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

// Verify returns an error unless the request was signed within the last 5 minutes.
// secret is a signing secret, or a public key: whpk_…. body is the raw body, unparsed.
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
	isRight := isRightBySecret
	if strings.HasPrefix(secret, "whpk_") {
		isRight = isRightByKey
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for _, entry := range strings.Fields(signatures) {
		if isRight(secret, signed, entry) {
			return nil
		}
	}
	return errors.New("no signature is right")
}

func isRightBySecret(secret string, signed []byte, entry string) bool {
	key := []byte(secret)
	if encoded, found := strings.CutPrefix(secret, "whsec_"); found {
		var err error
		if key, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "=")); err != nil {
			return false
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(signed)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(entry), []byte(expected))
}

func isRightByKey(publicKey string, signed []byte, entry string) bool {
	encoded, found := strings.CutPrefix(entry, "v1a,")
	signature, err := base64.StdEncoding.DecodeString(encoded)
	key, keyErr := base64.StdEncoding.DecodeString(strings.TrimPrefix(publicKey, "whpk_"))
	if !found || err != nil || keyErr != nil || len(key) != ed25519.PublicKeySize {
		return false
	}
	return ed25519.Verify(key, signed, signature)
}
