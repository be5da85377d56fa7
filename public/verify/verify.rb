require "openssl"

TOLERANCE_SECONDS = 300

# Before the 32 bytes of an Ed25519 key, to make a key of them that OpenSSL reads.
ED25519_HEAD = ["302a300506032b6570032100"].pack("H*")

# Raises ArgumentError unless the request was signed within the last 5 minutes. secret is a signing
# secret, or a public key: whpk_…. The names of headers are in lower case. body is the raw body, unparsed.
def verify_webhook(secret, headers, body)
  id, timestamp, signatures = headers.values_at("webhook-id", "webhook-timestamp", "webhook-signature")
  raise ArgumentError, "a webhook header is missing" unless id && timestamp && signatures

  is_number = timestamp.match?(/\A\d+\z/)
  if !is_number || (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS
    raise ArgumentError, "the timestamp is too old or too new"
  end

  signed = "#{id}.#{timestamp}.".b + body.b
  is_right = signatures.split(" ").any? do |entry|
    secret.start_with?("whpk_") ? right_by_key?(secret, signed, entry) : right_by_secret?(secret, signed, entry)
  end
  raise ArgumentError, "no signature is right" unless is_right
end

def right_by_secret?(secret, signed, entry)
  key = secret.start_with?("whsec_") ? secret.delete_prefix("whsec_").unpack1("m") : secret
  digest = OpenSSL::HMAC.digest("SHA256", key, signed)
  OpenSSL.secure_compare(entry, "v1," + [digest].pack("m0"))
end

def right_by_key?(public_key, signed, entry)
  return false unless entry.start_with?("v1a,")

  key = OpenSSL::PKey.read(ED25519_HEAD + public_key.delete_prefix("whpk_").unpack1("m"))
  key.verify(nil, entry.delete_prefix("v1a,").unpack1("m"), signed)
rescue OpenSSL::PKey::PKeyError
  false
end
