require "openssl"

TOLERANCE_SECONDS = 300

# Raises ArgumentError unless the request was signed with the secret within the last 5 minutes.
# The names of headers are in lower case. body is the raw body, unparsed.
def verify_webhook(secret, headers, body)
  id, timestamp, signatures = headers.values_at("webhook-id", "webhook-timestamp", "webhook-signature")
  raise ArgumentError, "a webhook header is missing" unless id && timestamp && signatures

  is_number = timestamp.match?(/\A\d+\z/)
  if !is_number || (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS
    raise ArgumentError, "the timestamp is too old or too new"
  end

  key = secret.start_with?("whsec_") ? secret.delete_prefix("whsec_").unpack1("m") : secret
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1," + [digest].pack("m0")
  is_right = signatures.split(" ").any? { |entry| OpenSSL.secure_compare(entry, expected) }
  raise ArgumentError, "no signature is right" unless is_right
end
