<?php
// Receives webhooks: webhooks.md explains it.
$secret = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$body = file_get_contents('php://input');

function is_genuine(string $secret, string $id, string $timestamp, string $body): bool {
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $secret, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) return true;
    }
    return false;
}

function act(array $event): void {
    $data = $event['data'];
    $line = "{$event['type']}: pet " . ($data['petId'] ?? '') . ' has ' . ($data['after'] ?? '') . "\n";
    file_put_contents('php://stdout', $line);
}

if (!is_genuine($secret, $id, $timestamp, $body)) {
    http_response_code(400);
    return;
}
// In a real system: a table, filled in the transaction that acts on the event.
$handled = (getenv('HANDLED') ?: sys_get_temp_dir()) . '/' . hash('sha256', $id);
try {
    if (!file_exists($handled)) {
        act(json_decode($body, true, flags: JSON_THROW_ON_ERROR));
        touch($handled);
    }
    http_response_code(204);
} catch (Throwable $error) {
    error_log((string) $error);
    http_response_code(500);
}
