<?php

const TOLERANCE_SECONDS = 300;

/**
 * Throws unless the request was signed with the secret within the last 5 minutes. The names of
 * headers are in lower case. $body is the raw body: file_get_contents('php://input').
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
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $entry) {
        if (hash_equals($expected, $entry)) {
            return;
        }
    }
    throw new InvalidArgumentException('no signature is right');
}
