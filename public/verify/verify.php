<?php

const TOLERANCE_SECONDS = 300;

/**
 * Throws unless the request was signed within the last 5 minutes. $secret is a signing secret, or a
 * public key: whpk_…. The names of headers are in lower case. $body is the raw body:
 * file_get_contents('php://input').
 */
function verify_webhook(string $secret, array $headers, string $body): void
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if ($id === '' || $timestamp === '' || $signatures === '') {
        throw new InvalidArgumentException('a webhook header is missing');
    }
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new InvalidArgumentException('the timestamp is too old or too new');
    }
    $isRight = str_starts_with($secret, 'whpk_') ? 'is_right_by_key' : 'is_right_by_secret';
    foreach (explode(' ', $signatures) as $entry) {
        if ($isRight($secret, "$id.$timestamp.$body", $entry)) {
            return;
        }
    }
    throw new InvalidArgumentException('no signature is right');
}

function is_right_by_secret(string $secret, string $signed, string $entry): bool
{
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
    return hash_equals('v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true)), $entry);
}

function is_right_by_key(string $publicKey, string $signed, string $entry): bool
{
    $signature = str_starts_with($entry, 'v1a,') ? base64_decode(substr($entry, 4)) : '';
    return strlen($signature) === SODIUM_CRYPTO_SIGN_BYTES
        && sodium_crypto_sign_verify_detached($signature, $signed, base64_decode(substr($publicKey, 5)));
}
