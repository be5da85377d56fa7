import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def verify_webhook(secret: str, headers: dict, body: bytes) -> None:
    """Raises ValueError unless the request was signed with the secret within the last 5 minutes.

    The names of headers are in lower case. body is the raw body, unparsed.
    """
    try:
        message_id = headers["webhook-id"]
        timestamp = headers["webhook-timestamp"]
        signatures = headers["webhook-signature"]
    except KeyError as missing:
        raise ValueError(f"the header {missing} is missing") from None
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("the timestamp is too old or too new")
    if secret.startswith("whsec_"):
        encoded = secret[len("whsec_"):]
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4))
    else:
        key = secret.encode()
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(entry.encode(), expected) for entry in signatures.split(" ")):
        raise ValueError("no signature is right")
