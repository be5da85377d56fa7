import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def verify_webhook(secret: str, headers: dict, body: bytes) -> None:
    """Raises ValueError unless the request was signed within the last 5 minutes.

    secret is a signing secret, or a public key: whpk_…, which needs `pip install cryptography`.
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
    signed = f"{message_id}.{timestamp}.".encode() + body
    is_right = is_right_by_key if secret.startswith("whpk_") else is_right_by_secret
    if not any(is_right(secret, signed, entry) for entry in signatures.split(" ")):
        raise ValueError("no signature is right")


def is_right_by_secret(secret: str, signed: bytes, entry: str) -> bool:
    if secret.startswith("whsec_"):
        encoded = secret[len("whsec_"):]
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4))
    else:
        key = secret.encode()
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return hmac.compare_digest(entry.encode(), b"v1," + base64.b64encode(digest))


def is_right_by_key(public_key: str, signed: bytes, entry: str) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not entry.startswith("v1a,"):
        return False
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key[len("whpk_"):]))
    try:
        key.verify(base64.b64decode(entry[len("v1a,"):]), signed)
    except (InvalidSignature, ValueError):
        return False
    return True
