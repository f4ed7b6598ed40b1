"""Receives webhooks: webhooks.md explains it."""

import base64, hashlib, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = base64.b64decode(os.environ['WEBHOOK_SECRET'].removeprefix('whsec_'))
handled = set()  # in a real system: a table, filled in the transaction that acts on the event

def act(event):
    print(f"{event['type']}: pet {event['data'].get('petId')} has {event['data'].get('after')}", flush=True)

def is_genuine(headers, body):
    id, timestamp = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > 300:
        return False
    expected = hmac.new(secret, f'{id}.{timestamp}.'.encode() + body, hashlib.sha256).digest()
    expected = 'v1,' + base64.b64encode(expected).decode()
    signatures = headers.get('webhook-signature', '').split(' ')
    return any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('content-length', 0)))
        self.send_response(self.receive(body))
        self.end_headers()

    def receive(self, body):
        if not is_genuine(self.headers, body):
            return 400
        id = self.headers['webhook-id']
        try:
            if id not in handled:
                act(json.loads(body))
                handled.add(id)
            return 204
        except Exception as error:
            print(repr(error), file=sys.stderr)
            return 500

    def log_message(self, *_):
        pass

ThreadingHTTPServer(('127.0.0.1', int(os.environ.get('PORT', 9000))), Receiver).serve_forever()
